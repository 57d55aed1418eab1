import type { Frontier } from '../db/store.ts';
import type { AuditSources, RobotsRule } from '../src/audit/site/site.ts';
import type { CanonOptions } from '../src/canon/options.ts';
import { factsOf } from '../src/evidence/claimed-facts.ts';
import { isStore } from './crawl-options.ts';
import { originOf } from './fetch/target.ts';
import { differingKeys, resumedCanon } from './key-settings.ts';
import { type KeptRobots, keptRobots } from './robots/kept-rule.ts';

/**
 * Reads from a crawl what `AuditSite.read` needs, and sends no requests: its entries and links, its claims with the facts that
 * they confirm, and its copies of robots.txt files.
 *
 * @param canon the option `canon` of the crawl, without facts that the crawl learned: these are read from the crawl
 * @throws {TypeError} if `frontier` is not a store
 * @throws {SessionError} `other-keys` if the keys of the crawl were made with other options
 */
export async function auditSources(frontier: Frontier, canon: CanonOptions = {}): Promise<AuditSources> {
  if (!isStore(frontier))
    throw new TypeError('the frontier of auditSources is not a store; write await openFrontier(name)');
  const own = await ownCanon(frontier, canon);
  const claims = await frontier.claims();
  const { facts } = factsOf(claims, own.facts ?? []);
  const origins = new Set<string>();
  for await (const { key } of frontier.entries('bare')) {
    const origin = originOf(key);
    if (origin !== null) origins.add(origin);
  }
  const robots = await keptRobots(frontier, origins);
  return {
    entries: frontier.entries(),
    links: frontier.links(),
    canon: { ...own, facts },
    claims,
    evidence: await frontier.evidence(),
    robotsRule: (url) => disallowing(robots, url),
    sitemapLines: () => robots.sitemapLines,
  };
}

async function ownCanon(frontier: Frontier, canon: CanonOptions): Promise<CanonOptions> {
  const made = await frontier.getMeta('keys');
  if (made === null) return canon;
  const own = resumedCanon(made, canon);
  if (own !== null) return own;
  throw differingKeys(made, canon, {
    options: 'pass the same option canon as for the crawl',
    version: 'use the version that made the crawl, or crawl again',
  });
}

/** The rule that disallows a URL, as an audit cites it. */
export function disallowing(robots: KeptRobots, url: string): RobotsRule | null {
  const kept = robots.ruleOf(url);
  return kept && { url: kept.robots, rule: `Disallow: ${kept.rule.pattern}`, line: kept.rule.line };
}
