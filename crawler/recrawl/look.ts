import type { Frontier, Program } from '../../db/store.ts';
import { numberOrNull, storedFields } from '../../src/stored-fields.ts';
import { LONGEST_RETRY_AFTER } from '../politeness/retry-after.ts';

/** One look at the sites of a crawl: the first, or a recrawl that fetches known pages again. */
export interface Look {
  /** When it started, in milliseconds since the epoch. */
  readonly startedAt: number;
  /**
   * The recrawl fetches entries again whose last outcome came at this time or earlier, in milliseconds since the epoch;
   * null for the first look.
   */
  readonly before: number | null;
  /** When it finished, in milliseconds since the epoch; null if it is running or was stopped. */
  readonly finishedAt: number | null;
}

const NAME = 'look';

/**
 * How long a stopped look may be continued, in milliseconds: as long as a copy of robots.txt is valid, and a site may ask to
 * wait besides.
 */
const LASTS: number = 24 * 60 * 60 * 1000 + LONGEST_RETRY_AFTER;

/** The last look; null if there was none or an older version of the program made it. */
export async function lastLook(frontier: Pick<Frontier, 'getMeta'>): Promise<Look | null> {
  return parse(await frontier.getMeta(NAME));
}

/** Whether a look was stopped so recently that it can be continued. */
export function mayGoOn(look: Look | null, now: number): boolean {
  return look !== null && look.finishedAt === null && look.startedAt <= now && now - look.startedAt < LASTS;
}

/** A look whose times are not later than now. They are later if the clock was ahead. */
export function untilNow(look: Look, now: number): Look {
  const { startedAt, finishedAt } = look;
  const isAhead = Math.max(startedAt, finishedAt ?? 0) > now;
  if (!isAhead) return look;
  return { ...look, startedAt: Math.min(startedAt, now), finishedAt: finishedAt && Math.min(finishedAt, now) };
}

/** Stores a look for later sessions. */
export async function keepLook(frontier: Pick<Frontier, 'setMeta'>, look: Look): Promise<void> {
  await frontier.setMeta(NAME, JSON.stringify(look));
}

/**
 * Stores the look that a session starts or continues, and returns it. A session without recrawl leaves a finished look
 * finished. A recrawl that was stopped long ago is continued only if another program is at it.
 *
 * @param isResumed whether the crawl was there already
 */
export async function agreeOnLook(
  frontier: Pick<Frontier, 'now' | 'programs' | 'updateMeta'>,
  { isResumed, recrawl }: { readonly isResumed: boolean; readonly recrawl: number | null },
): Promise<Look> {
  const now = frontier.now();
  const first = { startedAt: now, before: null, finishedAt: null };
  const isJoining = recrawl !== null && (await otherAtWork(frontier, null)) !== null;
  const agreed = await frontier.updateMeta(NAME, (before) => {
    if (!isResumed) return JSON.stringify(first);
    const last = parse(before);
    const goesOn = recrawl === null || (isUnfinishedRecrawl(last) && (isJoining || mayGoOn(last, now)));
    // If no look is known for this crawl, its start is not known either.
    const known = last ?? { ...first, startedAt: 0 };
    return JSON.stringify(goesOn ? known : { ...first, before: now - recrawl });
  });
  return parse(agreed) ?? first;
}

/**
 * Finds the program that keeps a recrawl from beginning: pages that another one has just fetched would be fetched again.
 * A recrawl that was begun already is joined.
 *
 * @returns null if it may begin
 */
export async function programBefore(frontier: Frontier): Promise<Program | null> {
  const look = await lastLook(frontier);
  return isUnfinishedRecrawl(look) ? null : otherAtWork(frontier, look);
}

/** Finds another program that crawls. One that holds a finished crawl open does not. */
async function otherAtWork(frontier: Pick<Frontier, 'programs'>, look: Look | null): Promise<Program | null> {
  const isOver = look !== null && look.finishedAt !== null;
  const isAtWork = ({ pages, leases }: Program): boolean => leases > 0 || (pages > 0 && !isOver);
  return (await frontier.programs()).find((program) => !program.isSelf && isAtWork(program)) ?? null;
}

/** Stores that a look is finished, unless another program has begun a new one. */
export async function finishLook(frontier: Pick<Frontier, 'now' | 'updateMeta'>, look: Look): Promise<void> {
  const finished = JSON.stringify({ ...look, finishedAt: frontier.now() });
  await frontier.updateMeta(NAME, (before) =>
    before === null || parse(before)?.startedAt === look.startedAt ? finished : before,
  );
}

function isUnfinishedRecrawl(look: Look | null): boolean {
  return look !== null && look.before !== null && look.finishedAt === null;
}

/** Whether the recrawl is complete and all links of all pages are known, so that `prune` may run. */
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
  const { startedAt, before, finishedAt } = storedFields(json);
  if (typeof startedAt !== 'number') return null;
  return { startedAt, before: numberOrNull(before), finishedAt: numberOrNull(finishedAt) };
}
