import { hash } from 'node:crypto';
import { type Frontier, isEquivalent } from '../../db/store.ts';
import type { Canonicalizer } from '../../src/canon/canonicalizer.ts';
import type { Key } from '../../src/canon/key.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { ClaimIndex } from '../../src/evidence/claim-evidence.ts';
import { defaultOf, difference } from '../../src/evidence/difference.ts';
import { isOfHost, isOfQuery, placeOf } from '../../src/facts/site-part.ts';
import { giveWay, isStretchOver } from '../../src/give-way.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { siteOf } from '../discovery.ts';
import { fetchStateOf, urlOf } from '../evidence/pages.ts';

/** The merged URLs that shall have keys of their own. */
export interface MergeSample {
  /** Their keys without claims: those that are to be fetched, and those that have these keys already and are still queued. */
  readonly keys: ReadonlySet<Key>;
  /** The keys that entries have now which need another one, or lose a spelling; none if nothing changes. */
  readonly changed: ReadonlySet<Key>;
  /** The sites of these entries. */
  readonly sites: ReadonlySet<string>;
}

/** The claims of a frontier, and what makes keys under them. */
interface Keying {
  readonly claims: readonly Claim[];
  /** Makes keys without claims. */
  readonly own: Canonicalizer;
  /** Makes keys under the claims. */
  readonly canonicalizer: Canonicalizer;
}

/** The most URLs of a claim. */
const MAX_SAMPLE = 30;

/**
 * Chooses URLs that confirmed claims keep from being fetched, so that some of them are compared nevertheless: of each claim as
 * many as the square root of what it merged, and the page at the top of its part. The choice looks random and is always the
 * same. User verdicts are not checked. Nothing is chosen while other entries are queued.
 *
 * @param mayFetch whether URLs are chosen, or only those that were fetched get the keys of their pages again
 * @param signal stops the work; then nothing changes
 */
export async function mergeSample(
  frontier: Pick<Frontier, 'entries' | 'entry'>,
  { claims, own, canonicalizer: claimed }: Keying,
  mayFetch: boolean,
  signal: AbortSignal,
): Promise<MergeSample> {
  const index = new ClaimIndex(claims.filter(({ verdict }) => verdict === 'confirmed'));
  const [keys, changed, sites] = [new Set<Key>(), new Set<Key>(), new Set<string>()];
  if (index.isEmpty) return NOTHING;
  const samples = new Map<Claim, Sample>();
  /** Pages that have aliases by claims. */
  const merged = new Set<Key>();
  let isQueued = false;
  /** @param page the URL that stands for it, of the entry with the key `of` */
  const add = (url: string, page: string, of: Key, isFetched: boolean): void => {
    const key = own.key(url);
    if (key instanceof UrlError || key === page) return;
    const claim = claimBetween(key, page, index);
    if (claim === null || claim.source === 'user') return;
    const sample = samples.get(claim) ?? new Sample();
    samples.set(claim, sample);
    sample.add({ key, of, isFetched }, isOfItsTop(key, claim));
  };
  for await (const entry of frontier.entries()) {
    if (signal.aborted) return NOTHING;
    const { key, url, site, state, aliasOf, aliasBy, spellings } = entry;
    const isOpen = state === 'queued' || state === 'leased';
    const page = key.startsWith('http') ? claimed.key(url) : key;
    if (aliasOf !== null && aliasBy === 'equivalence') {
      merged.add(aliasOf);
      add(url, aliasOf, aliasOf, !isEquivalent(entry));
      isQueued ||= isOpen;
    } else if (page === key || page instanceof UrlError) isQueued ||= isOpen;
    else {
      add(url, page, page, !isOpen);
      if (isOpen) keys.add(key);
      else if (aliasOf === null) {
        changed.add(key).add(page);
        sites.add(site);
      }
    }
    if (spellings.length === 0 || fetchStateOf(entry) !== 'page') continue;
    const fetched = own.key(urlOf(entry));
    if (fetched instanceof UrlError) continue;
    for (const spelling of spellings) {
      if (isStretchOver()) await giveWay();
      if (spelling.pass !== null && spelling.isUnfollowed !== true) add(spelling.url, fetched, key, false);
    }
  }
  const chosen = mayFetch && !isQueued ? [...samples.values()].flatMap((sample) => sample.chosen()) : [];
  for (const { key, of, isFetched } of chosen) {
    if (isFetched || keys.has(key)) continue;
    const page = await frontier.entry(of, 'bare');
    if (page === null || page.aliasOf !== null || fetchStateOf(page) !== 'page') continue;
    const fetched = own.key(urlOf(page));
    // The page may have been fetched by the same URL, after a redirect.
    if (fetched instanceof UrlError || fetched === key) continue;
    if (key === of) {
      // The page has the URL's own key. Without it, an alias would take its place.
      if (merged.has(of)) continue;
      keys.add(fetched);
    }
    keys.add(key);
    changed.add(key).add(of);
    sites.add(page.site).add(siteOf(parseUrl(key)));
  }
  return { keys, changed, sites };
}

const NOTHING: MergeSample = { keys: new Set(), changed: new Set(), sites: new Set() };

/** The claim that makes one page of two URLs; null if it takes several claims, or none. */
function claimBetween(url: string, page: string, index: ClaimIndex): Claim | null {
  const found = difference(url, page);
  if (found === null) return null;
  return index.at(found, found.path) ?? index.at(defaultOf(found) ?? found, found.path);
}

/** Whether the path of a URL is the part of a site that a claim is about: `/blog`, if all below `/blog/` has one form. */
function isOfItsTop(url: Key, { kind, path }: Claim): boolean {
  const parsed = parseUrl(url);
  return !isOfHost(kind) && !isOfQuery(kind) && !(parsed instanceof UrlError) && placeOf(kind, parsed.path) === path;
}

interface Merged {
  readonly key: Key;
  /** The key of its page. */
  readonly of: Key;
  readonly isFetched: boolean;
}

/** The URLs that one claim merged. */
class Sample {
  #count = 0;
  /** Those with the smallest digests of their keys, in that order, which looks random and is always the same. */
  readonly #least: (Merged & { readonly digest: string })[] = [];

  /** @param isFirst whether it is chosen in any case */
  add(merged: Merged, isFirst: boolean): void {
    const digest = isFirst ? '' : hash('sha256', merged.key);
    const known = this.#least.findIndex(({ key }) => key === merged.key);
    if (known !== -1) {
      // Found again after it was fetched, it is also a spelling.
      if (merged.isFetched) this.#least.splice(known, 1, { ...merged, digest });
      return;
    }
    this.#count++;
    const at = this.#least.findIndex((one) => one.digest > digest);
    this.#least.splice(at === -1 ? this.#least.length : at, 0, { ...merged, digest });
    this.#least.splice(MAX_SAMPLE);
  }

  chosen(): readonly Merged[] {
    return this.#least.slice(0, Math.ceil(Math.sqrt(this.#count)));
  }
}
