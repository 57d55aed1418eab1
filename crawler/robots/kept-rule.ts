import type { Frontier } from '../../db/store.ts';
import { wireUrl } from '../../src/canon/wire-url.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseTarget } from '../fetch/target.ts';
import { readCopy } from './copy.ts';
import { parse } from './parse.ts';
import type { Rule } from './robots.ts';

/** A rule with the robots.txt that it stands in. */
export interface KeptRule {
  /** The robots.txt's own URL. */
  readonly robots: string;
  readonly rule: Rule;
}

/** Keeps whose rules a crawl obeys: the product token (RFC 9309 2.2.1), or `*`. */
export async function keepProductToken(frontier: Frontier, productToken: string): Promise<void> {
  await frontier.setMeta(PRODUCT_TOKEN, productToken);
}

/**
 * The rule that forbids a URL to the crawler, by the copy of its site's robots.txt that the frontier keeps.
 *
 * @param url as found
 * @returns null where that copy does not forbid it, or no longer, or there is none
 */
export async function forbiddingRule(frontier: Pick<Frontier, 'getMeta'>, url: string): Promise<KeptRule | null> {
  const sent = wireUrl(url);
  if (sent instanceof UrlError) return null;
  const target = parseTarget(sent);
  const productToken = await frontier.getMeta(PRODUCT_TOKEN);
  if ('kind' in target || productToken === null) return null;
  const body = (await readCopy(frontier, target.origin))?.body ?? null;
  const decision = body === null ? null : parse(body).groupFor(productToken).decide(sent);
  if (decision === null || decision instanceof UrlError || decision.allowed || decision.rule === null) return null;
  return { robots: `${target.origin}/robots.txt`, rule: decision.rule };
}

export const PRODUCT_TOKEN = 'product-token';
