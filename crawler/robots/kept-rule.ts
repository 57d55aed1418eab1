import type { Frontier } from '../../db/store.ts';
import type { SitemapLine } from '../../src/audit/site/site.ts';
import { wireUrl } from '../../src/canon/wire-url.ts';
import { UrlError } from '../../src/url/error.ts';
import { originOf } from '../fetch/target.ts';
import { readCopy } from './copy.ts';
import { parseRobots } from './parse.ts';
import type { Group } from './robots-file.ts';
import type { Rule } from './rule.ts';
import type { Usage } from './usage.ts';

/** A rule with its robots.txt. */
export interface KeptRule {
  /** The URL of the robots.txt. */
  readonly robots: string;
  readonly rule: Rule;
}

/** Stores which rules a crawl obeys: the product token (RFC 9309, section 2.2.1), or `*`. */
export async function keepProductToken(frontier: Frontier, productToken: string): Promise<void> {
  await frontier.setMeta(PRODUCT_TOKEN, productToken);
}

/**
 * The rule that disallows a URL for the crawler, from the stored copy of its site's robots.txt.
 *
 * @param url as found
 * @returns null if the copy does not disallow it or does not exist
 */
export async function forbiddingRule(frontier: Pick<Frontier, 'getMeta'>, url: string): Promise<KeptRule | null> {
  const origin = sentOrigin(url);
  return origin === null ? null : (await keptRobots(frontier, [origin])).ruleOf(url);
}

/** What the stored copies of robots.txt of some origins say. */
export interface KeptRobots {
  /** The rule that disallows a URL as found for the crawler; null if there is none. */
  readonly ruleOf: (url: string) => KeptRule | null;
  /** The `Sitemap` lines. */
  readonly sitemapLines: readonly SitemapLine[];
}

/** Reads the copies of some origins, each once. */
export async function keptRobots(frontier: Pick<Frontier, 'getMeta'>, origins: Iterable<string>): Promise<KeptRobots> {
  const groups = new Map<string, Group>();
  const sitemapLines: SitemapLine[] = [];
  const productToken = await frontier.getMeta(PRODUCT_TOKEN);
  for (const origin of origins) {
    const body = (await readCopy(frontier, origin))?.body ?? null;
    if (body === null) continue;
    const file = parseRobots(body);
    if (productToken !== null) groups.set(origin, file.groupFor(productToken));
    sitemapLines.push(...file.sitemapLines(`${origin}/robots.txt`));
  }
  const ruleOf = (url: string): KeptRule | null => {
    const origin = sentOrigin(url);
    const decision = groups.get(origin ?? '')?.decide(url);
    if (decision === undefined || decision instanceof UrlError || decision.allowed || decision.rule === null)
      return null;
    return { robots: `${origin}/robots.txt`, rule: decision.rule };
  };
  return { ruleOf, sitemapLines };
}

/** What the stored copy of a site's robots.txt says to the crawler about the use of a page. */
export async function keptUsage(frontier: Pick<Frontier, 'getMeta'>, url: string): Promise<readonly Usage[]> {
  const [origin, productToken] = [sentOrigin(url), await frontier.getMeta(PRODUCT_TOKEN)];
  if (origin === null || productToken === null) return [];
  const body = (await readCopy(frontier, origin))?.body ?? null;
  return body === null ? [] : parseRobots(body).groupFor(productToken).usageOf(url);
}

/** The origin of a URL as sent; null if it cannot be requested. */
export function sentOrigin(url: string): string | null {
  const sent = wireUrl(url);
  return sent instanceof UrlError ? null : originOf(sent);
}

const PRODUCT_TOKEN = 'product-token';
