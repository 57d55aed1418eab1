import type { Key } from '../../src/canon/key.ts';
import { type PageNote, UNLINKED } from '../reasons.ts';
import { type Entry, type EntryId, type FoundUrl, isReopened, type PageLink, type PageLinks } from '../store.ts';
import { type MarkedSpelling, UNWANTED } from './other-spelling.ts';

/** An entry, as far as finding it again may change it. */
export interface KnownEntry
  extends Pick<Entry, 'id' | 'key' | 'site' | 'state' | 'depth' | 'hops' | 'reason' | 'role' | 'aliasBy'> {
  /** The first spelling; null if it is the key's own text. */
  readonly url: string | null;
  /** The pass of the first spelling. */
  readonly pass: string | null;
}

const NO_SITEMAP: PageNote = 'not-a-sitemap';

/**
 * SQL for the entries, as rows of `entry`, that were fetched as sitemaps and turned out to be pages. They are fetched in full
 * next time: if nothing names them as sitemaps any more, what was noted is no longer true.
 */
export const IS_NO_SITEMAP: string = `(role = 'page' AND reason LIKE '%${NO_SITEMAP}%')`;

/** A URL, and the entry it was found on; null if it came from outside. */
export type Occurrence = readonly [found: FoundUrl, on: EntryId | null];

/** All occurrences of one key in a batch. */
export interface Group {
  readonly key: Key;
  readonly found: Occurrence[];
}

/** Where a document leads. */
export type Leads = Pick<PageLinks, 'to' | 'named'>;

/** Groups occurrences by key, in the order of their first occurrence. */
export function groupByKey(found: readonly Occurrence[]): Group[] {
  const groups = new Map<Key, Group>();
  for (const one of found) {
    const { key } = one[0];
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { key, found: [one] });
    else group.found.push(one);
  }
  return [...groups.values()];
}

/** The entry that the first occurrence of a key makes. */
export function freshEntry(id: EntryId, { url, key, pass, site, depth, hops, skip, role }: FoundUrl): KnownEntry {
  const first = url.toWellFormed();
  const state = skip === null ? 'queued' : 'skipped';
  const text = first === key ? null : first;
  return { id, key, url: text, pass, site, depth, hops, state, reason: skip, role, aliasBy: null };
}

/** The entry after it was found again: it may be nearer to a seed, or no longer skipped. The same object if nothing changes. */
export function meet(entry: KnownEntry, found: FoundUrl): KnownEntry {
  if (isRequestedAgain(entry, found)) return { ...entry, state: 'queued', hops: found.hops };
  const isSitemap = found.role === 'sitemap' && entry.role === 'page';
  // A recrawl may lease it before it has read robots.txt again.
  if (entry.state === 'leased' && isSitemap && found.source === 'robots' && isNoSitemap(entry))
    return { ...entry, role: 'sitemap' };
  if (entry.state !== 'queued' && entry.state !== 'skipped') return entry;
  const isNearer = found.depth < entry.depth || (found.depth === entry.depth && found.hops < entry.hops);
  const isWanted = found.skip === null && isReopened(entry);
  const isLinked = entry.state === 'skipped' && entry.reason === UNLINKED;
  if (!isNearer && !isWanted && !isSitemap && !isLinked) return entry;
  return {
    ...entry,
    depth: isNearer ? found.depth : entry.depth,
    hops: isNearer ? found.hops : entry.hops,
    state: isWanted ? 'queued' : entry.state,
    reason: isWanted ? null : isLinked ? found.skip : entry.reason,
    role: isSitemap ? 'sitemap' : entry.role,
  };
}

/** Whether an entry has the note that it was fetched as a sitemap and turned out to be a page. */
export function isNoSitemap({ reason }: Pick<KnownEntry, 'reason'>): boolean {
  return reason?.split(' ').includes(NO_SITEMAP) === true;
}

/** Whether an entry that redirects is fetched again, because its answer to new cookies may be another one. */
export function isRequestedAgain(
  { state, aliasBy }: Pick<KnownEntry, 'state' | 'aliasBy'>,
  { hasNewCookies = false, skip }: FoundUrl,
): boolean {
  return hasNewCookies && skip === null && state === 'done' && aliasBy === 'redirect';
}

/**
 * Whether an entry that was found again is fetched in full, although it may not have changed: at a smaller depth, its links
 * have smaller depths too, and with another role, it is read otherwise.
 */
export function needsFullFetch(before: KnownEntry, after: KnownEntry): boolean {
  return after.depth < before.depth || after.role !== before.role;
}

/** The spelling to store, if the URL is not the entry's first spelling; else null. */
export function spellingOf(entry: KnownEntry, found: FoundUrl): (MarkedSpelling & { readonly pass: string }) | null {
  const url = found.url.toWellFormed();
  if (url === (entry.url ?? entry.key)) return null;
  return { url, pass: found.pass ?? entry.pass ?? 'unknown', mark: found.skip === null ? null : UNWANTED };
}

/** The links of a document, as they are stored: a URL only where it is not the entry's first spelling. */
export function leadsAmong(
  found: readonly FoundUrl[],
  entries: ReadonlyMap<Key, Pick<KnownEntry, 'id' | 'url'>>,
): Leads {
  const to: PageLink[] = [];
  const named: PageLink[] = [];
  for (const { key, url, source } of found) {
    const entry = entries.get(key);
    if (entry === undefined) continue;
    const spelling = url.toWellFormed();
    (source === 'link' ? to : named).push({ id: entry.id, url: spelling === (entry.url ?? key) ? null : spelling });
  }
  return { to, named };
}
