import type { SkippedRow } from '../../../audit/report.ts';
import { lists } from './data.ts';
import { section, urlList } from './detail.ts';
import { div, el } from './dom.ts';
import { listing } from './listing.ts';
import { numberColumn } from './table.ts';
import { foreign, plainUrl } from './text.ts';
import type { View } from './view.ts';

/** The tab of URLs that the crawl did not fetch. */
export const skipped: View = listing<SkippedRow>({
  name: 'reasons',
  intro: 'URLs that were found and not fetched, with the reason.',
  rows: lists.skipped,
  haystack: ({ reason, means, examples }) => `${reason} ${means} ${examples.join(' ')}`,
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
