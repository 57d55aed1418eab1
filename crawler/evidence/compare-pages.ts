import type { PageNote } from '../../db/reasons.ts';
import type { Entry } from '../../db/store.ts';
import { similarity } from '../../src/audit/duplicates/text-sketch.ts';
import { UNCONDITIONAL } from '../conditions.ts';
import { recordIn } from '../page/kept-record.ts';
import { urlOf } from './pages.ts';

/** How many words a text needs to be compared. A shorter one may be what an application shows before it starts. */
const MIN_WORDS = 10;

/** Two texts with less similarity than this are different pages: they share almost no four words in a row. */
const MAX_OTHER = 0.5;

type PageRecord = ReturnType<typeof recordIn>;

/**
 * The result of comparing two pages of a crawl; `unclear` if they differ but may have changed in between, `unknown` if one of
 * them is a file or was not read to its end, or if they differ and have too little text to be compared.
 */
export type Comparison = 'same-bytes' | 'same-text' | 'other-text' | 'unclear' | 'unknown';

/** How alike two pages look that may be one page at two moments. */
export interface Likeness {
  /** Whether title, heading, description, images or frames differ: one page seldom changes these between two fetches. */
  readonly differsBesidesText: boolean;
  /** The similarity of their texts, from 0 to 1. */
  readonly similarity: number;
}

/**
 * Compares two pages that were fetched once each. One fetch does not show whether a page always changes, so similar
 * texts are neither equal nor different.
 *
 * @returns null if they have the same text and too little of it, or if the server says that they are the same file
 */
export function comparePages(a: Entry, b: Entry): Comparison | null {
  if (!isWhole(a) || !isWhole(b)) return isSameFile(a, b) ? null : 'unknown';
  const [text, other] = [a.details?.text ?? null, b.details?.text ?? null];
  if (text === null || other === null) {
    if (text !== other) return 'unclear';
    return a.digest === b.digest ? 'same-bytes' : 'unclear';
  }
  const [record, otherRecord] = [recordIn(a), recordIn(b)];
  const isSame = text === other && isSameBesides(record, otherRecord);
  if (!hasText(record) || !hasText(otherRecord)) return isSame ? null : 'unknown';
  if (a.digest === b.digest) return 'same-bytes';
  if (isSame) return 'same-text';
  if (differInTitleAndHeading(record, otherRecord)) return 'other-text';
  if (text === other) return 'unclear';
  return textSimilarity(a, b) < MAX_OTHER ? 'other-text' : 'unclear';
}

/** How alike two pages look: in title, heading, description, images or frames, and in their texts. */
export function likenessOf(a: Entry, b: Entry): Likeness {
  return { differsBesidesText: !isSameBesides(recordIn(a), recordIn(b)), similarity: textSimilarity(a, b) };
}

function textSimilarity(a: Entry, b: Entry): number {
  return similarity(a.details?.sketch ?? '', b.details?.sketch ?? '');
}

/** Whether two pages differ in both title and heading. One page seldom changes both between two fetches. */
function differInTitleAndHeading(a: PageRecord, b: PageRecord): boolean {
  return (['title', 'heading'] as const).every((name) => {
    const [own, other] = [a?.[name] ?? null, b?.[name] ?? null];
    return own !== null && other !== null && own !== other;
  });
}

/** Whether two pages have the same title, heading, description, images and frames. */
function isSameBesides(a: PageRecord, b: PageRecord): boolean {
  return (['title', 'heading', 'description', 'embedded'] as const).every(
    (name) => (a?.[name] ?? null) === (b?.[name] ?? null),
  );
}

/** Whether the body was read completely. */
function isWhole({ digest, reason }: Entry): boolean {
  return digest !== null && (reason === null || reason.split(' ').every((note) => NOT_OF_BODY.has(note)));
}

/** By the validators of the server. Files of two paths may have one date, as those that were copied together. */
function isSameFile(a: Entry, b: Entry): boolean {
  const { etag = null, lastModified = null } = a.details ?? {};
  if (etag !== (b.details?.etag ?? null)) return false;
  if (etag !== null && etag !== UNCONDITIONAL) return true;
  return lastModified !== null && lastModified === b.details?.lastModified && withoutOrigin(a) === withoutOrigin(b);
}

function withoutOrigin(entry: Entry): string {
  return urlOf(entry).replace(/^https?:\/\/[^/?#]*/, '');
}

/** Notes on pages whose body was read completely. */
const NOT_OF_BODY: ReadonlySet<string> = new Set<PageNote>(['canonical-loop', 'selection-cut', 'selection-failed']);

function hasText(record: PageRecord): boolean {
  return (record?.words ?? 0) >= MIN_WORDS;
}
