import type { AuditPage } from '../site/page.ts';
import { similarity } from './text-sketch.ts';

/** How much of a page's text another page contains, estimated from two sketches. */
export interface Containment {
  /** The Jaccard index of the two texts, from 0 to 1. */
  readonly similarity: number;
  /** The largest likely share of the page's text in the other, from 0 to 1: the estimate plus twice its standard error. */
  readonly most: number;
}

/** Pages with fewer words are often pictures or shells for scripts, which their text does not describe. */
const MIN_WORDS = 20;
/** Bins of a sketch, and how often two bins are equal by chance. */
const BINS = 128;
const BY_CHANCE = 1 / 64;

/**
 * Estimates how much of a page's text another page contains. By RFC 6596 3, a canonical URL may have more text than the
 * page. If the other text is far longer, sketches cannot decide, and `most` is 1.
 *
 * @returns null if a page has too little text or no sketch
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
