import type { SitemapRow } from '../../../audit/report.ts';
import { lists, ruleOf } from './data.ts';
import { type Child, div, el, span } from './dom.ts';
import { listing } from './listing.ts';
import { hrefOf } from './route.ts';
import { statusColumn } from './table.ts';
import { foreign, linkedUrl, plainUrl, within } from './text.ts';
import type { View } from './view.ts';

/** The tab of URLs that sitemaps list. */
export const sitemap: View = listing<SitemapRow>({
  name: 'URLs in sitemaps',
  intro: 'What sitemaps list, and which of it does not belong there.',
  rows: lists.sitemap,
  haystack: ({ url, sitemap: file, rule }) => `${url} ${file} ${rule ?? ''}`,
  columns: [
    {
      id: 'url',
      title: 'URL',
      kind: 'main',
      sortBy: ({ url }) => url,
      cell: ({ url, sitemap: file }) => el('div', {}, linkedUrl(url), div('note', 'in ', plainUrl(within(file, url)))),
    },
    { id: 'rule', title: 'Fault', kind: 'short', sortBy: ({ rule }) => rule, cell: fault },
    statusColumn('status', 'Status', 'number', ({ status }) => status),
    {
      id: 'lastmod',
      title: 'Last changed',
      kind: 'wide number',
      sortBy: ({ lastmod }) => lastmod,
      cell: ({ lastmod }) => (lastmod === null ? '–' : foreign(lastmod.slice(0, 10))),
    },
  ],
});

function fault({ rule, url }: SitemapRow): Child {
  if (rule === null) return span('none', '–');
  return el('a', { href: hrefOf({ tab: 'findings', rule, q: url }) }, foreign(ruleOf(rule)?.title ?? rule));
}
