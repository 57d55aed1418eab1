import type { EvidenceSource, Subject } from './evidence.ts';

/** The possible results for a claim. */
export const VERDICTS = ['confirmed', 'refuted', 'undecided'] as const;

/** One of {@link VERDICTS}. */
export type Verdict = (typeof VERDICTS)[number];

/** The result of all evidence about a subject, for one part of a site. */
export interface Claim extends Subject {
  /**
   * The part of the site: `/` for all of it, `/docs/` for a section, `/docs/a/$` for one page, `/$` for the home page, and
   * `/*\/$` for the pages directly below the root.
   */
  readonly path: string;
  /** The result. */
  readonly verdict: Verdict;
  /** The value for a fact: the form that the site uses. Null for kinds without a value. */
  readonly target: string | null;
  /** The strongest source of the deciding evidence; null if undecided. */
  readonly source: EvidenceSource | null;
  /** Pairs of URLs that support the claim. Statements by the user do not count. */
  readonly samples: number;
  /** Pairs of URLs that contradict the claim. */
  readonly contradictions: number;
  /** Why the claim is not confirmed, as a code; null if it is. */
  readonly reason: string | null;
  /** When the first evidence was seen, in milliseconds since the epoch. */
  readonly firstSeen: number;
  /** When the last evidence was seen, in milliseconds since the epoch. */
  readonly lastSeen: number;
  /** When to check the claim again, in milliseconds since the epoch; null for never. */
  readonly expires: number | null;
}
