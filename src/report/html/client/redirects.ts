import type { RedirectRow } from '../../../audit/report.ts';
import { lists } from './data.ts';
import { div, el, span } from './dom.ts';
import { listing } from './listing.ts';
import { numberColumn, statusColumn } from './table.ts';
import { linkedUrl } from './text.ts';
import type { View } from './view.ts';

/** The tab of URLs that redirect. */
export const redirects: View = listing<RedirectRow>({
  name: 'redirects',
  intro: 'URLs that lead on to another one, and what is at the end.',
  rows: lists.redirects,
  haystack: ({ from, to }) => `${from} ${to}`,
  columns: [
    {
      id: 'from',
      title: 'From and to',
      kind: 'main',
      sortBy: ({ from }) => from,
      cell: ({ from, to }) =>
        div('from-to', linkedUrl(from), span('arrow-to', el('span', { 'aria-label': 'to' }, '→'), linkedUrl(to, from))),
    },
    statusColumn('status', 'Status', 'number', ({ status }) => status),
    numberColumn('hops', 'Hops', 'wide number', ({ hops }) => hops),
    statusColumn('end', 'End', 'number', ({ end }) => end),
  ],
});
