import { describe, expect, test } from 'vitest';
import { type CrawlSummary, describeSummary, pagesOf } from '../../../src/cli/render/crawl-summary.ts';

const STATS = {
  states: { queued: 0, leased: 0, done: 0, failed: 0, skipped: 0 },
  duplicates: {},
  aliases: { redirect: 0, canonical: 0, equivalence: 0 },
  skipped: {},
  failed: {},
  sitemaps: 0,
  nextAt: null,
} as const;

type Stats = Partial<Omit<CrawlSummary['stats'], 'states'>> & {
  readonly states: Partial<CrawlSummary['stats']['states']>;
};

/** The lines at the end, behind the counts. */
function hints(
  stats: Stats,
  awaiting: CrawlSummary['awaiting'] = null,
  others: Partial<CrawlSummary> = {},
): readonly string[] {
  const lines = linesOf(stats, awaiting, [], [], null, 0, others);
  return lines.slice(lines.findIndex((line) => line.includes('avoided')) + 1).filter((line) => line !== '');
}

function linesOf(
  { states, ...stats }: Stats,
  awaiting: CrawlSummary['awaiting'] = null,
  endless: CrawlSummary['report']['endless'] = [],
  waiting: CrawlSummary['report']['waiting'] = [],
  reachedMaxPages: number | null = null,
  pages = 0,
  others: Partial<CrawlSummary> = {},
): readonly string[] {
  const none = { fetched: 0, pages, redirects: 0, failed: 0, retried: 0, duplicates: 0 };
  const progress = { ...none, refused: 0, unchanged: 0, changed: 0, gone: 0 };
  return describeSummary({
    database: 'a.dustpan',
    interrupted: false,
    seconds: 1,
    report: {
      progress,
      rejected: [],
      resumed: false,
      changes: [],
      lastLook: null,
      unlinked: 0,
      notArchived: 0,
      endless,
      waiting,
      reachedMaxPages,
    },
    probes: 0,
    custom: [],
    rendered: null,
    noted: new Map(),
    claims: [],
    evidence: [],
    failures: [],
    stats: { ...STATS, ...stats, states: { ...STATS.states, ...states } },
    awaiting,
    onlyType: null,
    ...others,
  });
}

describe('hints after a crawl', () => {
  test.each([
    ['http-429', 'too many requests'],
    ['http-503', 'the service is unavailable, perhaps overloaded'],
  ])('%s: ask less often', (reason, meaning) => {
    expect(hints({ states: { done: 999, failed: 1 }, failed: { [reason]: 1 } })).toEqual([
      `${reason} (1 of 1,000 URLs): the server answered ${reason.slice(5)}: ${meaning}; lower --rate, raise --delay, or --exclude URLs that always answer so`,
    ]);
  });

  test.each([
    ['http-401', 'log in with --user, --cookies or --header; with crawl, also use --recrawl'],
    ['http-403', 'log in with --user, --cookies or --header; with crawl, also use --recrawl'],
    ['redirect-loop', 'if they set a cookie and cookies were off, use --accept-cookies'],
  ])('%s for a fifth of what was to be fetched: what to try', (reason, remedy) => {
    expect(hints({ states: { done: 4, failed: 1 }, failed: { [reason]: 1 } })).toEqual([
      expect.stringMatching(new RegExp(`^${reason} \\(1 of 5 URLs\\): .*${remedy}$`)),
    ]);
    expect(hints({ states: { done: 5, failed: 1 }, failed: { [reason]: 1 } })).toEqual([]);
  });

  test('robots.txt forbids a fifth of what was to be fetched; what lies elsewhere does not count', () => {
    const robots = hints({ states: { done: 8, skipped: 502 }, skipped: { robots: 2, scope: 500 } });
    expect(robots).toEqual([expect.stringMatching(/^robots \(2 of 10 URLs\): .*--no-robots/)]);
    expect(hints({ states: { done: 9, skipped: 2 }, skipped: { robots: 2 } })).toEqual([]);
  });

  test('a robots.txt that could not be fetched', () => {
    expect(hints({ states: { done: 99, skipped: 1 }, skipped: { 'robots-unreachable': 1 } })).toEqual([
      expect.stringMatching(/^robots-unreachable \(1 of 100 URLs\): .*run the same command again later/),
    ]);
  });

  test('many timeouts, not one of many', () => {
    expect(hints({ states: { done: 95, failed: 5 }, failed: { timeout: 5 } })).toEqual([
      expect.stringMatching(/^timeout .*raise --timeout, or lower --concurrency$/),
    ]);
    expect(hints({ states: { done: 96, failed: 4 }, failed: { timeout: 4 } })).toEqual([]);
  });

  test('a server that was away for a while: how to fetch again what failed', () => {
    const failed = { 'connection-refused': 3, 'http-502': 1, 'http-404': 5 };
    const hint = '4 failed URLs may answer later; --recrawl fetches failed URLs again, and checks all known pages';
    expect(hints({ states: { done: 95, failed: 9 }, failed })).toEqual([hint]);
    expect(hints({ states: { done: 95, failed: 9, queued: 1 }, failed })).not.toContain(hint);
    expect(hints({ states: { failed: 9 }, failed })).toEqual([]);
  });

  test('the same content and nothing merged: what would merge it', () => {
    const awaiting = { sameContent: 2, byFact: new Map([['slash', 2] as const]) };
    expect(hints({ states: { done: 4 } }, awaiting).at(-1)).toMatch(
      /^no duplicates were avoided.*--assume slash --fresh$/,
    );
    expect(linesOf({ states: { done: 4 } }, awaiting)).toContain(
      '2 pages have the same content as another page (see dustpan audit a.dustpan); --assume slash would have avoided 2 fetches',
    );
    const merged = hints({ states: { done: 4 }, duplicates: { 'drop-fragment': 1 } }, awaiting);
    const unknown = hints({ states: { done: 4 } }, { sameContent: 2, byFact: new Map() });
    for (const lines of [merged, unknown]) expect(lines.join('\n')).not.toContain('no duplicates were avoided');
  });
});

