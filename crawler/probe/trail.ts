import type { Hop } from '../../src/evidence/evidence.ts';
import type { Answer } from './answer.ts';
import type { Asker } from './asker.ts';
import { isSame } from './differences.ts';

/** The redirects of a URL. */
export interface Trail {
  /** The redirects in order, each with its target. */
  readonly hops: readonly Hop[];
  /** `landed` at the goal, `left` for another site, `loop`, or the answer that does not redirect any further. */
  readonly end: 'landed' | 'left' | 'loop' | Answer;
}

const MAX_REDIRECTS = 10;

/**
 * Follows the redirects of a URL, hop by hop.
 *
 * @param isOurs whether a URL may be requested
 * @param goal the URL at which to stop without requesting it
 */
export async function follow(
  asker: Asker,
  url: string,
  isOurs: (url: string) => boolean,
  goal: string | null = null,
): Promise<Trail> {
  const hops: Hop[] = [];
  const seen = new Set<string>();
  for (let at = url; ; ) {
    seen.add(at);
    const answer = await asker.ask(at);
    if (answer.kind === 'none' || answer.location === null) return { hops, end: answer };
    const { location } = answer;
    hops.push({ url: at, status: answer.status, location });
    if (goal !== null && isSame(location, goal)) return { hops, end: 'landed' };
    if (!isOurs(location)) return { hops, end: 'left' };
    if (seen.has(location) || hops.length === MAX_REDIRECTS) return { hops, end: 'loop' };
    at = location;
  }
}
