import type { Client, View } from './client.ts';

/** The tab of what was not fetched. */
export function skipped({ dom: { el }, text, data: { lists }, listing }: Client): View {
  return listing.view({
    tab: 'skipped',
    name: 'reasons',
    intro: 'URLs that were found and not fetched, with the reason.',
    rows: () => lists.skipped,
    haystack: ({ reason, means, examples }) => `${reason} ${means} ${examples.join(' ')}`,
    detail: ({ examples }) =>
      el(
        'div',
        { class: 'finding-detail' },
        el(
          'section',
          {},
          el('h4', {}, 'Such as'),
          el('ol', { class: 'urls' }, ...examples.map((url) => el('li', {}, text.plainUrl(url)))),
        ),
      ),
    columns: [
      {
        id: 'reason',
        title: 'Reason',
        kind: 'main',
        sortBy: ({ reason }) => reason,
        cell: ({ reason, means }) =>
          el('div', { class: 'described' }, el('code', {}, text.foreign(reason)), el('div', {}, text.foreign(means))),
      },
      {
        id: 'count',
        title: 'URLs',
        kind: 'number',
        sortBy: ({ count }) => count,
        cell: ({ count }) => text.number(count),
      },
    ],
  });
}
