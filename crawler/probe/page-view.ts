import { countedCanonicals } from '../../src/audit/site/counted-canonicals.ts';
import type { Canonicalizer } from '../../src/canon/canonicalizer.ts';
import { uniqueKey } from '../../src/canon/unique-key.ts';
import { isHtml } from '../../src/content-type.ts';
import { orNull } from '../../src/url/error.ts';
import { resolve } from '../../src/url/resolve.ts';
import { header } from '../fetch/response.ts';
import { MAX_URL_LENGTH } from '../limits.ts';
import { sniffEncoding, utf8Of } from '../page/charset.ts';
import { readDocument } from '../page/document.ts';
import type { Page } from './answer.ts';
import { type PageText, readPageText } from './page-text.ts';

/** The text of a page; null if it is not HTML or is too large. */
export function textOf({ headers, body }: Page): PageText | null {
  const contentType = header({ headers }, 'content-type');
  if (body.bytes === null || !isHtml(contentType)) return null;
  return readPageText(utf8Of(body.bytes, sniffEncoding(body.bytes, contentType)));
}

/** The absolute canonical URL that a page declares; null if no declaration counts, or if they differ. */
export function canonicalOf({ url, headers, body }: Page): string | null {
  return readDocument(url, { headers, body: body.bytes }).canonical;
}

/** The keys of the canonical URLs that a page declares: more than one if its declarations differ. */
export function canonicalKeys({ url, headers, body }: Page): ReadonlySet<string> {
  const { canonicals } = readDocument(url, { headers, body: body.bytes }).record;
  return new Set(countedCanonicals(canonicals).map((one) => uniqueKey(one.url ?? '')));
}

/** One look at a page. */
export interface View {
  readonly url: string;
  readonly text: PageText;
}

/** How the links and images of two pages differ: only in their queries, or also in their paths. */
export type LinkComparison = 'same' | 'other-queries' | 'other-places';

/**
 * Compares the links and images that stay on each of two pages with all of the other's, as written and by their targets.
 * Links to the page itself differ like the URLs of the pages, and the canonicalizer gives them the same key.
 */
export function compareLinks(a: readonly View[], b: readonly View[], canonicalizer: Canonicalizer): LinkComparison {
  const differences = [differenceTo(b, steady(a, b), canonicalizer), differenceTo(a, steady(b, a), canonicalizer)];
  return COMPARISONS.find((one) => differences.includes(one)) ?? 'same';
}

/** The worst first. */
const COMPARISONS: readonly LinkComparison[] = ['other-places', 'other-queries'];

/** References, with their page, that appear in all looks and that the other page does not have as written. */
function steady([first, ...rest]: readonly View[], others: readonly View[]): readonly [View, string][] {
  if (first === undefined) return [];
  return [...first.text.references]
    .filter((reference) => rest.every(({ text }) => text.references.has(reference)))
    .filter((reference) => !others.some(({ text }) => text.references.has(reference)))
    .map((reference) => [first, reference]);
}

function differenceTo(
  views: readonly View[],
  wanted: readonly [View, string][],
  canonicalizer: Canonicalizer,
): LinkComparison {
  if (wanted.length === 0) return 'same';
  const targets = new Set(
    views.flatMap((view) => [...view.text.references].map((reference) => targetOf(view, reference, canonicalizer))),
  );
  const missing = wanted
    .map(([view, reference]) => targetOf(view, reference, canonicalizer))
    .filter((one) => !targets.has(one));
  if (missing.length === 0) return 'same';
  const places = new Set([...targets].map(withoutQuery));
  return missing.every((one) => places.has(withoutQuery(one))) ? 'other-queries' : 'other-places';
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*/s, '');
}

function targetOf({ url, text }: View, reference: string, canonicalizer: Canonicalizer): string {
  // Every resolved reference would be as long as the base.
  const base = text.base === null || text.base.length > MAX_URL_LENGTH ? null : orNull(resolve(text.base, url));
  const absolute = orNull(resolve(reference, base ?? url));
  return (absolute === null ? null : orNull(canonicalizer.key(absolute))) ?? reference;
}
