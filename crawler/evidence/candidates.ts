import type { Difference } from '../../src/evidence/difference.ts';
import type { Subject } from '../../src/evidence/evidence.ts';
import { subjectKey } from '../../src/evidence/verdict.ts';
import { isAddress } from '../../src/facts/normal-form.ts';
import { areaOf } from '../../src/facts/site-part.ts';
import { inTurn } from '../probe/samples.ts';
import type { Likeness } from './compare-pages.ts';

/** How many pairs of each subject are kept as samples. */
const MAX_SAMPLES = 20;
/**
 * How many unclear pairs of a section are preferred that differ in their texts only, and how many that differ in more. The
 * other samples show whether the claim holds at all.
 */
const MAX_UNCLEAR = 2;
/** How many subjects are counted, because a site may invent any number of parameter names. */
const MAX_SUBJECTS = 10_000;

/** URLs that a fact would merge if it were confirmed, so that a probe may be worth its requests. */
export interface Candidate extends Subject {
  /** How many URLs would be merged. */
  readonly pairs: number;
  /** Some of the pairs, from as many sections of the site as possible. */
  readonly samples: readonly Sample[];
}

/** Two canonical URLs. */
interface Sample {
  readonly url: string;
  readonly page: string;
  /** Whether the crawl could not tell if they show one page, so that a probe learns most from them. Default: false. */
  readonly isUnclear?: boolean;
  /** How alike an unclear pair looks. */
  readonly likeness?: Likeness;
}

/** Counts the pairs of URLs that one fact would merge. */
export class Candidates {
  readonly #subjects = new Map<string, Counted>();

  add(found: Difference, url: string, page: string): void {
    const key = subjectKey(found);
    let counted = this.#subjects.get(key);
    if (counted === undefined) {
      if (this.#subjects.size >= MAX_SUBJECTS) return;
      const { kind, host, about } = found;
      counted = { subject: { kind, host, about }, pairs: 0, sections: new Map() };
      this.#subjects.set(key, counted);
    }
    counted.pairs++;
    const section = areaOf(found.path);
    const samples = counted.sections.get(section);
    if (samples !== undefined) {
      if (samples.length < MAX_SAMPLES) samples.push({ url, page });
    } else if (counted.sections.size < MAX_SAMPLES) counted.sections.set(section, [{ url, page }]);
  }

  /**
   * Puts a pair before the others of its section, because it is unclear whether it is one page. Of several, those that look
   * least alike stay: where each page changes at each fetch, these are likelier to be two pages.
   */
  prefer(found: Difference, url: string, page: string, likeness: Likeness): void {
    const samples = this.#subjects.get(subjectKey(found))?.sections.get(areaOf(found.path));
    if (samples === undefined) return;
    const sample = { url, page, isUnclear: true, likeness };
    const last = samples.filter((one) => one.likeness?.differsBesidesText === likeness.differsBesidesText)[
      MAX_UNCLEAR - 1
    ];
    if (last !== undefined) {
      if (byLikeness(last, sample) <= 0) return;
      samples[samples.indexOf(last)] = { url: last.url, page: last.page };
    }
    const at = samples.findIndex((one) => one.url === url && one.page === page);
    samples.splice(at === -1 ? MAX_SAMPLES - 1 : at, 1);
    samples.push(sample);
    samples.sort(byLikeness);
  }

  /** The candidates, most pairs first. */
  finish(): readonly Candidate[] {
    return [...this.#subjects.values()]
      .map(({ subject, pairs, sections }) => {
        return { ...subject, pairs, samples: inTurn([...sections.values()]).slice(0, MAX_SAMPLES) };
      })
      .sort((a, b) => b.pairs - a.pairs);
  }
}

/** Orders unclear pairs: the least alike first, and others last. */
function byLikeness({ likeness: a }: Sample, { likeness: b }: Sample): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return Number(b.differsBesidesText) - Number(a.differsBesidesText) || a.similarity - b.similarity;
}

interface Counted {
  readonly subject: Subject;
  pairs: number;
  readonly sections: Map<string, Sample[]>;
}

/**
 * IP addresses that may belong to a domain. Only a probe can tell which domain, so every address is a candidate if the
 * crawl knows domains.
 *
 * @param origins as in a key
 */
export function addressCandidates(origins: Iterable<string>): readonly Candidate[] {
  const byKind = Map.groupBy(origins, (origin) => isAddress(hostOf(origin)));
  if (!byKind.has(false)) return [];
  return (byKind.get(true) ?? []).map((origin) => ({
    kind: 'ip',
    host: hostOf(origin),
    about: null,
    pairs: 0,
    samples: [{ url: `${origin}/`, page: `${origin}/` }],
  }));
}

function hostOf(origin: string): string {
  return origin.slice(origin.indexOf('//') + 2);
}
