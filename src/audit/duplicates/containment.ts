import type { AuditPage } from '../site/page.ts';
import { similarity } from './text-sketch.ts';

/** How much of a page's text another has, too: estimated from two sketches. */
export interface Containment {
  /** The Jaccard index of the two texts, as `similarity` has it. */
  readonly similarity: number;
  /** The share of the page's text that the other one has at most, from 0 to 1: the estimate and twice its standard error. */
  readonly most: number;
}

/** Pages of fewer words are often pictures or shells for scripts: their text does not say what they are. */
const MIN_WORDS = 20;
/** Bins of a sketch, and how often two bins are equal by chance. */
const BINS = 128;
const BY_CHANCE = 1 / 64;

/**
 * Estimates how much of a page's text stands in another page: RFC 6596 3 lets a canonical URL have more than the page.
 * Of a text that is far longer, sketches cannot tell what it contains; the estimate is then 1 at most.
 *
 * @returns null where there is too little text, or no sketch of it
 */
export function containment(page: AuditPage, other: AuditPage): Containment | null {
  const [own, others] = [page.entry.details?.sketch, other.entry.details?.sketch];
  if (!own || !others || page.words < MIN_WORDS || other.words < MIN_WORDS) return null;
  if (page.text === other.text) return { similarity: 1, most: 1 };
  const jaccard = similarity(own, others);
  const words = page.words + other.words;
  const share = (jaccard / (1 + jaccard)) * (words / page.words);
  const error = Math.sqrt(Math.max(jaccard * (1 - jaccard), BY_CHANCE) / Math.min(BINS, words)) * (words / page.words);
  return { similarity: jaccard, most: Math.min(1, share + 2 * error) };
}
