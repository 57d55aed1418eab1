import { type Difference, defaultOf } from '../../src/evidence/difference.ts';
import type { Evidence, Subject } from '../../src/evidence/evidence.ts';
import { ENOUGH_ALIKE } from '../../src/evidence/thresholds.ts';
import { subjectKey } from '../../src/evidence/verdict.ts';
import { wwwPair } from '../../src/facts/facts.ts';
import { areaOf, isOfQuery } from '../../src/facts/site-part.ts';
import { Gathering } from '../evidence/gathering.ts';
import { observed } from '../evidence/observed.ts';
import { atMost } from './binomial.ts';
import type { Comparison } from './compare-captures.ts';

/** Two URLs that differ in one thing, and what an archive says about them. */
export interface Pair {
  readonly found: Difference;
  /** The key of the URL that was tried. */
  readonly url: string;
  /** The key of the page that it may equal. */
  readonly page: string;
  readonly seen: Comparison | 'redirects';
  /** A hash of the digest that both have; 0 if they have none in common. */
  readonly content: number;
  /** When the last of the captures was made, in seconds since the epoch. */
  readonly at: number;
  /** The status of a redirect. */
  readonly status?: number;
}

/** The most pieces of evidence for a subject, a section of the site and a side: as many as any verdict uses. */
const MAX_PIECES = 64;
/** The share of pairs that may be different pages: what 29 agreeing pairs, or 59 for queries, show with 95 % confidence. */
const MAX_DIFFERENT = 1 / 10;
const MAX_DIFFERENT_QUERIES = 1 / 20;
const CONFIDENCE = 0.95;

/** The pairs of one section of a site, about one subject. */
interface Section {
  readonly agreeing: Pair[];
  readonly opposed: Pair[];
  readonly unclear: Pair[];
  /** The contents that agreed: the same content again shows nothing new. */
  readonly contents: Set<number>;
  redirects: number;
  /** Number of unclear pairs. */
  unclearCount: number;
  /** Number of pairs of which one was an error page. */
  errors: number;
  /** Number of pairs of which a page changes by itself. */
  changing: number;
}

interface Tally {
  readonly subject: Subject;
  readonly sections: Map<string, Section>;
}

/**
 * Collects pairs by site and decides which of them are evidence. Two captures are never of the same moment, so
 * different digests show only that the pages differ, or that one has changed or was an error page:
 *
 * - Only sections without unclear pairs support a claim.
 * - A subject has evidence if at most a tenth of its pairs are different pages (a twentieth for queries), with 95 %
 *   confidence, even if each unclear pair and each error page is one.
 * - Sections with significantly more of these are not counted. If the others have evidence, their unclear pairs are
 *   evidence against.
 * - Pages that change by themselves say nothing, but must not be the majority.
 */
export class SiteTallies {
  readonly #sites = new Map<string, Map<string, Tally>>();

  add(pair: Pair): void {
    for (const subject of [pair.found, defaultOf(pair.found)]) if (subject !== null) this.#addAbout(subject, pair);
  }

  /** The usable evidence of each site. */
  *finish(): Generator<readonly Evidence[]> {
    for (const tallies of this.#sites.values()) {
      const gathering = new Gathering(MAX_PIECES);
      for (const { subject, sections } of tallies.values()) {
        const { agreeing, opposed } = decided(subject, [...sections.values()]);
        for (const pair of agreeing) addTo(gathering, subject, pair, true);
        for (const pair of opposed) addTo(gathering, subject, pair, false);
      }
      const evidence = gathering.finish();
      if (evidence.length > 0) yield evidence;
    }
  }

