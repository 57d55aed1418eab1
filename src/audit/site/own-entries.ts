import type { Key } from '../../canon/key.ts';
import type { AuditEntry, PageLinks } from './entry.ts';
import type { KeptEntry } from './kept-entry.ts';
import { withoutFragment } from './page.ts';

type Spelling = AuditEntry['spellings'][number];
type Listing = AuditEntry['listings'][number];
type Link = PageLinks['to'][number];
type KeyOf = (url: string) => Key | null;

/** Finds the entries of an audit. */
export interface Lookup {
  readonly byId: (id: number) => KeptEntry | undefined;
  readonly byKey: (key: Key) => KeptEntry | undefined;
}

/**
 * Entries that were fetched as URLs of their own before a fact merged them with others, such as `/a`, which redirects to
 * `/a/`, or which `/a/` names as canonical. A later crawl finds links to them as links to the others. In an audit, they
 * count for the entry that has the URL, as in the first crawl, so that audits of an unchanged site agree. For the same
 * reason, an entry that a fact merged before it was fetched counts as a spelling of the entry that is fetched instead, as
 * it would if the crawl had found it after the fact. Only the listings of its URL in sitemaps stay with it.
 */
export class OwnEntries {
  /** The entries by the keys that their URLs have without facts. */
  readonly #entries = new Map<Key, KeptEntry>();
  /** The entries that were merged before they were fetched, each with the one that is fetched instead, by number. */
  readonly #unfetched = new Map<number, { readonly url: string; readonly target: KeptEntry }>();
  readonly #keyOf: KeyOf;
  readonly #withoutFacts: KeyOf;
  readonly #lookup: Lookup | null;

  /**
   * @param keyOf the key of a URL under the crawl's options
   * @param withoutFacts the same without facts
   * @param lookup null if all claims are confirmed, so that each URL belongs to the entry that its links name
   */
  constructor(entries: readonly KeptEntry[], keyOf: KeyOf, withoutFacts: KeyOf, lookup: Lookup | null) {
    this.#keyOf = keyOf;
    this.#withoutFacts = withoutFacts;
    this.#lookup = lookup;
    const targets = new Map<Key | null, KeptEntry | null>();
    for (const { aliasOf } of entries) if (aliasOf !== null) targets.set(aliasOf, null);
    for (const entry of entries) if (targets.has(entry.key)) targets.set(entry.key, entry);
    for (const entry of entries) {
      // An entry that was merged with no other one has the key of its URL.
      if (entry.aliasBy === null && !targets.has(entry.key)) continue;
      const target = isUnfetchedAlias(entry) ? (targets.get(entry.aliasOf) ?? null) : null;
      if (target !== null) this.#unfetched.set(entry.id, { url: entry.url, target });
      else if (keyOf(entry.url) === entry.key) continue;
      for (const url of [entry.key, entry.url]) {
        const own = withoutFacts(url);
        if (own !== null) this.#entries.set(own, entry);
      }
    }
  }

  /** The entry that has a URL; undefined if the URL has no entry of its own. */
  at(url: string): KeptEntry | undefined {
    const own = this.#withUrl(url);
    return own && (this.#unfetched.get(own.id)?.target ?? own);
  }

  #withUrl(url: string): KeptEntry | undefined {
    if (this.#entries.size === 0) return undefined;
    const own = this.#withoutFacts(url);
    return own === null ? undefined : this.#entries.get(own);
  }

  /** Whether only facts make two URLs one page. */
  areMerged(one: string, other: string): boolean {
    const key = this.#keyOf(one);
    return key !== null && key === this.#keyOf(other) && this.#withoutFacts(one) !== this.#withoutFacts(other);
  }

  /** Moves spellings and listings to the entries that have their URLs. */
  settle(entries: KeptEntry[]): void {
    if (this.#entries.size === 0) return;
    const spelled = new Map<number, Spelling[]>();
    const inSitemaps = new Map<number, Listing[]>();
    for (const { id, spellings, listings } of entries) {
      for (const one of spellings) {
        const own = this.at(one.url) ?? this.#unfetched.get(id)?.target;
        // The target of a redirect has no pass, and stays.
        if (own === undefined || one.pass === null) push(spelled, id, one);
        else if (own.url !== one.url) push(spelled, own.id, one);
      }
      for (const one of listings) push(inSitemaps, this.#withUrl(one.url)?.id ?? id, one);
    }
    for (const [place, entry] of entries.entries()) {
      const found = { spellings: spelled.get(entry.id) ?? NONE, listings: inSitemaps.get(entry.id) ?? NONE };
      entries[place] = { ...entry, ...found };
    }
  }

  /** Links to the entries that have their URLs. */
  resolve({ from, to }: PageLinks): PageLinks {
    const areRight = this.#entries.size === 0 && this.#lookup === null;
    return { from, to: areRight ? to : to.map((link) => this.#resolveLink(link)) };
  }

  #resolveLink(link: Link): Link {
    const unfetched = this.#unfetched.get(link.id);
    if (unfetched !== undefined) return { id: unfetched.target.id, url: link.url ?? unfetched.url };
    if (link.url === null) return link;
    const own = this.at(link.url) ?? this.#ownerNow(link.url, link.id);
    if (own === undefined || own.id === link.id) return link;
    return { id: own.id, url: link.url === own.url ? null : link.url };
  }

  /** The entry that a URL belongs to now, if a claim gave it to the entry `id` and was refuted after the page was read. */
  #ownerNow(url: string, id: number): KeptEntry | undefined {
    const named = this.#lookup?.byId(id);
    // Most links differ from the URL of their entry only in the fragment.
    if (!this.#lookup || named === undefined || withoutFragment(url) === named.key) return undefined;
    const key = this.#keyOf(url);
    const isSame = key === null || named.key === key || this.#keyOf(named.url) === key;
    return isSame ? undefined : this.#lookup.byKey(key);
  }
}

function push<Item>(lists: Map<number, Item[]>, id: number, item: Item): void {
  const list = lists.get(id);
  if (list === undefined) lists.set(id, [item]);
  else list.push(item);
}

const NONE: readonly never[] = [];

/** Whether a fact merged an entry with others before it was fetched. */
export function isUnfetchedAlias({ state, status, aliasBy }: KeptEntry): boolean {
  return aliasBy === 'equivalence' && state === 'skipped' && status === null;
}
