import type { Frontier } from '../../db/store.ts';
import { numberOrNull, storedFields } from '../../src/stored-fields.ts';
import { MAX_BYTES } from './lines.ts';

/** The part of a frontier that stores copies, with the clock of their times. */
export type CopyStore = Pick<Frontier, 'getMeta' | 'setMeta' | 'now'>;

/** The stored copy of a site's robots.txt. */
export interface RobotsCopy {
  /** When the server last answered, in milliseconds since the epoch. */
  readonly at: number;
  /** Null if the site has no robots.txt, which allows everything. */
  readonly body: Uint8Array | null;
  /**
   * Since when it has been unreachable without an answer in between, in milliseconds since the epoch; null if the last
   * request was answered.
   */
  readonly unreachableSince: number | null;
}

/** The stored copy of an origin's robots.txt; null if there is none or it cannot be parsed. */
export async function readCopy(frontier: Pick<Frontier, 'getMeta'>, origin: string): Promise<RobotsCopy | null> {
  const { at, body, unreachableSince } = storedFields(await frontier.getMeta(nameOf(origin)));
  if (typeof at !== 'number') return null;
  const bytes = typeof body === 'string' ? Buffer.from(body, 'base64') : null;
  return { at, body: bytes, unreachableSince: numberOrNull(unreachableSince) };
}

/** Stores the copy of an origin's robots.txt. */
export async function writeCopy(frontier: CopyStore, origin: string, copy: RobotsCopy): Promise<void> {
  // One byte over the limit shows that the file was longer.
  const body = copy.body === null ? null : Buffer.from(copy.body.subarray(0, MAX_BYTES + 1)).toString('base64');
  await frontier.setMeta(nameOf(origin), JSON.stringify({ ...copy, body }));
}

function nameOf(origin: string): string {
  return `robots ${origin}`;
}