  #addAbout(subject: Subject, pair: Pair): void {
    const { seen, content, found } = pair;
    const section = this.#section(subject, areaOf(found.path));
    if (seen === 'changing') section.changing++;
    else if (seen === 'error-page') section.errors++;
    else if (seen === 'unclear') {
      section.unclearCount++;
      keep(section.unclear, pair);
    } else if (seen !== 'same-digest' && seen !== 'redirects') keep(section.opposed, pair);
    else if (content === 0 || !section.contents.has(content)) {
      if (content === 0) section.redirects++;
      else section.contents.add(content);
      keep(section.agreeing, pair);
    }
  }

  #section({ kind, host, about }: Subject, area: string): Section {
    const [site] = wwwPair(host);
    const tallies = this.#sites.get(site) ?? new Map<string, Tally>();
    this.#sites.set(site, tallies);
    const key = subjectKey({ kind, host, about });
    const tally = tallies.get(key) ?? { subject: { kind, host, about }, sections: new Map<string, Section>() };
    tallies.set(key, tally);
    const known = tally.sections.get(area);
    if (known !== undefined) return known;
    const section = {
      agreeing: [],
      opposed: [],
      unclear: [],
      contents: new Set<number>(),
      redirects: 0,
      unclearCount: 0,
      errors: 0,
      changing: 0,
    };
    tally.sections.set(area, section);
    return section;
  }
}

function keep(pairs: Pair[], pair: Pair): void {
  if (pairs.length < MAX_PIECES) pairs.push(pair);
}

/** The pairs that are evidence for and against. */
function decided(subject: Subject, sections: readonly Section[]): Pick<Section, 'agreeing' | 'opposed'> {
  const share = isOfQuery(subject.kind) ? MAX_DIFFERENT_QUERIES : MAX_DIFFERENT;
  const proven = sections.flatMap(({ opposed }) => opposed);
  const { good = [], bad = [] } = Object.groupBy(sections, (one) => (isAbove(share, [one]) ? 'bad' : 'good'));
  const isShown = isBelow(share, good);
  const isUsable = isShown || sum(good, notAgreed) === 0;
  if (!isUsable || sum(good, agreed) < sum(good, ({ changing }) => changing)) return { agreeing: [], opposed: proven };
  const clean = good.filter(({ unclearCount }) => unclearCount === 0);
  // So many sections would confirm the claim for all others too.
  const doubtful = clean.length >= ENOUGH_ALIKE ? sections : bad;
  return {
    agreeing: clean.flatMap(({ agreeing }) => agreeing),
    opposed: isShown ? [...proven, ...doubtful.flatMap(({ unclear }) => unclear)] : proven,
  };
}

/** Whether more than this share of the pairs are different pages, if all that may be are, with some confidence. */
function isAbove(share: number, sections: readonly Section[]): boolean {
  const different = sum(sections, notAgreed);
  const all = different + sum(sections, agreed);
  return different > 0 && 1 - atMost(different - 1, all, share) < 1 - CONFIDENCE;
}

/** Whether less than this share of the pairs are different pages, even if all that may be are, with some confidence. */
function isBelow(share: number, sections: readonly Section[]): boolean {
  const different = sum(sections, notAgreed);
  return atMost(different, different + sum(sections, agreed), share) < 1 - CONFIDENCE;
}

/** How many pairs may be different pages. */
function notAgreed({ unclearCount, errors }: Section): number {
  return unclearCount + errors;
}

/** How many redirects and different contents agree. */
function agreed({ contents, redirects }: Section): number {
  return contents.size + redirects;
}

function sum(sections: readonly Section[], count: (section: Section) => number): number {
  return sections.reduce((total, section) => total + count(section), 0);
}

function addTo(gathering: Gathering, subject: Subject, pair: Pair, supports: boolean): void {
  const { found, url, page, at, content, status } = pair;
  const seen = pair.seen === 'unclear' ? 'other-digest' : pair.seen;
  const answer = status === undefined ? {} : { answer: { status, location: page } };
  const what = { source: 'archive', by: 'archive', supports, seen, at: at * 1000 } as const;
  const piece = observed({ url, page, ...what, ...answer }, found);
  if (piece === null) return;
  const { kind, host, about } = subject;
  gathering.add({ ...piece.evidence, kind, host, about }, content === 0 ? null : String(content), found.params);
}
