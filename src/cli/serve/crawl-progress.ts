import { openSqliteFrontier } from '../../../db/index.ts';
import { DustpanError } from '../../error.ts';
import type { Progress } from '../../report/html/progress.ts';
import { pagesOf } from '../render/crawl-summary.ts';

/** What a database says of its crawl; the rest of a {@link Progress} is the server's. */
export type CrawlProgress = Omit<Progress, 'revision' | 'reportCreatedAt'>;

/** Milliseconds for which one look does for all who ask. */
const LOOK_LASTS = 1000;
/** Milliseconds that the rate is of, at most. */
const RATE_WINDOW = 20_000;

const NOTHING: CrawlProgress = {
  problem: null,
  isWriting: false,
  states: {},
  pages: 0,
  queued: 0,
  failed: 0,
  rate: null,
};

/** Entries that were settled by a time, as `performance.now` counts. */
interface Sample {
  readonly at: number;
  readonly settled: number;
}

/**
 * Looks at how far a crawl is, once a second at most. The file is open for a moment only: a crawl that ends can then
 * leave it whole in itself.
 */
export function crawlProgress(database: string): () => Promise<CrawlProgress> {
  let samples: readonly Sample[] = [];
  let last = NOTHING;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<CrawlProgress> | null = null;

  function rateOf(settled: number, isWriting: boolean): number | null {
    const at = performance.now();
    const isSame = isWriting && settled >= (samples.at(-1)?.settled ?? 0);
    samples = isSame ? [...samples.filter((sample) => at - sample.at < RATE_WINDOW), { at, settled }] : [];
    const [first] = samples;
    if (first === undefined || first.at === at) return null;
    return Math.round((10_000 * (settled - first.settled)) / (at - first.at)) / 10;
  }

  async function read(): Promise<CrawlProgress> {
    const frontier = await openSqliteFrontier(database, { readonly: true });
    try {
      const stats = await frontier.stats();
      const isWriting = await frontier.isShared();
      const { queued, leased, done, failed } = stats.states;
      const rate = rateOf(done + failed, isWriting);
      const figures = { states: stats.states, pages: pagesOf(stats), queued: queued + leased, failed };
      return { problem: null, isWriting, rate, ...figures };
    } finally {
      await frontier.close();
    }
  }

  async function look(): Promise<CrawlProgress> {
    if (performance.now() - lookedAt < LOOK_LASTS) return last;
    try {
      last = await read();
    } catch (error) {
      if (!(error instanceof DustpanError)) throw error;
      last = { ...last, problem: error.message, isWriting: false, rate: null };
    }
    lookedAt = performance.now();
    return last;
  }

  return () => {
    running ??= look().finally(() => {
      running = null;
    });
    return running;
  };
}
