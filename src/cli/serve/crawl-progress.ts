import { openFrontier } from '../../../db/index.ts';
import { DustpanError } from '../../error.ts';
import type { Progress } from '../../report/html/progress.ts';
import { closing } from '../io/closing.ts';
import { pagesOf } from '../render/crawl-summary.ts';

/** The progress of a crawl, read from its database. The server adds the rest of {@link Progress}. */
export type CrawlProgress = Omit<Progress, 'revision' | 'reportCreatedAt'>;

/** Milliseconds for which a result is reused. */
const LOOK_LASTS = 1000;
/** The window of the rate, in milliseconds. */
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

/** The number of settled entries at a time of `performance.now`. */
interface Sample {
  readonly at: number;
  readonly settled: number;
}

/**
 * @returns a function that reads the progress of a crawl, at most once a second. The file stays open only for a moment,
 * so that a finishing crawl can merge its write-ahead log into it.
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
    return closing(await openFrontier(database, { readonly: true }), async (frontier) => {
      const stats = await frontier.stats();
      const isWriting = await frontier.isShared();
      const { queued, leased, done, failed } = stats.states;
      const rate = rateOf(done + failed, isWriting);
      const figures = { states: stats.states, pages: pagesOf(stats), queued: queued + leased, failed };
      return { problem: null, isWriting, rate, ...figures };
    });
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
