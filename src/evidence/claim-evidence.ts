import { partAround, placeOf } from '../facts/site-part.ts';
import type { Claim } from './claim.ts';
import { sampleOf } from './coverage.ts';
import type { Evidence, Subject } from './evidence.ts';
import { subjectKey } from './verdict.ts';

/** Finds the claim about the smallest part of a site that contains a place. */
export class ClaimIndex {
  readonly #byPart = new Map<string, Map<string, Claim>>();

  constructor(claims: readonly Claim[]) {
    for (const claim of claims) {
      const parts = this.#byPart.get(subjectKey(claim)) ?? new Map<string, Claim>();
      this.#byPart.set(subjectKey(claim), parts.set(claim.path, claim));
    }
  }

  /** Whether there are no claims. */
  get isEmpty(): boolean {
    return this.#byPart.size === 0;
  }

  /**
   * The claim about a subject for a page.
   *
   * @param path path of a page of the site
   * @returns null if no claim about the subject applies there
   */
  at(subject: Subject, path: string): Claim | null {
    return this.#around(subject, placeOf(subject.kind, path));
  }

  /** The claim that a piece of evidence belongs to; null if there is none. */
  of(evidence: Evidence): Claim | null {
    return this.#around(evidence, sampleOf(evidence).place);
  }

  #around(subject: Subject, place: string): Claim | null {
    const parts = this.#byPart.get(subjectKey(subject));
    const part = parts === undefined ? null : partAround(place, parts);
    return part === null ? null : (parts?.get(part) ?? null);
  }
}

/** The evidence for each claim. Evidence belongs to the claim about the smallest part of the site that contains it. */
export function evidenceOf(
  claims: readonly Claim[],
  evidence: readonly Evidence[],
): ReadonlyMap<Claim, readonly Evidence[]> {
  const index = new ClaimIndex(claims);
  const found = new Map(claims.map((claim): [Claim, Evidence[]] => [claim, []]));
  for (const one of evidence) {
    const claim = index.of(one);
    if (claim !== null) found.get(claim)?.push(one);
  }
  return found;
}
