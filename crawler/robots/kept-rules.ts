import type { Frontier } from '../../db/store.ts';
import { wireUrl } from '../../src/canon/wire-url.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseTarget } from '../fetch/target.ts';
import { readCopy } from './copy.ts';
import { PRODUCT_TOKEN } from './kept-rule.ts';
import { parse } from './parse.ts';
import type { Group } from './robots.ts';

/** A line of a robots.txt that forbids a URL. */
export interface ForbiddingLine {
  /** The robots.txt's own URL. */
  readonly url: string;
  readonly rule: string;
  readonly line: number;
}

/**
 * Reads what robots.txt a frontier keeps of some origins.
 *
 * @returns tells the line that forbids a URL to the crawler; null where none does, or it is not known
 */
export async function keptRules(
  frontier: Pick<Frontier, 'getMeta'>,
  origins: Iterable<string>,
): Promise<(url: string) => ForbiddingLine | null> {
  const groups = new Map<string, Group>();
  const productToken = await frontier.getMeta(PRODUCT_TOKEN);
  if (productToken === null) return () => null;
  for (const origin of origins) {
    const body = (await readCopy(frontier, origin))?.body ?? null;
    if (body !== null) groups.set(origin, parse(body).groupFor(productToken));
  }
  return (url) => {
    const sent = wireUrl(url);
    const target = sent instanceof UrlError ? null : parseTarget(sent);
    if (target === null || 'kind' in target || sent instanceof UrlError) return null;
    const decision = groups.get(target.origin)?.decide(sent);
    if (decision === undefined || decision instanceof UrlError || decision.allowed || decision.rule === null)
      return null;
    const { pattern, line } = decision.rule;
    return { url: `${target.origin}/robots.txt`, rule: `Disallow: ${pattern}`, line };
  };
}
