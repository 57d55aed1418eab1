import { countedCanonicals } from '../../src/audit/site/counted-canonicals.ts';
import type { Canonicalizer } from '../../src/canon/canonicalizer.ts';
import { uniqueKey } from '../../src/canon/unique-key.ts';
import { isHtml } from '../../src/content-type.ts';
import { UrlError } from '../../src/url/error.ts';
import { resolve } from '../../src/url/resolve.ts';
import { header } from '../fetch/response.ts';
import { MAX_URL_LENGTH } from '../limits.ts';
import { utf8Of } from '../page/charset.ts';
import { readDocument } from '../page/document.ts';
import type { Page } from './answer.ts';
import { type PageText, readPageText } from './page-text.ts';

/** The text of a page; null if it is not HTML or is too large. */
export function textOf({ headers, body }: Page): PageText | null {
  const contentType = header({ headers }, 'content-type');
  if (body.bytes === null || !isHtml(contentType)) return null;
  return readPageText(utf8Of(body.bytes, contentType));
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

/**
 * Whether a link or image that stays on one page never appears on the other, neither as written nor by its target.
 * Links to the page itself differ like the URLs of the pages, and the canonicalizer gives them the same key.
 */
export function haveOtherLinks(a: readonly View[], b: readonly View[], canonicalizer: Canonicalizer): boolean {
  return lacks(b, steady(a, b), canonicalizer) || lacks(a, steady(b, a), canonicalizer);
}

/** References, with their page, that appear in all looks and that the other page does not have as written. */
function steady([first, ...rest]: readonly View[], others: readonly View[]): readonly [View, string][] {
  if (first === undefined) return [];
  return [...first.text.references]
    .filter((reference) => rest.every(({ text }) => text.references.has(reference)))
    .filter((reference) => !others.some(({ text }) => text.references.has(reference)))
    .map((reference) => [first, reference]);
}

function lacks(views: readonly View[], wanted: readonly [View, string][], canonicalizer: Canonicalizer): boolean {
  if (wanted.length === 0) return false;
  const targets = new Set(
    views.flatMap((view) => [...view.text.references].map((reference) => targetOf(view, reference, canonicalizer))),
  );
  return wanted.some(([view, reference]) => !targets.has(targetOf(view, reference, canonicalizer)));
}

function targetOf({ url, text }: View, reference: string, canonicalizer: Canonicalizer): string {
  // Every resolved reference would be as long as the base.
  const base = text.base === null || text.base.length > MAX_URL_LENGTH ? url : resolve(text.base, url);
  const absolute = resolve(reference, base instanceof UrlError ? url : base);
  const key = absolute instanceof UrlError ? absolute : canonicalizer.key(absolute);
  return key instanceof UrlError ? reference : key;
}
