import { Discovery } from '../../../crawler/discovery.ts';
import { forbiddingRule, type KeptRule, keptUsage } from '../../../crawler/robots/kept-rule.ts';
import type { Usage } from '../../../crawler/robots/usage.ts';
import { Scope, validKeys } from '../../../crawler/scope/scope.ts';
import type { Entry, Frontier } from '../../../db/index.ts';
import { MAX_ALIAS_CHAIN } from '../../../db/store.ts';
import { type Canonicalizer, type Change, compile, type Key, UrlError } from '../../index.ts';
import { withoutUserinfo } from '../../url/credentials.ts';
import { orNull } from '../../url/error.ts';
import type { CrawlSettings } from '../options/crawl-settings.ts';
import { explainReason, type Reason } from '../render/reasons.ts';

/** What a crawl knows about a URL. */
export interface UrlHistory {
  /** The URL without user name and password, which are never recorded. */
  readonly url: string;
  readonly hadUserinfo: boolean;
  /** The key of its entry. Without an entry: the key that a link to it would get. */
  readonly key: Key;
  /** The changes of each pass on the way to the key. */
  readonly changes: readonly Change[];
  /** Why it is not a URL; null if it is one. */
  readonly error: UrlError | null;
  /** Null if the crawl never found it. */
  readonly entry: Entry | null;
  /** The entry, the entry it was found on, and so on, back to a seed or up to a limit. */
  readonly way: readonly Entry[];
  /** The entry that this one is an alias of, the alias of that, and so on. */
  readonly aliases: readonly Entry[];
  /** Entries merged with this one by claims: the one that stands for it, or those that it stands for. */
  readonly equivalents: readonly Equivalent[];
  /** The sitemaps that list it, in the order of `Entry.listings`. */
  readonly sitemaps: readonly (Entry | null)[];
  /** Why the crawl would skip it; null if it would not. */
  readonly skip: string | null;
  /** The robots.txt rule that disallows it; null if it was not skipped for that, or the rule is unknown. */
  readonly forbiddenBy: KeptRule | null;
  /** What robots.txt says about the use of the page. */
  readonly usage: readonly Usage[];
}

/** Two entries merged by claims. */
export interface Equivalent {
  readonly alias: Entry;
  readonly representative: Entry;
  /** Why this entry stands for both. */
  readonly because: 'fetched-first' | 'own-form' | 'found-first';
  /** The changes of each pass from the alias to the common key. */
  readonly changes: readonly Change[];
}

/** Maximum number of steps shown on the way back to a seed. */
export const MAX_STEPS = 20;

/** Looks up a URL, in any spelling. */
export async function historyOf(
  url: string,
  frontier: Pick<Frontier, 'entry' | 'entries' | 'entriesOf' | 'getMeta'>,
  settings: CrawlSettings,
): Promise<UrlHistory> {
  const { canon, scope, seeds } = settings;
  const canonicalizer = compile(canon);
  const seedKeys = validKeys(seeds, canonicalizer.key);
  const limits = scope ?? { kind: 'any', include: [], exclude: [], maxDepth: null, traps: null };
  const found = new Discovery(canonicalizer, new Scope(seedKeys, limits)).found(url, { depth: 0, source: 'link' });
  const own = await entryWithoutClaims(found.url, frontier, settings);
  const entry = own ?? (await frontier.entry(found.key));
  const { trace: traceOf } = own === null ? canonicalizer : compile(settings.ownCanon);
  const trace = traceOf(found.url);
  const isUsable = !found.key.startsWith('invalid:');
  const aliases = (await chain(entry, ({ aliasOf }) => aliasOf, MAX_ALIAS_CHAIN, frontier)).slice(1);
  return {
    url: found.url,
    hadUserinfo: withoutUserinfo(url) !== url,
    key: entry?.key ?? found.key,
    changes: isUsable && !(trace instanceof UrlError) ? trace.changes : [],
    error: trace instanceof UrlError ? trace : null,
    entry,
    way: await chain(entry, ({ foundOn }) => foundOn, MAX_STEPS, frontier),
    aliases,
    equivalents: await equivalentsOf(entry, aliases[0] ?? null, frontier, settings),
    sitemaps: await frontier.entriesOf(entry?.listings.map(({ sitemap }) => sitemap) ?? [], 'bare'),
    skip: found.skip,
    forbiddenBy: entry?.reason === 'robots' ? await forbiddingRule(frontier, entry.finalUrl ?? entry.url) : null,
    usage: await keptUsage(frontier, entry?.finalUrl ?? entry?.url ?? found.url),
  };
}

/** The entry that the URL has apart from claims, which may be an alias by one or by what the page declares. */
async function entryWithoutClaims(
  url: string,
  frontier: Pick<Frontier, 'entry'>,
  { citable, ownCanon }: CrawlSettings,
): Promise<Entry | null> {
  const key = citable.claims.length === 0 ? null : orNull(compile(ownCanon).key(url));
  return key === null ? null : frontier.entry(key);
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
  // Reading all entries takes time; without claims there is nothing to find.
  if (citable.claims.length === 0) return found;
  for await (const other of frontier.entries()) {
    const isAlias = other.aliasBy === 'equivalence' && other.aliasOf === entry.key;
    if (isAlias) found.push(equivalent(other, entry, canonicalizer));
  }
  return found;
}

function equivalent(alias: Entry, representative: Entry, { trace, canonicalize }: Canonicalizer): Equivalent {
  const { url, fetchedAt } = representative;
  const isOwnForm = canonicalize(url) === url;
  const because =
    alias.fetchedAt === null && fetchedAt !== null ? 'fetched-first' : isOwnForm ? 'own-form' : 'found-first';
  return { alias, representative, because, changes: orNull(trace(alias.url))?.changes ?? [] };
}

/** Why the URL was skipped, failed or would be skipped, or a note about its page; null without a reason. */
export function reasonOf({ entry, skip, error }: UrlHistory): (Reason & { readonly code: string }) | null {
  const code = entry === null ? skip : entry.reason;
  if (code === null) return null;
  return code === error?.code ? { code, means: error.message, remedy: null } : { code, ...explainReason(code) };
}

/** The entry, its successor by `next`, and so on; at most `most` successors. */
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
