import type { Frontier } from '../../db/store.ts';
import { storedObject } from '../stored-json.ts';

/** The user's limits on how often one site is asked. */
export interface Politeness {
  /** The delay between two fetches from one site, in milliseconds; null if not set. */
  readonly delay: number | null;
  /** The number of fetches at a time from one site; null if not set. */
  readonly perSite: number | null;
}

/** Merges the given limits with those of earlier sessions, stores the result for the next session, and returns it. */
export async function agreeOnPoliteness(frontier: Frontier, { delay, perSite }: Politeness): Promise<Politeness> {
  const agreed = await frontier.updateMeta('politeness', (before) => {
    const kept = parse(before);
    return JSON.stringify({ delay: delay ?? kept.delay, perSite: perSite ?? kept.perSite });
  });
  return parse(agreed);
}

/** The limits of earlier sessions. */
export async function keptPoliteness(frontier: Pick<Frontier, 'getMeta'>): Promise<Politeness> {
  return parse(await frontier.getMeta('politeness'));
}

/** Ignores invalid values. */
function parse(json: string | null): Politeness {
  const { delay, perSite } = storedObject(json);
  return { delay: atLeast(0, delay), perSite: atLeast(1, perSite) };
}

function atLeast(least: number, value: unknown): number | null {
  return typeof value === 'number' && value >= least ? value : null;
}
