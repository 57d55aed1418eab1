import type { Client, View } from './client.ts';

/** The tab of URLs that sitemaps list. */
export function sitemap({ dom: { el }, text, route, data, listing }: Client): View {
  return listing.view({
    tab: 'sitemap',
    name: 'URLs in sitemaps',
    intro: 'What sitemaps list, and which of it does not belong there.',
    rows: () => data.lists.sitemap,
    haystack: ({ url, sitemap: file, rule }) => `${url} ${file} ${rule ?? ''}`,
    detail: null,
    columns: [
      {
        id: 'url',
        title: 'URL',
        kind: 'main',
        sortBy: ({ url }) => url,
        cell: ({ url, sitemap: file }) =>
          el('div', {}, text.url(url), el('div', { class: 'note' }, 'in ', text.plainUrl(text.within(file, url)))),
      },
      {
        id: 'rule',
        title: 'Fault',
        kind: 'short',
        sortBy: ({ rule }) => rule,
        cell: ({ rule, url }) =>
          rule === null
            ? el('span', { class: 'none' }, '–')
            : el(
                'a',
                { href: route.href({ tab: 'findings', rule, q: url }) },
                text.foreign(data.rule(rule)?.title ?? rule),
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
        id: 'lastmod',
        title: 'Last changed',
        kind: 'wide number',
        sortBy: ({ lastmod }) => lastmod,
        cell: ({ lastmod }) => (lastmod === null ? '–' : text.foreign(lastmod.slice(0, 10))),
      },
    ],
  });
}
