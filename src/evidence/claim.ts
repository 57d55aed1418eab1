import type { EvidenceSource, Subject } from './evidence.ts';

export const VERDICTS = ['confirmed', 'refuted', 'undecided'] as const;

export type Verdict = (typeof VERDICTS)[number];

/** What the evidence on one subject comes to, for one part of a site. */
export interface Claim extends Subject {
  /** The part of the site, as `site-part.ts` names it: `/` for the whole, `/docs/` for a section, `/$` for the home page. */
  readonly path: string;
  readonly verdict: Verdict;
  /** The value of the fact: the form that the site uses. Null for kinds that have none. */
  readonly target: string | null;
  /** The strongest source among what decided; null where nothing did. */
  readonly source: EvidenceSource | null;
  /** Pairs of URLs that support it; the user's word is none. */
  readonly samples: number;
  /** Pairs of URLs that contradict it. */
  readonly contradictions: number;
  /** Why it is not confirmed, as a code; null where it is. */
  readonly reason: string | null;
  /** When the first and the last of the evidence was seen, milliseconds since the epoch. */
  readonly firstSeen: number;
  readonly lastSeen: number;
  /** From when on it is to be checked again, milliseconds since the epoch; null for never. */
  readonly expires: number | null;
}
