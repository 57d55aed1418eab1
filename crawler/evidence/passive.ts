import { type Entry, type Frontier, MAX_ALIAS_CHAIN } from '../../db/store.ts';
import type { Canonicalizer } from '../../src/canon/canonicalizer.ts';
import type { Key } from '../../src/canon/key.ts';
import { IntColumn } from '../../src/compact/column.ts';
import { blockingKey } from '../../src/evidence/blocking-key.ts';
import { type Difference, difference, mergedDifferences } from '../../src/evidence/difference.ts';
import type { Evidence, Subject } from '../../src/evidence/evidence.ts';
import { subjectKey } from '../../src/evidence/verdict.ts';
import { isOfHost, isOfQuery, sectionOf, placeOf as sitePlaceOf } from '../../src/facts/site-part.ts';
import { giveWay, isStretchOver } from '../../src/give-way.ts';
import { orNull, UrlError } from '../../src/url/error.ts';
import { dropParams, paramName, sortParams } from '../../src/url/query.ts';
import { addressCandidates, type Candidate, Candidates } from './candidates.ts';
import { type Comparison, comparePages, likenessOf } from './compare-pages.ts';
import { cleanParamEvidence, noVarySearchEvidence } from './declarations.ts';
import { canonicalEvidence, inDeclaredForm } from './declared-canonical.ts';
import { unclearPairs, unlikeOthers } from './doubtful-pairs.ts';
import { Gathering } from './gathering.ts';
import { unlessKnownBetter } from './known-better.ts';
import { type Observed, observed } from './observed.ts';
import { type FetchState, fetchStateOf, urlOf } from './pages.ts';
import { elsewhereEvidence, losesPath, lossEvidence, redirectEvidence } from './redirected.ts';
import { RepeatedTexts } from './repeated-texts.ts';
import { isComparedByParam, placeOf, type UrlClass, UrlClasses } from './url-classes.ts';

/** What a crawl observed without extra requests. */
export interface Passive {
  readonly evidence: readonly Evidence[];
  /** Pairs of pages of which it is unclear whether they are equal, as evidence against. They count only where other pages redirect. */
  readonly doubts: readonly Evidence[];
  /** Candidates for a probe, most pairs first. */
  readonly candidates: readonly Candidate[];
  /** Whether an entry shows a text that also appears at another path: a notice, or a shell that a program fills. */
  readonly isNotice: (entry: Entry) => boolean;
  /** Whether there were more entries than are examined. */
  readonly isPartial: boolean;
}

/** The most pieces of evidence for a subject, a section of the site and a side: as many as any verdict uses. */
const MAX_PIECES = 16;
/** How many pages of a class are compared, of those with the content of its first page, and as many of the others. */
const MAX_COMPARED = 32;
/**
 * Two merged pages that differ are two pages only if they were fetched within this time, in milliseconds. After a longer
 * time, one page may have changed.
 */
const MEANWHILE = 60 * 60 * 1000;
/** How many entries, and how many pairs of them, are read with one call: each call may be a trip to a server. */
const AT_ONCE = 100;
/** How many origins are remembered. */
const MAX_ORIGINS = 10_000;

/**
 * Collects the evidence in a crawl's frontier: redirects, declarations, and pages that one fact would merge, or has
 * merged, and that have the same text, different texts or are gone. It reads all entries once, and the few that are
 * compared again. Memory holds each entry's key and about 30 bytes, for as many entries as {@link UrlClasses} takes. Other
 * work gets its turn in between.
 *
 * @param signal stops the work, which then returns no evidence
 * @param claimed makes keys under the claims of the frontier; null to compare only URLs that one fact would merge
 */
export async function passiveEvidence(
  frontier: Store & Pick<Frontier, 'entries'>,
  signal?: AbortSignal,
  claimed: Canonicalizer | null = null,
): Promise<Passive> {
  const walk = new Walk(frontier, signal, claimed);
  try {
    const entries: Entry[] = [];
    for await (const entry of frontier.entries('bare')) {
      if (entries.push(entry) === AT_ONCE) await walk.read(entries.splice(0));
    }
    await walk.read(entries);
    return await walk.finish();
  } catch (error) {
    if (signal?.aborted) return NOTHING;
    throw error;
  }
}

