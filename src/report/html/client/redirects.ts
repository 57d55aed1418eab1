import type { Client, View } from './client.ts';

/** The tab of URLs that redirect. */
export function redirects({ dom: { el }, text, data: { lists }, listing }: Client): View {
  return listing.view({
    tab: 'redirects',
    name: 'redirects',
    intro: 'URLs that lead on to another one, and what is at the end.',
    rows: () => lists.redirects,
    haystack: ({ from, to }) => `${from} ${to}`,
    detail: null,
    columns: [
      {
        id: 'from',
        title: 'From and to',
        kind: 'main',
        sortBy: ({ from }) => from,
        cell: ({ from, to }) =>
          el(
            'div',
            { class: 'from-to' },
            text.url(from),
            el('span', { class: 'arrow-to' }, el('span', { 'aria-label': 'to' }, '→'), text.url(to, from)),
          ),
      },
      {
        id: 'status',
        title: 'Status',
        kind: 'number',
        sortBy: ({ status }) => status,
        cell: ({ status }) => text.status(status),
      },
      {
        id: 'hops',
        title: 'Hops',
        kind: 'wide number',
        sortBy: ({ hops }) => hops,
        cell: ({ hops }) => text.number(hops),
      },
      { id: 'end', title: 'End', kind: 'number', sortBy: ({ end }) => end, cell: ({ end }) => text.status(end) },
    ],
  });
}
