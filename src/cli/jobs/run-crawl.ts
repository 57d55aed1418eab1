import { existsSync } from 'node:fs';
import { checkCrawl, crawl } from '../../../crawler/crawl.ts';
import type { CrawlOptions } from '../../../crawler/crawl-options.ts';
import { proxyChoice } from '../../../crawler/fetch/proxy.ts';
import { parseTarget } from '../../../crawler/fetch/target.ts';
import { isRendered } from '../../../crawler/page/kept-record.ts';
import { keptRendering } from '../../../crawler/render/render-mode.ts';
import type { SessionOptions } from '../../../crawler/session-options.ts';
import type { CrawlFailure } from '../../../crawler/tally.ts';
import type { WarcArchive } from '../../../crawler/warc/warc-archive.ts';
import { shownAddress } from '../../../db/postgres/address.ts';
import { NothingCrawledError } from '../io/exit.ts';
import { verboseLine } from '../io/output.ts';
import { ProgressLine } from '../io/progress.ts';
import { type CrawlFlags, crawlOptions } from '../options/crawl-options.ts';
import { unknownHost } from '../options/seeds.ts';
import { type CrawlSummary, summarize } from '../render/crawl-summary.ts';
import { CrawlView } from '../render/crawl-view.ts';
import { describeOutcome, describeProbe } from '../render/outcome-line.ts';

/** The settings of a crawl from the command line. */
export interface CrawlOrder extends Pick<SessionOptions, 'frontier' | 'seeds' | 'canon' | 'needs' | 'recrawl'> {
  readonly database: string;
  readonly flags: CrawlFlags;
  /** What is crawled in place of the network; null for the network. */
  readonly archive: WarcArchive | null;
}

/** Crawls and shows progress, until the crawl is finished or aborted. */
export async function runCrawl(order: CrawlOrder, signal: AbortSignal): Promise<CrawlSummary> {
  const { frontier, database, seeds, flags, canon, needs, recrawl } = order;
  const started = performance.now();
  const isRendering = (flags.render ?? (await keptRendering(frontier))) !== 'off';
  // One failure per reason; the database has them all.
  const failures = new Map<string, CrawlFailure>();
  const view = new CrawlView(frontier.now(), flags.maxPages ?? null);
  const noted = new Map<string, number>();
  let rendered = 0;
  let probes = 0;
  const crawling = crawl(seeds, {
    db: frontier,
    needs,
    ...optionsOf(order),
    ...(recrawl !== null && { recrawl }),
    signal,
    onProbe: (url) => {
      probes++;
      verboseLine(() => describeProbe(url));
    },
    onFailure: (failure) => {
      if (!failures.has(failure.reason)) failures.set(failure.reason, failure);
    },
    onOutcome: (url, outcome) => {
      if (outcome.kind === 'page') {
        const notes = outcome.note?.match(/(?:selection|render)-\w+/g) ?? [];
        for (const note of notes) noted.set(note, (noted.get(note) ?? 0) + 1);
        if (isRendering && isRendered(outcome.details)) rendered++;
      }
      verboseLine(() => describeOutcome(url, outcome));
    },
    onProgress: (done) => view.progress(done, frontier.now()),
    onWait: (wait) => view.wait(wait),
  });
  // Only now: without a valid seed, the crawl above throws.
  const progress = new ProgressLine(async () =>
    view.text(await frontier.stats(), frontier.now(), await frontier.programs()),
  );
  const report = await crawling.finish().finally(() => progress.stop());
  const seconds = (performance.now() - started) / 1000;
  return summarize(
    {
      database: shownAddress(database),
      interrupted: signal.aborted,
      seconds,
      report,
      probes,
      failures: [...failures.values()],
      noted,
      rendered: isRendering ? rendered : null,
    },
    frontier,
    canon,
  );
}

/** Reading files fills the processor with few pages at a time, and more would only take memory. */
const MAX_READ = 4;

function optionsOf({ flags, canon, archive }: Pick<CrawlOrder, 'flags' | 'canon' | 'archive'>): CrawlOptions {
  if (archive === null) return { ...crawlOptions(flags), canon };
  const concurrency = Math.min(flags.concurrency, MAX_READ);
  return { ...crawlOptions(flags, {}), canon, concurrency, retries: 0, fetch: archive };
}

/**
 * Checks that a crawl can start, before its file is created or emptied.
 *
 * @throws what {@link checkCrawl} throws
 * @throws {NothingCrawledError} if a new crawl has no seed whose host has an address
 */
export async function checkOrder(
  order: Pick<CrawlOrder, 'database' | 'seeds' | 'flags' | 'canon' | 'archive'>,
  isFresh: boolean,
): Promise<void> {
  await checkCrawl(order.seeds, { ...optionsOf(order), fresh: isFresh });
  if (order.archive === null && (isFresh || !existsSync(order.database))) await checkHosts(order);
}

/** Nobody is asked for names that are left to a proxy. */
async function checkHosts({ seeds, flags }: Pick<CrawlOrder, 'seeds' | 'flags'>): Promise<void> {
  const proxyFor = proxyChoice(flags.access?.proxy ?? null);
  const isProxied = (seed: string): boolean => {
    const target = parseTarget(seed);
    if (proxyFor === null || 'kind' in target) return false;
    return proxyFor(target.protocol, target.host, target.port, target.host) !== null;
  };
  if (seeds.some(isProxied)) return;
  const message = await unknownHost(seeds, new Set(flags.connectTo.map(({ host }) => host)));
  if (message !== null) throw new NothingCrawledError(message);
}
