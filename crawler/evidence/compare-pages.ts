import type { Entry } from '../../db/store.ts';
import { similarity } from '../../src/audit/duplicates/text-sketch.ts';
import { recordIn } from './entry-record.ts';

/** Words that a page must have for its text to mean anything: less is what an application shows before it runs. */
const MIN_WORDS = 10;

/** Below this, two texts are not one page at two times: 4 words in a row are hardly ever the same. */
const MAX_OTHER = 0.5;

/** What two pages of a crawl say of each other; `unclear` where they differ and may have changed in between. */
export type Comparison = 'same-bytes' | 'same-text' | 'other-text' | 'unclear';

/**
 * Compares two pages that were fetched once each. Whether a page changes at every fetch cannot be known from that, so
 * texts that are much the same are neither one nor two.
 *
 * @returns null where there is too little to compare
 */
export function comparePages(a: Entry, b: Entry): Comparison | null {
  if (!isWhole(a) || !isWhole(b)) return null;
  const [text, other] = [a.details?.text ?? null, b.details?.text ?? null];
  if (text === null || other === null) {
    if (text !== other) return 'unclear';
    return a.digest === b.digest ? 'same-bytes' : 'unclear';
  }
  if (!hasText(a) || !hasText(b)) return null;
  if (a.digest === b.digest) return 'same-bytes';
  if (text === other) return 'same-text';
  const alike = similarity(a.details?.sketch ?? '', b.details?.sketch ?? '');
  return alike < MAX_OTHER ? 'other-text' : 'unclear';
}

/** Whether the body was read, and to its end. */
function isWhole({ digest, reason }: Entry): boolean {
  return digest !== null && reason === null;
}

function hasText(entry: Entry): boolean {
  return (recordIn(entry)?.words ?? 0) >= MIN_WORDS;
}
