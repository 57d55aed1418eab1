import type { RenderedPage } from './render.ts';
import { revisionOf } from './revision.ts';

/** The report of a database that may change. */
export interface LiveReport {
  /** The current report, at most a few seconds old. A recent failure is repeated without a new attempt. */
  readonly page: () => Promise<RenderedPage>;
  /** The revision of the database that `page` would show. */
  readonly revision: () => Promise<string>;
  /** Time of the last report in ISO 8601; null before the first. */
  readonly createdAt: () => string | null;
}

/** Minimum pause between two attempts, in milliseconds. */
const PAUSE = 3000;

interface Attempt {
  readonly revision: string;
  readonly outcome: Promise<RenderedPage>;
  readonly hasFailed: boolean;
  /** A time of `performance.now`. */
  readonly endedAt: number;
}

/**
 * Keeps the last report of a database, and renders a new one on request if the database has changed. Concurrent requests
 * share one rendering.
 *
 * @param render renders the report of a revision
 */
export function liveReport(
  database: string,
  render: (revision: string, createdAt: string) => Promise<RenderedPage>,
): LiveReport {
  let last: Attempt | null = null;
  let createdAt: string | null = null;
  let running: Promise<RenderedPage> | null = null;

  async function renew(): Promise<RenderedPage> {
    if (last !== null && isRecent(last)) return last.outcome;
    const revision = await revisionOf(database);
    if (last?.revision === revision && !last.hasFailed) return last.outcome;
    const outcome = render(revision, new Date().toISOString());
    const page = await outcome.catch(() => null);
    createdAt = page?.createdAt ?? createdAt;
    last = { revision, outcome, hasFailed: page === null, endedAt: performance.now() };
    return outcome;
  }

  return {
    page: () => {
      running ??= renew().finally(() => {
        running = null;
      });
      return running;
    },
    revision: () => (last !== null && isRecent(last) ? Promise.resolve(last.revision) : revisionOf(database)),
    createdAt: () => createdAt,
  };
}

function isRecent({ endedAt }: Attempt): boolean {
  return performance.now() - endedAt < PAUSE;
}
