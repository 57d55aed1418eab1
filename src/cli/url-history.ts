import { Discovery, withoutUserinfo } from '../../crawler/discovery.ts';
import { forbiddingRule, type KeptRule } from '../../crawler/robots/kept-rule.ts';
import { Scope } from '../../crawler/scope.ts';
import type { Entry, Frontier } from '../../db/index.ts';
import { MAX_ALIAS_CHAIN } from '../../db/store.ts';
import { type Change, compile, type Key, UrlError } from '../index.ts';
import type { CrawlSettings } from './crawl-settings.ts';
import { explainReason, type Reason } from './reasons.ts';

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
  /** Why a crawl with these settings would not fetch it; null where it would. */
  readonly skip: string | null;
  /** The rule of its site's robots.txt for which it was not fetched; null where that is another reason, or not known. */
  readonly forbiddenBy: KeptRule | null;
}

/** Steps back that are shown. */
export const MAX_STEPS = 20;

/** Looks a URL up, whatever its spelling. */
export async function historyOf(url: string, frontier: Frontier, settings: CrawlSettings): Promise<UrlHistory> {
  const { canon, scope, seeds } = settings;
  const canonicalizer = compile(canon);
  const seedKeys = seeds.map((seed) => canonicalizer.key(seed)).filter((key): key is Key => !(key instanceof UrlError));
  const limits = scope ?? { kind: 'any', include: [], exclude: [], maxDepth: null, traps: null };
  const found = new Discovery(canonicalizer, new Scope(seedKeys, limits)).found(url, { depth: 0, source: 'link' });
  const trace = canonicalizer.trace(found.url);
  const isUsable = !found.key.startsWith('invalid:');
  const entry = await frontier.entry(found.key);
  return {
    url: found.url,
    hadUserinfo: withoutUserinfo(url) !== url,
    key: found.key,
    changes: isUsable && !(trace instanceof UrlError) ? trace.changes : [],
    error: trace instanceof UrlError ? trace : null,
    entry,
    way: await chain(entry, ({ foundOn }) => foundOn, MAX_STEPS, frontier),
    aliases: (await chain(entry, ({ aliasOf }) => aliasOf, MAX_ALIAS_CHAIN, frontier)).slice(1),
    skip: found.skip,
    forbiddenBy: entry?.reason === 'robots' ? await forbiddingRule(frontier, entry.finalUrl ?? entry.url) : null,
  };
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
  frontier: Frontier,
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