const NOTHING: Passive = { evidence: [], doubts: [], candidates: [], isNotice: () => false, isPartial: true };

const STATES: readonly FetchState[] = ['page', 'merged', 'gone', 'to-root', 'to-other', 'unfetched'];

type Store = Pick<Frontier, 'entriesOf' | 'evidence' | 'getMeta' | 'linkedBy'>;

class Walk {
  readonly #frontier: Store;
  readonly #signal: AbortSignal | undefined;
  readonly #claimed: Canonicalizer | null;
  readonly #gathering = new Gathering(MAX_PIECES);
  /** Evidence against claims that merged two URLs together. */
  readonly #together = new Gathering(MAX_PIECES);
  /** Pairs of pages that may or may not be equal, as evidence against. */
  readonly #doubts = new Gathering(MAX_PIECES);
  readonly #repeated = new RepeatedTexts();
  readonly #candidates = new Candidates();
  readonly #urls = new UrlClasses();
  readonly #origins = new Set<string>();
  /** Origins with an entry that was fetched and is a page or leads to one. */
  readonly #answering = new Set<string>();
  /** By row. */
  readonly #keys: Key[] = [];
  readonly #states = new IntColumn();
  /** Hashes of the contents of pages, or of the page that a URL redirects to. */
  readonly #contents = new IntColumn();
  /** The contents that appear at more than one path: notices, or shells that a script fills. */
  #common: ReadonlySet<number> = new Set();
  /** The contents that URLs at more than one path redirect to, such as a login. */
  #commonTargets: ReadonlySet<number> = new Set();
  /** Places that pages at other places declare as their canonical URL, although their texts differ. */
  readonly #misdeclared = new Set<number>();
  #isPartial = false;
  /** The entries read together with the last ones. If parameter names are invented, one page is that of many classes. */
  #known: ReadonlyMap<Key, Entry | null> = new Map();
  readonly #pairs: RowPair[] = [];

  constructor(frontier: Store, signal: AbortSignal | undefined, claimed: Canonicalizer | null) {
    this.#frontier = frontier;
    this.#signal = signal;
    this.#claimed = claimed;
  }