test('a page that leads nowhere may be built by scripts', () => {
  const hint = 'the page leads to no other; if scripts build it, crawl again with --render auto --recrawl';
  expect(hints({ states: { done: 1 } })).toEqual([hint]);
  for (const states of [{ done: 2 }, { done: 1, failed: 1 }, { done: 1, queued: 1 }])
    expect(hints({ states })).not.toContain(hint);
  expect(hints({ states: { done: 1 } }, null, { rendered: 1 })).toEqual([]);
});

test('a start URL that is not an HTML page, rendered or not', () => {
  const hint = 'the start URL is not an HTML page, and leads to none; start from an HTML page';
  for (const rendered of [null, 0])
    expect(hints({ states: { done: 1 } }, null, { onlyType: 'application/pdf', rendered })).toEqual([hint]);
});

test('the seed leads out of the scope if it redirects there, not if pages of an earlier crawl fail', () => {
  const hint = 'the seed leads out of the scope; start from the URL it leads to, or widen --scope';
  const skipped = { scope: 1 };
  const aliases = { redirect: 1, canonical: 0, equivalence: 0 };
  expect(hints({ states: { done: 1, skipped: 1 }, skipped, aliases })).toContain(hint);
  expect(hints({ states: { failed: 2, skipped: 1 }, skipped })).not.toContain(hint);
});

test('a site that asks to wait is named with the time, and other queued URLs are continued at once', () => {
  const waiting = [{ site: 'busy.example', queued: 1200, until: Date.parse('2026-11-26T14:05:59Z'), awaySince: null }];
  const wait =
    'busy.example asks to wait until 2026-11-26 14:05 UTC (Retry-After), 1,200 URLs still queued; run the same command again then';
  const linesFor = (queued: number): readonly string[] => linesOf({ states: { done: 9, queued } }, null, [], waiting);
  expect(linesFor(1200)).toContain(wait);
  expect(linesFor(1200).join()).not.toContain('again to continue');
  const more = ['b', 'c', 'd', 'e'].map((name) => ({ site: name, queued: 1, until: 0, awaySince: null }));
  expect(linesOf({ states: { done: 9 } }, null, [], [...waiting, ...more])).toContain(
    '2 more hosts to wait for: dustpan status a.dustpan',
  );
  expect(linesFor(1201)).toEqual(
    expect.arrayContaining(['URLs are still queued; run the same command again to continue', wait]),
  );
});

test('a site that went away is named with the time since then', () => {
  const waiting = [{ site: 'away.example', queued: 1200, until: 0, awaySince: Date.parse('2026-11-26T14:05:59Z') }];
  const lines = linesOf({ states: { done: 9, queued: 1200 } }, null, [], waiting);
  expect(lines).toContain(
    'away.example could not be reached since 2026-11-26 14:05 UTC, 1,200 URLs still queued; run the same command again when it is back',
  );
  expect(lines.join()).not.toContain('again to continue');
});

test('a limit of pages that ended the crawl is named, also if other programs reached it', () => {
  const linesFor = (pages: number, limit = 1000): readonly string[] =>
    linesOf({ states: { done: limit, queued: 1 } }, null, [], [], limit, pages);
  expect(linesFor(1000)).toContain(
    '--max-pages 1000 is reached, and URLs are still queued; run the same command again to continue',
  );
  expect(linesFor(7)).toContain(
    'the programs together have read the 1,000 pages of --max-pages, this one 7 of them; when the others have ended, run the same command again to continue',
  );
  expect(linesFor(0, 1)).toContain(
    'another program has read the 1 page of --max-pages; when the others have ended, run the same command again to continue',
  );
});

describe('what was cut of a site', () => {
  test('is said with the sites, the number of URLs, and how to follow them', () => {
    const endless = [{ site: 'farm.example', requests: 19_800 }];
    const lines = linesOf(
      { states: { done: 9, skipped: 45 }, skipped: { endless: 40, similar: 5, scope: 7 } },
      null,
      endless,
    );
    expect(lines).toContain(
      'endless (40 URLs not fetched, on farm.example after 19,800 requests): its site seems endless: after many requests, pages still led to new URLs; raise --max-endless, or exclude the generated URLs with --exclude',
    );
    expect(lines).toContain(
      'similar (5 URLs not fetched): too many URLs differ from it only in numbers and parameter values; raise --max-similar',
    );
    expect(lines.join('\n')).not.toContain('scope (7');
  });
});

test('sitemaps, redirects and what is another page by a claim are no pages', () => {
  const stats = {
    ...STATS,
    states: { ...STATS.states, done: 10 },
    aliases: { redirect: 3, canonical: 2, equivalence: 2 },
    sitemaps: 1,
  };
  expect(pagesOf(stats)).toBe(4);
});

test('pages that were fetched before a claim merged them are counted', () => {
  const aliases = { redirect: 0, canonical: 0, equivalence: 1234 };
  const lines = linesOf({ states: { done: 5000 }, aliases });
  expect(lines[0]).toMatch(/^3,766 pages /);
  expect(lines).toContain('      1,234  merged after fetch  evidence shows that each is a duplicate');
});
