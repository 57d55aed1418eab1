import type { RenderedPage } from './render.ts';
import { revisionOf } from './revision.ts';

/** The report of a database that may change. */
export interface LiveReport {
  /** The report as of now, or of a moment ago. Fails as the last attempt did, where there was one a moment ago. */
  readonly page: () => Promise<RenderedPage>;
  /** The revision that `page` would be of, as far as it can be had. */
  readonly revision: () => Promise<string>;
  /** ISO 8601: when the last report was made; null where none was. */
  readonly createdAt: () => string | null;
}

/** Milliseconds from the end of one attempt to the start of the next, at least. */
const PAUSE = 3000;

interface Attempt {
  readonly revision: string;
  readonly outcome: Promise<RenderedPage>;
  readonly hasFailed: boolean;
  /** As `performance.now` counts. */
  readonly endedAt: number;
}

/**
 * Keeps the last report of a database, and makes a new one when it is asked for and the database has changed: one at a
 * time, for all who ask.
 *
 * @param render makes the report of a revision
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