  async read(entries: readonly Entry[]): Promise<void> {
    await this.#load(entries.flatMap(({ role, aliasOf }) => (aliasOf !== null && role === 'page' ? [aliasOf] : [])));
    for (const entry of entries) {
      await giveWay(this.#signal);
      this.#read(entry);
    }
  }

  #read(entry: Entry): void {
    const url = urlOf(entry);
    const state = fetchStateOf(entry);
    const [origin] = /^https?:\/\/[^/?#]+/.exec(entry.key) ?? [];
    if (origin !== undefined) {
      if (this.#origins.size < MAX_ORIGINS) this.#origins.add(origin);
      const isAnswer = state === 'page' || entry.aliasBy === 'redirect';
      if (isAnswer && this.#answering.size < MAX_ORIGINS) this.#answering.add(origin);
    }
    if (entry.aliasOf !== null && entry.role === 'page') this.#readAlias(entry, entry.aliasOf);
    if (state === null) return;
    this.#addRow(entry, url, state);
    if (state === 'page') for (const piece of noVarySearchEvidence(entry, url)) this.#gathering.add(piece);
  }

  async finish(): Promise<Passive> {
    for (const origin of this.#origins) {
      await giveWay(this.#signal);
      for (const piece of await cleanParamEvidence(this.#frontier, origin)) this.#gathering.add(piece);
    }
    this.#common = await this.#contentsOfPaths((state) => state !== 'to-other' && state !== 'merged');
    this.#commonTargets = await this.#contentsOfPaths((state) => state === 'to-other');
    // They may have changed meanwhile.
    this.#known = new Map();
    for await (const members of this.#urls.byForm(this.#signal)) await this.#examine(members);
    for await (const members of this.#urls.byParam(this.#signal)) await this.#examine(members);
    await this.#comparePairs();
    const before = await this.#frontier.evidence();
    const sound = this.#gathering.finish().filter((piece) => !this.#isMistake(piece));
    if (this.#claimed !== null) await this.#compareMerged(this.#claimed, sound);
    const together = this.#together.finish();
    const doubts = this.#doubts.finish();
    const repeated = this.#repeated.finish([...before, ...sound, ...together, ...doubts]);
    const evidence = unlessKnownBetter([...sound, ...repeated, ...together], before);
    const unlike = unlikeOthers(doubts, [...before, ...evidence]);
    const known = [...before, ...unlike];
    return {
      evidence: [...evidence, ...unlike, ...unclearPairs(doubts, known)],
      doubts,
      candidates: [...this.#candidates.finish(), ...addressCandidates(this.#answering)],
      isNotice: (entry) => this.#common.has(contentHash(entry)),
      isPartial: this.#isPartial,
    };
  }

  #addRow(entry: Entry, url: string, state: FetchState, content: number = contentHash(entry)): void {
    const row = this.#urls.add(url);
    if (row < 0) {
      this.#isPartial ||= this.#urls.isFull;
      return;
    }
    const text = this.#urls.text(row);
    // Keeps only one of two equal strings in memory.
    this.#keys.push(text !== '' && text === entry.key ? text : entry.key);
    this.#states.push(STATES.indexOf(state));
    this.#contents.push(content);
  }

  #readAlias(entry: Entry, target: Key): void {
    const page = this.#entry(target);
    if (page === null) return;
    if (entry.aliasBy === 'redirect') {
      const evidence = redirectEvidence(entry, page);
      this.#add(evidence);
      const end = evidence === null ? this.#endOf(page) : null;
      // An entry that a redirect led to is a step of that redirect: it does not count as a second URL of the page.
      const content = end === null || entry.source === 'redirect' ? 0 : contentHash(end);
      if (losesPath(entry, page)) this.#addRow(entry, urlOf(entry), 'to-root');
      else if (end !== null) this.#addRow(entry, urlOf(entry), 'to-other', content);
    }
    if (entry.aliasBy === 'canonical') {
      this.#add(canonicalEvidence(entry, page));
      if (isMisdeclared(entry, page)) this.#misdeclared.add(placeOnSite(urlOf(page)));
    }
  }

  /** Whether the page may have declared its canonical URL only because all pages of a list declare it. */
  #isMistake({ seen, page }: Evidence): boolean {
    return seen === 'canonical' && page !== null && this.#misdeclared.has(placeOnSite(page));
  }

  /** The page that an entry is or leads to; null if none was fetched. */
  #endOf(entry: Entry): Entry | null {
    let end: Entry | null = entry;
    for (let steps = 0; end !== null && fetchStateOf(end) !== 'page'; steps++) {
      if (end.aliasOf === null || steps === MAX_ALIAS_CHAIN) return null;
      end = this.#entry(end.aliasOf);
    }
    return end;
  }

  /** Reads the entries of keys, and those that they lead to. */
  async #load(keys: readonly Key[]): Promise<void> {
    const earlier = this.#known;
    const known = new Map<Key, Entry | null>();
    this.#known = known;
    for (let wanted = new Set(keys), steps = 0; wanted.size > 0 && steps <= MAX_ALIAS_CHAIN; steps++) {
      const missing = [...wanted].filter((key) => !earlier.has(key));
      const found = missing.length === 0 ? [] : await this.#frontier.entriesOf(missing, 'bare');
      const read = new Map(missing.map((key, place) => [key, found[place] ?? null]));
      const next = new Set<Key>();
      for (const key of wanted) {
        const entry = read.get(key) ?? earlier.get(key) ?? null;
        known.set(key, entry);
        if (entry !== null && entry.aliasOf !== null && fetchStateOf(entry) !== 'page') next.add(entry.aliasOf);
      }
      wanted = new Set([...next].filter((key) => !known.has(key)));
    }
  }

  /** An entry that was loaded. */
  #entry(key: Key | null | undefined): Entry | null {
    return (key && this.#known.get(key)) || null;
  }

  #state(row: number): FetchState {
    return STATES[this.#states.get(row)] ?? 'unfetched';
  }

  /** The contents that URLs in some states have at more than one path. */
  async #contentsOfPaths(isCounted: (state: FetchState) => boolean): Promise<ReadonlySet<number>> {
    const places = new Map<number, number>();
    const common = new Set<number>();
    for (let row = 0; row < this.#contents.length; row++) {
      if (isStretchOver()) await giveWay(this.#signal);
      const content = this.#contents.get(row);
      if (content === 0 || !isCounted(this.#state(row))) continue;
      const place = placeOf(this.#urls.text(row));
      const known = places.get(content);
      if (known === undefined) places.set(content, place);
      else if (known !== place) common.add(content);
    }
    return common;
  }

  /** Compares the first page of a class with its other URLs, or the first URL if no page is known yet. */
  async #examine(members: UrlClass): Promise<void> {
    const first = members.find((row) => this.#state(row) === 'page') ?? members.find((row) => this.#isOpen(row));
    if (first === undefined) return;
    const counts = new Map<string, number>();
    for (const row of members) {
      await giveWay(this.#signal);
      const [url, standing] = [this.#urls.text(row), this.#urls.text(first)];
      const found = row === first ? null : difference(url, standing);
      if (found === null) continue;
      if (this.#isOpen(row) && !this.#isNotice(first)) this.#candidates.add(found, url, standing);
      if (this.#state(row) === 'unfetched' || this.#state(first) !== 'page') continue;
      if (this.#countAlike(counts, row, first) > MAX_COMPARED) continue;
      if (this.#pairs.push({ row, first, found, isMerged: false }) === AT_ONCE) await this.#comparePairs();
    }
  }

  /**
   * Counts a URL of a class, and returns how many like it there are so far. Pages that are merged already, pages equal to the
   * first one and redirects, such as those to a login, are counted apart, so that they keep no other page from being compared:
   * one that differs tells most.
   *
   * @param counts the counts of the class so far
   */
  #countAlike(counts: Map<string, number>, row: number, first: number): number {
    const group = `${this.#state(row)} ${this.#contents.get(row) === this.#contents.get(first)}`;
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count;
  }

  /** Whether the text of a page also appears at another path. */
  #isNotice(row: number): boolean {
    return this.#common.has(this.#contents.get(row));
  }

  /** Whether a URL may still turn out to equal another one. */
  #isOpen(row: number): boolean {
    return this.#state(row) === 'page' || this.#state(row) === 'unfetched';
  }

  async #comparePairs(): Promise<void> {
    const pairs = this.#pairs.splice(0);
    await this.#load(pairs.flatMap(({ first, row }) => [first, row]).flatMap((row) => this.#keys[row] ?? []));
    for (const pair of pairs) {
      await giveWay(this.#signal);
      const { row, first } = pair;
      const [page, other] = [this.#entry(this.#keys[first]), this.#entry(this.#keys[row])];
      if (page !== null && other !== null) await this.#comparePair({ ...pair, other, page }, this.#state(row));
    }
  }

  /**
   * Compares URLs that several claims merged together, or that a claim merged on another host or in another part of the site
   * than the URLs name. If they differ, one of the claims is wrong. Which one is unknown, so the difference speaks against all
   * of them that are about a part of the site, or against those about whole hosts if there are no others.
   *
   * @param known evidence about single facts: what this refutes is not compared
   */
  async #compareMerged(claimed: Canonicalizer, known: readonly Evidence[]): Promise<void> {
    const refuted = new Set(known.filter(({ supports }) => supports === false).map(partOf));
    for await (const members of this.#urls.byKey(claimed, this.#signal)) {
      const first = members.find((row) => this.#state(row) === 'page');
      if (first === undefined) continue;
      const counts = new Map<string, number>();
      for (const row of members) {
        await giveWay(this.#signal);
        if (row === first || this.#state(row) === 'unfetched') continue;
        if (this.#countAlike(counts, row, first) > MAX_COMPARED) continue;
        const differences = this.#mergedDifferences(row, first, claimed);
        if (differences.some((found) => refuted.has(partOf(found)))) continue;
        const ofParts = differences.filter(({ kind }) => !isOfHost(kind));
        for (const found of ofParts.length > 0 ? ofParts : differences) {
          this.#pairs.push({ row, first, found, isMerged: true });
        }
        if (this.#pairs.length >= AT_ONCE) await this.#comparePairs();
      }
    }
    await this.#comparePairs();
  }

  /** The differences of two URLs that claims removed; none if there is only one, by which the two were compared already. */
  #mergedDifferences(row: number, first: number, claimed: Canonicalizer): readonly Difference[] {
    const [url, standing] = [this.#urls.text(row), this.#urls.text(first)];
    const key = claimed.canonicalize(standing);
    const found = key instanceof UrlError ? [] : mergedDifferences(url, standing, key);
    const alone = difference(url, standing);
    if (alone === null || found.some((one) => partOf(one) !== partOf(alone))) return found;
    const isCompared =
      alone.kind !== 'param' || [url, standing].some((one) => isComparedByParam(one, alone.about ?? ''));
    return isCompared ? [] : found;
  }

  async #comparePair(pair: Pair, state: FetchState): Promise<void> {
    const seen = state === 'page' || state === 'merged' ? comparePages(pair.other, pair.page) : null;
    const contradiction = seen === 'other-text' ? textContradiction(pair) : this.#contradiction(pair, state);
    if (pair.isMerged) {
      if (contradiction !== null) this.#together.addPair(contradiction, null);
    } else if (contradiction !== null) this.#add(contradiction);
    else if (seen !== null && seen !== 'other-text') await this.#addContent(pair, seen);
  }

  /** The evidence of a status or redirect that two URLs are not one page; null if there is none. */
  #contradiction(pair: Pair, state: FetchState): Observed | null {
    const { other, page, found } = pair;
    if (state === 'gone') {
      const answer = { status: other.status, location: null };
      const what = { source: 'status', supports: false, seen: 'not-found', by: 'crawl', at: latest(pair) } as const;
      return observed({ ...what, url: urlOf(other), page: urlOf(page), answer }, found);
    }
    if (state === 'to-root') {
      const root = this.#entry(other.aliasOf);
      return root === null ? null : lossEvidence(other, root, page, found);
    }
    if (state !== 'to-other') return null;
    const end = this.#endOf(other);
    const content = end === null ? 0 : contentHash(end);
    // If URLs of several paths redirect to a page, as to a login, or show it, it belongs to none of them.
    if (end === null || this.#common.has(content) || this.#commonTargets.has(content)) return null;
    return comparePages(end, page) === 'other-text' ? elsewhereEvidence(other, end, page, found) : null;
  }

  async #addContent(pair: Pair, seen: Exclude<Comparison, 'other-text'>): Promise<void> {
    const { other, page, found } = pair;
    if (seen === 'unknown') return this.#addDoubt(pair);
    if (seen === 'unclear') return this.#addUnclear(pair);
    const isNotice = this.#isNotice(pair.first);
    if (isNotice && found.kind !== 'param') return;
    // Under two forms of a path, relative links lead elsewhere; a query does not change where they lead.
    if (seen === 'same-text' && isOfQuery(found.kind) && !(await this.#leadToSame(other, page, found.about))) {
      if (isNotice) return;
      return found.kind === 'param' ? this.#addUnclear(pair) : this.#gathering.addUnclear(found);
    }
    const piece = contentOf(pair, { supports: true, seen });
    if (piece === null) return;
    this.#repeated.add(piece.evidence, found);
    if (!isNotice) this.#add(inDeclaredForm(piece, [page, other]), page.details?.text ?? page.digest);
  }

  #addUnclear(pair: Pair): void {
    const { row, first, found, other, page } = pair;
    this.#gathering.addUnclear(found);
    if (!this.#isNotice(first) && this.#isOpen(row))
      this.#candidates.prefer(found, this.#urls.text(row), this.#urls.text(first), likenessOf(other, page));
    this.#addDoubt(pair);
  }

  #addDoubt(pair: Pair): void {
    const { other, page, found } = pair;
    if (timeBetween(pair) > MEANWHILE) return;
    const what = { source: 'content', supports: false, seen: 'not-redirected', by: 'crawl', at: latest(pair) } as const;
    const piece = observed({ url: urlOf(other), page: urlOf(page), ...what }, found);
    if (piece !== null) this.#doubts.addPair(piece, null);
  }

  /** Whether two pages link to the same places: two lists may have the same words, and lead to other pages. */
  async #leadToSame(a: Entry, b: Entry, param: string | null): Promise<boolean> {
    const [own, others] = [await this.#placesLinkedBy(a, param), await this.#placesLinkedBy(b, param)];
    return own.size === others.size && [...own].every((place) => others.has(place));
  }

  /**
   * The links of a page without the parameter in question. Of two pages with the same links, one may have been read before a
   * claim merged some of them.
   */
  async #placesLinkedBy({ key }: Entry, param: string | null): Promise<ReadonlySet<string>> {
    const keyOf = (linked: Key): Key => orNull(this.#claimed?.key(linked) ?? linked) ?? linked;
    return new Set((await this.#frontier.linkedBy(key)).map((linked) => withoutParam(keyOf(linked), param)));
  }

  #add(found: Observed | null, content: string | null = null): void {
    // Only a probe can check whether the address also answers under the domain's name.
    if (found === null || (found.evidence.kind === 'ip' && found.evidence.supports)) return;
    this.#gathering.addPair(found, content);
  }
}

/** A link without its fragment and a parameter, also where another one repeats it: `/login?next=%2Fa%3Fsort%3Db`. */
function withoutParam(linked: string, name: string | null): string {
  const [path = '', query = ''] = linked.replace(/#.*/s, '').split(/\?(.*)/s);
  const left = dropParams(query, (param) => paramName(param) === name || repeats(param, name));
  return left === null || left === '' ? path : `${path}?${sortParams(left)}`;
}

/** Whether the value of a parameter is a URL that has a parameter; any parameter if the name is null. */
function repeats(param: string, name: string | null): boolean {
  const value = param.replaceAll(/\?|%3f|%26/gi, '&').replaceAll(/%3d/gi, '=');
  return name === null ? value.includes('&') : value.includes(`&${name}=`);
}

/** Whether a page declares one at another place, and their texts are not the same. */
function isMisdeclared(alias: Entry, page: Entry): boolean {
  if (placeOnSite(urlOf(alias)) === placeOnSite(urlOf(page))) return false;
  const compared = comparePages(alias, page);
  return compared === 'other-text' || compared === 'unclear';
}

/** A text that identifies a subject and the part of a site that evidence against it refutes at least. */
function partOf(about: Subject & { readonly path: string }): string {
  const place = sitePlaceOf(about.kind, about.path);
  return `${subjectKey(about)} ${isOfQuery(about.kind) ? place : sectionOf(place)}`;
}

/** A hash of a URL without regard to its query, and to differences that any claim could merge. */
function placeOnSite(url: string): number {
  return blockingKey(url.replace(/[?#].*/s, ''), null);
}

/** A hash that distinguishes the contents of pages; 0 if the page was not read. */
function contentHash({ details, digest }: Entry): number {
  const content = details?.text ?? digest;
  return content === null ? 0 : Number.parseInt(content.slice(0, 8), 16) | 0;
}

/** The evidence of two different pages; null if a page may have changed before it was merged. */
function textContradiction(pair: Pair): Observed | null {
  if (pair.other.aliasBy === 'equivalence' && timeBetween(pair) > MEANWHILE) return null;
  return contentOf(pair, { supports: false, seen: 'other-text' });
}

/** The evidence of two pages. Of two forms, the site links to the one that was found first. */
function contentOf(pair: Pair, seen: { readonly supports: boolean; readonly seen: Comparison }): Observed | null {
  const { other, page, found } = pair;
  const what = { source: 'content', ...seen, by: 'crawl', at: latest(pair) } as const;
  const isOtherFirst = found.form !== null && other.id < page.id;
  return isOtherFirst
    ? observed({ url: urlOf(page), page: urlOf(other), ...what })
    : observed({ url: urlOf(other), page: urlOf(page), ...what }, found);
}

/** Two entries that one fact would merge. */
interface Pair extends RowPair {
  readonly other: Entry;
  readonly page: Entry;
}

/** The rows of two such entries. */
interface RowPair {
  readonly row: number;
  /** That of the page. */
  readonly first: number;
  readonly found: Difference;
  /** Whether claims merged them already, of which this is one. Only what contradicts it is of interest. */
  readonly isMerged: boolean;
}

function timeBetween({ other, page }: Pair): number {
  return Math.abs((other.fetchedAt ?? 0) - (page.fetchedAt ?? 0));
}

function latest({ other, page }: Pair): number {
  return Math.max(other.fetchedAt ?? 0, page.fetchedAt ?? 0);
}
