import { PAGES } from '../../../config/demo-site/pages.ts';
import { CLAIM_KINDS, type ClaimKind } from '../../facts/claim-kind.ts';
import { isOfQuery, WHOLE_SITE } from '../../facts/site-part.ts';
import { severityWords } from '../../report/audit/summary-words.ts';
import { number } from '../../text/number.ts';
import type { Crawler, Demo, Learned } from '../jobs/run-demo.ts';
import { commandWord } from './printable.ts';
import { table } from './table.ts';

/** What the demo is about, to print before it runs. */
export function demoIntro(): readonly string[] {
  return [
    `The demo site is a museum with ${number(PAGES.length)} pages, served on this machine. Its links`,
    'write URLs the way real sites do: http or https, with or without www, a trailing',
    'slash, index.html, a session id or a tracking parameter. All of these show the',
    'same page, except in /archive/, where a different URL is a different page.',
    '',
  ];
}

/** The figures of the demo, where its files are, and what to try next. */
export function demoReport({ crawlers, claims, audit, files }: Demo): readonly string[] {
  return [
    'Requests to crawl the whole site, by how the crawler recognizes a URL:',
    ...figures(crawlers),
    '',
    'again: pages fetched again under another URL   other: redirects, errors',
    'probes: requests to compare two URLs           lost: pages never fetched',
    "Crawlee's key ignores the trailing slash, so it loses pages of /archive/.",
    'The dustpan rows are real crawls and vary a little. The others are simulated.',
    '',
    'What dustpan found out about the site:',
    ...learned(claims),
    '',
    `The audit: ${severityWords(audit)}. Open it in a browser:`,
    `  ${files.report}`,
    'Look into the crawl (in a clone, write `npx dustpan`):',
    `  dustpan why ${commandWord(files.crawl)} https://broom.example/shop/`,
    `  dustpan serve ${commandWord(files.crawl)}`,
    'Next, try your own:',
    '  dustpan crawl https://example.com/ --probe auto',
    '  dustpan dedup links.txt > unique.txt',
    '  dustpan audit https://example.com/',
  ];
}

/** Columns of numbers are aligned right. */
function figures(crawlers: readonly Crawler[]): readonly string[] {
  const columns = ['requests', 'pages', 'again', 'other', 'probes', 'lost'] as const;
  const rows = crawlers.map((crawler) => [
    crawler.name,
    ...columns.map((column) => number(crawler[column]).padStart(column.length)),
  ]);
  return table([['', ...columns], ...rows]).map((line) => `  ${line}`);
}

/** The difference between two URLs that a claim is about. */
const DIFFERENCES: Readonly<Record<ClaimKind, string>> = {
  www: 'www',
  scheme: 'http or https',
  slash: 'the trailing slash',
  index: 'the index page',
  case: 'upper and lower case',
  slashes: 'repeated slashes',
  order: 'the order of parameters',
  param: 'a parameter',
  'default-param': 'a parameter',
  ip: 'an IP address for the host',
};

function learned(claims: readonly Learned[]): readonly string[] {
  const shown = claims.toSorted((a, b) => CLAIM_KINDS.indexOf(a.kind) - CLAIM_KINDS.indexOf(b.kind));
  const rows = [...Map.groupBy(shown, ({ kind }) => DIFFERENCES[kind])].map(([difference, about]) => {
    const places = (verdict: Learned['verdict']): string =>
      [...new Set(about.filter((claim) => claim.verdict === verdict).map(placeOf))].join(' ');
    return [difference, places('confirmed'), places('refuted')];
  });
  return table([['URLs that differ in', 'same page in', 'different pages in'], ...rows]).map((line) => `  ${line}`);
}

function placeOf({ kind, about, path }: Learned): string {
  if (path === WHOLE_SITE) return 'the whole site';
  return isOfQuery(kind) && about !== null ? `${path}?${about}` : path;
}
