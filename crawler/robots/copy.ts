import type { Frontier } from '../../db/store.ts';
import { MAX_BYTES } from './lines.ts';

/** What of a frontier copies are kept in. */
export type CopyStore = Pick<Frontier, 'getMeta' | 'setMeta'>;

/** What the frontier keeps of a site's robots.txt. */
export interface RobotsCopy {
  /** When the server last answered, milliseconds since the epoch. */
  readonly at: number;
  /** Null where there is none, which allows everything. */
  readonly body: Uint8Array | null;
  /** Since when it was unreachable, without an answer in between; null where the last request was answered. */
  readonly unreachableSince: number | null;
}

/** The copy of an origin's robots.txt; null where there is none, or none that can be read. */
export async function readCopy(frontier: Pick<Frontier, 'getMeta'>, origin: string): Promise<RobotsCopy | null> {
  const json = await frontier.getMeta(nameOf(origin));
  if (json === null) return null;
  try {
    const { at, body, unreachableSince }: Partial<Record<keyof RobotsCopy, unknown>> = JSON.parse(json);
    if (typeof at !== 'number') return null;
    return {
      at,
      body: typeof body === 'string' ? Buffer.from(body, 'base64') : null,
      unreachableSince: typeof unreachableSince === 'number' ? unreachableSince : null,
    };
  } catch {
    return null;
  }
}

export async function writeCopy(frontier: CopyStore, origin: string, copy: RobotsCopy): Promise<void> {
  // A byte more than counts tells that the file went on.
  const body = copy.body === null ? null : Buffer.from(copy.body.subarray(0, MAX_BYTES + 1)).toString('base64');
  await frontier.setMeta(nameOf(origin), JSON.stringify({ ...copy, body }));
}

function nameOf(origin: string): string {
  return `robots ${origin}`;
}
