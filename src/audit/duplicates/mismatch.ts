import { addressesTo } from '../site/address.ts';
import { oncePerPage } from '../site/once-per-site.ts';
import type { AuditPage, AuditRecord } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { canonicalEnd } from '../site/target.ts';
import { languageOfText } from '../site/text-language.ts';
import { numberAfterFirst } from './pagination.ts';
import { errorPageSign } from './soft-404.ts';
import { similarity } from './text-sketch.ts';

/** How much of a page's text another page contains, estimated from two sketches. */
interface Containment {
  /** The Jaccard index of the two texts, from 0 to 1. */
  readonly similarity: number;
  /** The largest likely share of the page's text in the other, from 0 to 1: the estimate plus twice its standard error. */
  readonly most: number;
}

/** A canonical URL that is a different page. */
export interface Mismatch {
  /** The strongest sign of the difference. Only one is reported. */
  readonly kind: 'language' | 'pagination' | 'home' | 'content';
  /** The page that the canonical URL shows, also after redirects. */
  readonly target: AuditPage;
  /** How much of the page's text the target contains; null if sketches cannot tell. */
  readonly containment: Containment | null;
  /** The languages in which the titles, headings and descriptions of both are written; null if they do not tell. */
  readonly written: WrittenLanguages | null;
}

/** The languages of a page and of its canonical URL. */
interface WrittenLanguages {
  readonly own: string;
  readonly target: string;
}

/**
 * Thresholds for the share of a page's text in its canonical URL: below them, the two are different pages. Measured on
 * the manuals of PostgreSQL and Python. Pages and edited copies of them (1995 pairs): none below 0.3, 0.7% below 0.6.
 * Pairs of different pages of one manual: 93% and 81% below 0.3. The first threshold applies if only the texts differ,
 * the second if the URLs or headings differ too, the third to pages of a list: a page that shows all misses less.
 */
const LEAST_ALONE = 0.3;
const LEAST_WITH_SIGN = 0.6;
const LEAST_OF_SERIES = 0.9;
/** Translations share what nobody translates: names, prices, code, comments of visitors. */
const LEAST_OF_TRANSLATION = 0.85;

/** How a page and the one that its canonical URL leads to differ; null if they are the same, or if that is unknown. */
export const mismatchOf: (page: AuditPage, site: AuditSite) => Mismatch | null = oncePerPage((page, site) => {
  const end = canonicalEnd(page, site);
  return end === null ? null : mismatchWith(page, end, site);
});

/** How a page and another one differ, as in {@link mismatchOf}. */
export function mismatchWith(page: AuditPage, target: AuditPage, site: AuditSite): Mismatch | null {
  if (!target.allowsIndexing) return null;
  const contained = containment(page, target);
  const written = writtenLanguages(site.record(page), site.record(target));
  const most = contained?.most ?? null;
  const kind = isTranslation(page, target, written, most)
    ? 'language'
    : kindOf(page, target, most, hasOtherHeading(site.record(page), site.record(target)));
  if (kind === null || errorPageSign(target, site) !== null) return null;
  return { kind, target, containment: contained, written };
}

function isTranslation(
  page: AuditPage,
  target: AuditPage,
  written: WrittenLanguages | null,
  most: number | null,
): boolean {
  // If the texts are equal, one of the language attributes is wrong.
  if (page.text === target.text || (most ?? 0) >= LEAST_OF_TRANSLATION) return false;
  // Templates often declare one language for all pages, so what is written decides if it can.
  return written === null ? isOtherLanguage(page, target) : written.own !== written.target;
}

function writtenLanguages(own: AuditRecord | null, target: AuditRecord | null): WrittenLanguages | null {
  const languages = [own, target].map((record) => (record === null ? null : languageOfText(shortTexts(record))));
  const [first = null, second = null] = languages;
  return first === null || second === null ? null : { own: first, target: second };
}

function shortTexts({ title, heading, description }: AuditRecord): string {
  return [title, heading, description].filter((text) => text !== null).join(' \n ');
}

/** Whether titles and first headings of two pages are known and have no word in common. */
function hasOtherHeading(own: AuditRecord | null, target: AuditRecord | null): boolean {
  if (!own?.heading || !target?.heading || !own.title || !target.title) return false;
  const words = new Set(wordsOf(`${target.title} ${target.heading}`));
  return words.size > 0 && !wordsOf(`${own.title} ${own.heading}`).some((word) => words.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function kindOf(
  page: AuditPage,
  target: AuditPage,
  most: number | null,
  isOtherSubject: boolean,
): Mismatch['kind'] | null {
  const addresses = addressesTo(target, page);
  if (most === null || addresses === null) return null;
  const { own, named } = addresses;
  if (most < LEAST_OF_SERIES && numberAfterFirst(own, named) !== null) return 'pagination';
  const isHome = named.query === null && named.path === '/' && own.path !== '/';
  if (most < LEAST_WITH_SIGN && isHome) return 'home';
  return most < (isOtherSubject ? LEAST_WITH_SIGN : LEAST_ALONE) ? 'content' : null;
}

/** `de-CH` and `de` are the same language. */
function isOtherLanguage(page: AuditPage, target: AuditPage): boolean {
  const [own, other] = [languageOf(page), languageOf(target)];
  return own !== '' && other !== '' && own !== other;
}

function languageOf({ language }: AuditPage): string {
  return /^[a-z]{2,3}(?![a-z\d])/.exec(language?.trim() ?? '')?.[0] ?? '';
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
function containment(page: AuditPage, other: AuditPage): Containment | null {
  const [own, others] = [page.entry.details?.sketch, other.entry.details?.sketch];
  if (!own || !others || page.words < MIN_WORDS || other.words < MIN_WORDS) return null;
  if (page.text === other.text) return { similarity: 1, most: 1 };
  const jaccard = similarity(own, others);
  const words = page.words + other.words;
  const share = (jaccard / (1 + jaccard)) * (words / page.words);
  const error = Math.sqrt(Math.max(jaccard * (1 - jaccard), BY_CHANCE) / Math.min(BINS, words)) * (words / page.words);
  return { similarity: jaccard, most: Math.min(1, share + 2 * error) };
}
