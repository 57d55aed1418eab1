import type { RenderedPage } from './render.ts';
import { revisionOf } from './revision.ts';

/** The report of a database that may change. */
export interface LiveReport {
  /**
   * The report: a few seconds old at most, or as old as the time that it took to make. A recent failure is repeated without a
   * new attempt.
   */
  readonly page: () => Promise<RenderedPage>;
  /** The revision of the database that `page` would show. */
  readonly revision: () => Promise<string>;
  /** How long the report that is being made has taken so far, in seconds. */
  readonly seconds: () => number;
  /** Time of the last report in ISO 8601; null before the first. */
  readonly createdAt: () => string | null;
}

/** Minimum pause between two attempts, in milliseconds. */
const PAUSE = 3000;

interface Attempt {
  readonly revision: string;
  readonly outcome: Promise<RenderedPage>;
  readonly hasFailed: boolean;
  /** Until when it is not repeated, a time of `performance.now`. */
  readonly lastsUntil: number;
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
  /** When it began, by `performance.now`. */
  let began = 0;

  async function renew(): Promise<RenderedPage> {
    if (last !== null && isRecent(last)) return last.outcome;
    const revision = await revisionOf(database);
    if (last?.revision === revision && !last.hasFailed) return last.outcome;
    const outcome = render(revision, new Date().toISOString());
    const page = await outcome.catch(() => null);
    createdAt = page?.createdAt ?? createdAt;
    const now = performance.now();
    // A running crawl changes the file before a waiting browser asks again.
    const lastsUntil = now + Math.max(PAUSE, now - began);
    last = { revision, outcome, hasFailed: page === null, lastsUntil };
    return outcome;
  }

  return {
    page: () => {
      if (running === null) began = performance.now();
      running ??= renew().finally(() => {
        running = null;
      });
      return running;
    },
    revision: () => (last !== null && isRecent(last) ? Promise.resolve(last.revision) : revisionOf(database)),
    seconds: () => Math.round((performance.now() - began) / 1000),
    createdAt: () => createdAt,
  };
}

function isRecent({ lastsUntil }: Attempt): boolean {
  return performance.now() < lastsUntil;
}
