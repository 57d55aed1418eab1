import type { Frontier } from '../../db/store.ts';
import { clock } from '../clock.ts';

/** One look at the sites of a crawl: the first, or another that asks again for what earlier ones fetched. */
export interface Look {
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** What was fetched by then is asked for again, milliseconds since the epoch; null in the first look. */
  readonly before: number | null;
  /** Null where it is under way or was stopped. */
  readonly finishedAt: number | null;
}

const NAME = 'look';

/** Milliseconds for which a look that was stopped counts as one of now: as long as a copy of a robots.txt. */
const LASTS = 24 * 60 * 60 * 1000;

/** The last look; null where there was none, or an older version of the program took it. */
export async function lastLook(frontier: Pick<Frontier, 'getMeta'>): Promise<Look | null> {
  return parse(await frontier.getMeta(NAME));
}

/** Whether a look was stopped so recently that going on with it shows the site of now. */
export function mayGoOn(look: Look | null, now: number): boolean {
  return look !== null && look.finishedAt === null && look.startedAt <= now && now - look.startedAt < LASTS;
}

export async function keepLook(frontier: Pick<Frontier, 'setMeta'>, look: Look): Promise<void> {
  await frontier.setMeta(NAME, JSON.stringify(look));
}

/** The look that a session takes, or takes part in. One that a plain session adds to stays finished. */
export function nextLook(last: Look | null, isResumed: boolean, recrawl: number | null): Look {
  const now = clock();
  if (!isResumed) return { startedAt: now, before: null, finishedAt: null };
  const goesOn = recrawl === null || (last?.before !== null && mayGoOn(last, now));
  if (!goesOn) return { startedAt: now, before: now - recrawl, finishedAt: null };
  // When a crawl began of which no look is known, nobody knows.
  return last ?? { startedAt: 0, before: null, finishedAt: null };
}

/** Whether all that pages lead to is known, as it is now. */
export async function mayPrune(
  { frontier, signal }: { readonly frontier: Frontier; readonly signal: AbortSignal },
  { before }: Look,
): Promise<boolean> {
  if (before === null || signal.aborted) return false;
  const { queued, leased } = (await frontier.stats()).states;
  const since = Number((await frontier.getMeta('leads-since')) ?? 0);
  return queued + leased === 0 && before >= since;
}

function parse(json: string | null): Look | null {
  const value: unknown = json === null ? null : JSON.parse(json);
  if (typeof value !== 'object' || value === null) return null;
  const { startedAt, before, finishedAt } = { startedAt: null, before: null, finishedAt: null, ...value };
  if (typeof startedAt !== 'number') return null;
  return { startedAt, before: numberOf(before), finishedAt: numberOf(finishedAt) };
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
