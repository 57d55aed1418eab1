import type { Difference } from '../../src/evidence/difference.ts';
import type { Subject } from '../../src/evidence/evidence.ts';
import { subjectKey } from '../../src/evidence/verdict.ts';
import { isAddress } from '../../src/facts/normal-form.ts';
import { areaOf } from '../../src/facts/site-part.ts';

/** Pairs of each subject that are given as examples. */
const MAX_SAMPLES = 20;
/** Subjects that are counted: a site that makes up names of parameters has no end of them. */
const MAX_SUBJECTS = 10_000;

/** URLs that a fact would make one, if it were one: where a probe is worth its requests. */
export interface Candidate extends Subject {
  /** How many URLs would be spared. */
  readonly pairs: number;
  /** Some of them, from as many sections of the site as there are. */
  readonly samples: readonly Sample[];
}

/** Two URLs, canonical. */
interface Sample {
  readonly url: string;
  readonly page: string;
}

/** Counts the pairs of URLs that one fact would make one. */
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

  /** The most pairs first. */
  finish(): readonly Candidate[] {
    return [...this.#subjects.values()]
      .map(({ subject, pairs, sections }) => ({ ...subject, pairs, samples: spread([...sections.values()]) }))
      .sort((a, b) => b.pairs - a.pairs);
  }
}

interface Counted {
  readonly subject: Subject;
  pairs: number;
  readonly sections: Map<string, Sample[]>;
}

/**
 * Addresses that may stand for a domain. Which one that is only a probe tells, so that they are candidates wherever there
 * are domains beside them.
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

/** From each section the first, then from each the second, and so on. */
function spread(sections: readonly (readonly Sample[])[]): readonly Sample[] {
  const turns = Array.from({ length: MAX_SAMPLES }, (_, turn) => sections.flatMap((samples) => samples[turn] ?? []));
  return turns.flat().slice(0, MAX_SAMPLES);
}
