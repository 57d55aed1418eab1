import { Discovery } from '../../../crawler/discovery.ts';
import { forbiddingRule, type KeptRule } from '../../../crawler/robots/kept-rule.ts';
import { Scope } from '../../../crawler/scope/scope.ts';
import type { Entry, Frontier } from '../../../db/index.ts';
import { MAX_ALIAS_CHAIN } from '../../../db/store.ts';
import { type Canonicalizer, type Change, compile, type Key, UrlError } from '../../index.ts';
import { withoutUserinfo } from '../../url/credentials.ts';
import type { CrawlSettings } from '../options/crawl-settings.ts';
import { explainReason, type Reason } from '../render/reasons.ts';

/** What a crawl knows of a URL. */
export interface UrlHistory {
  /** Without a user name, which is never recorded. */
  readonly url: string;
  readonly hadUserinfo: boolean;
  readonly key: Key;
  /** What each pass changed on the way to the key. */
  readonly changes: readonly Change[];
  /** Why it is no URL; null where it is one. */
  readonly error: UrlError | null;
  /** Null where the crawl never met it. */
  readonly entry: Entry | null;
  /** The entry and those it was found through, back to one that came from outside; at most so many. */
  readonly way: readonly Entry[];
  /** What the entry is an alias of, each an alias of the next. */
  readonly aliases: readonly Entry[];
  /** What it is one with by claims: the entry that represents it, or those that it represents. */
  readonly equivalents: readonly Equivalent[];
  /** Why a crawl with these settings would not fetch it; null where it would. */
  readonly skip: string | null;
  /** The rule of its site's robots.txt for which it was not fetched; null where that is another reason, or not known. */
  readonly forbiddenBy: KeptRule | null;
}

/** Two entries that are one by claims. */
export interface Equivalent {
  readonly alias: Entry;
  readonly representative: Entry;
  /** Why it is this one of the two. */
  readonly because: 'fetched-first' | 'own-form' | 'found-first';
  /** What each pass changed on the way from the alias to the key of both. */
  readonly changes: readonly Change[];
}

/** Steps back that are shown. */
export const MAX_STEPS = 20;

/** Looks a URL up, whatever its spelling. */
export async function historyOf(
  url: string,
  frontier: Pick<Frontier, 'entry' | 'entries' | 'getMeta'>,
  settings: CrawlSettings,
): Promise<UrlHistory> {
  const { canon, scope, seeds } = settings;
  const canonicalizer = compile(canon);
  const seedKeys = seeds.map((seed) => canonicalizer.key(seed)).filter((key): key is Key => !(key instanceof UrlError));
  const limits = scope ?? { kind: 'any', include: [], exclude: [], maxDepth: null, traps: null };
  const found = new Discovery(canonicalizer, new Scope(seedKeys, limits)).found(url, { depth: 0, source: 'link' });
  const trace = canonicalizer.trace(found.url);
  const isUsable = !found.key.startsWith('invalid:');
  const entry = (await aliasByClaim(found.url, frontier, settings)) ?? (await frontier.entry(found.key));
  const aliases = (await chain(entry, ({ aliasOf }) => aliasOf, MAX_ALIAS_CHAIN, frontier)).slice(1);
  return {
    url: found.url,
    hadUserinfo: withoutUserinfo(url) !== url,
    key: found.key,
    changes: isUsable && !(trace instanceof UrlError) ? trace.changes : [],
    error: trace instanceof UrlError ? trace : null,
    entry,
    way: await chain(entry, ({ foundOn }) => foundOn, MAX_STEPS, frontier),
    aliases,
    equivalents: await equivalentsOf(entry, aliases[0] ?? null, frontier, settings),
    skip: found.skip,
    forbiddenBy: entry?.reason === 'robots' ? await forbiddingRule(frontier, entry.finalUrl ?? entry.url) : null,
  };
}

/** The entry that the URL had before claims made it one with another. */
async function aliasByClaim(
  url: string,
  frontier: Pick<Frontier, 'entry'>,
  { citable, ownCanon }: CrawlSettings,
): Promise<Entry | null> {
  const key = citable.claims.length === 0 ? null : compile(ownCanon).key(url);
  const entry = key === null || key instanceof UrlError ? null : await frontier.entry(key);
  return entry?.aliasBy === 'equivalence' ? entry : null;
}

async function equivalentsOf(
  entry: Entry | null,
  target: Entry | null,
  frontier: Pick<Frontier, 'entries'>,
  { citable, canon }: CrawlSettings,
): Promise<readonly Equivalent[]> {
  if (entry === null) return [];
  const canonicalizer = compile(canon);
  if (entry.aliasBy === 'equivalence') return target === null ? [] : [equivalent(entry, target, canonicalizer)];
  const found: Equivalent[] = [];
  // Without claims there are none, and looking through a large crawl takes its time.
  if (citable.claims.length === 0) return found;
  for await (const other of frontier.entries()) {
    const isAlias = other.aliasBy === 'equivalence' && other.aliasOf === entry.key;
    if (isAlias) found.push(equivalent(other, entry, canonicalizer));
  }
  return found;
}

function equivalent(alias: Entry, representative: Entry, { trace, canonicalize }: Canonicalizer): Equivalent {
  const way = trace(alias.url);
  const { url, fetchedAt } = representative;
  const isOwnForm = canonicalize(url) === url;
  const because =
    alias.fetchedAt === null && fetchedAt !== null ? 'fetched-first' : isOwnForm ? 'own-form' : 'found-first';
  return { alias, representative, because, changes: way instanceof UrlError ? [] : way.changes };
}

/** Why the URL was not fetched, failed, or would not be fetched, or a note on its page; null where there is nothing to say. */
export function reasonOf({ entry, skip, error }: UrlHistory): (Reason & { readonly code: string }) | null {
  const code = entry === null ? skip : entry.reason;
  if (code === null) return null;
  return code === error?.code ? { code, means: error.message, remedy: null } : { code, ...explainReason(code) };
}

/** The entry, the one that it names, and so on. */
async function chain(
  start: Entry | null,
  next: (entry: Entry) => Key | null,
  most: number,
  frontier: Pick<Frontier, 'entry'>,
): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let entry = start;
  while (entry !== null && entries.length <= most) {
    entries.push(entry);
    const key = next(entry);
    entry = key === null ? null : await frontier.entry(key);
  }
  return entries;
}
