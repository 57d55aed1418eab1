import { type CrawlReport, runSession } from '../../crawler/session.ts';
import type { SessionOptions } from '../../crawler/session-options.ts';
import type { CrawlFailure } from '../../crawler/tally.ts';
import { type Entry, type Frontier, MemoryFrontier } from '../../db/index.ts';
import { THRESHOLDS } from '../../src/evidence/thresholds.ts';

/** A session's options, all with defaults. */
export type CrawlTestOptions = Partial<Omit<SessionOptions, 'scope'>> & {
  readonly scope?: Partial<SessionOptions['scope']>;
};

export interface Crawled {
  readonly report: CrawlReport;
  readonly entries: readonly Entry[];
  readonly failures: readonly CrawlFailure[];
  /** The entry with that URL as found. */
  readonly entry: (url: string) => Entry | undefined;
}

/** Crawls with the defaults of tests: into memory, within the seeds' hosts, with one retry. */
export async function crawl(
  seeds: readonly string[],
  options: CrawlTestOptions = {},
  frontier: Frontier = new MemoryFrontier(),
): Promise<Crawled> {
  const failures: CrawlFailure[] = [];
  const report = await runSession({
    frontier,
    seeds,
    canon: {},
    fetch: { userAgent: 'dustpan-test' },
    customFetch: null,
    isOffline: false,
    warc: null,
    concurrency: 8,
    delay: null,
    perSite: null,
    robots: false,
    recrawl: null,
    needs: THRESHOLDS,
    visit: null,
    rendering: { mode: null, start: () => Promise.reject(new Error('nothing is rendered')) },
    selectors: {},
    probe: 'off',
    onProbe: () => {},
    obeysNofollow: false,
    sitemaps: [],
    robotsSitemaps: false,
    maxPages: null,
    retries: 1,
    run: 'test',
    signal: new AbortController().signal,
    onProgress: () => {},
    onFailure: (failure) => failures.push(failure),
    ...options,
    scope: { kind: 'host', include: [], exclude: [], maxDepth: null, traps: null, ...options.scope },
  });
  const entries = await Array.fromAsync(frontier.entries());
  return { report, entries, failures, entry: (url) => entries.find((candidate) => candidate.url === url) };
}
