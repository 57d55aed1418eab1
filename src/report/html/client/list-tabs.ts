import type { RedirectRow, SitemapRow, SkippedRow } from '../../../audit/report.ts';
import { lists, ruleOf } from './data.ts';
import { type Child, div, el, icon, section, span, urlList } from './dom.ts';
import { HAYSTACKS } from './haystacks.ts';
import { listing } from './listing.ts';
import { hrefOf } from './route.ts';
import { storyLink } from './story-link.ts';
import { numberColumn, statusColumn } from './table.ts';
import type { View } from './tabs.ts';
import { foreign, plainUrl, within } from './text.ts';

/** The tab of URLs that redirect. */
export const redirects: View = listing<RedirectRow>({
  noun: 'redirect',
  intro: 'URLs that lead on to another one, and what is at the end.',
  rows: lists.redirects,
  haystack: HAYSTACKS.redirects,
  columns: [
    {
      id: 'from',
      title: 'From and to',
      kind: 'main',
      sortBy: ({ from }) => from,
      cell: ({ from, to }) =>
        div('from-to', storyLink(from), span('arrow-to', span('hidden', 'to'), icon('to'), storyLink(to, from))),
    },
    statusColumn('status', 'Status', 'number', ({ status }) => status),
    numberColumn('hops', 'Hops', 'wide number', ({ hops }) => hops),
    statusColumn('end', 'End', 'number', ({ end }) => end),
  ],
});

/** The tab of URLs that sitemaps list. */
export const sitemap: View = listing<SitemapRow>({
  noun: 'sitemap URL',
  intro: 'What sitemaps list, and which of it does not belong there.',
  rows: lists.sitemap,
  haystack: HAYSTACKS.sitemap,
  columns: [
    {
      id: 'url',
      title: 'URL',
      kind: 'main',
      sortBy: ({ url }) => url,
      cell: ({ url, sitemap: file }) => el('div', {}, storyLink(url), div('note', 'in ', plainUrl(within(file, url)))),
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

/** The tab of URLs that the crawl did not fetch. */
export const skipped: View = listing<SkippedRow>({
  noun: 'reason',
  intro: 'URLs that were found and not fetched, with the reason.',
  rows: lists.skipped,
  haystack: HAYSTACKS.skipped,
  details: { show: ({ examples }) => div('finding-detail', section('Such as', urlList(examples, plainUrl))) },
  columns: [
    {
      id: 'reason',
      title: 'Reason',
      kind: 'main',
      sortBy: ({ reason }) => reason,
      cell: ({ reason, means }) => div('described', el('code', {}, foreign(reason)), el('div', {}, foreign(means))),
    },
    numberColumn('count', 'URLs', 'number', ({ count }) => count),
  ],
});
