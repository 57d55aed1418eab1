/**
 * Slug forms: rules that turn the name of a page or document into a path segment. Pure, without a Node API, and the same
 * on every engine. Lossy: two names may have one slug, and a slug may be empty, which is then no key for anything.
 *
 * @packageDocumentation
 */
import { compileSlug, type SlugOptions, type SlugStepResult } from './slug/compile.ts';

export { compileSlug, type Slugger, type SlugOptions, type SlugStepResult } from './slug/compile.ts';
export { SlugOptionsError } from './slug/error.ts';
export type { SlugForm, SlugStep } from './slug/form.ts';
export { SLUG_FORMS } from './slug/forms.ts';
export { slugOfSegment } from './slug/segment.ts';

export interface WikidotOptions {
  /** What to leave out of the two steps that "Wikidot Normal Form" does not have. */
  readonly noStep?: readonly ('drop-leading-slash' | 'drop-default-category')[];
}

export interface HippoOptions {
  /** `document` (default) by the text of the rules, `upstream` as the shipping code. */
  readonly variant?: 'document' | 'upstream';
}

const wikidotAsItIs = compileSlug('wikidot');
const wikijumpAsItIs = compileSlug('wikijump');
const hippoDocument = compileSlug('hippo', { variant: 'document' });
const hippoUpstream = compileSlug('hippo', { variant: 'upstream' });

/**
 * The name of a page in Wikidot's URLs: `FRAGMENT:some page (1)` → `fragment:some-page-1`.
 *
 * Source: "Wikidot Normal Form" (SCUTTLE), with the table of letters of scpwiki/wikidot-normalize 0.7.1. Where the two
 * contradict themselves, what applying Wikidot's own code again and again ends in.
 */
export function wikidot(name: string, options?: WikidotOptions): string {
  return (options === undefined ? wikidotAsItIs : compileSlug('wikidot', options)).slug(name);
}

/**
 * The name of a page in Wikijump's URLs, which keep letters of every script: `Site-五` → `site-五`.
 *
 * Source: scpwiki/wikidot-normalize 0.12.0, with Unicode 16.0.
 */
export function wikijump(name: string): string {
  return wikijumpAsItIs.slug(name);
}

/**
 * The path segment of a document's name in Hippo CMS: `Q&A: what; now?` → `qa-what-now`.
 *
 * Source: "document name to URL path segment" (Hippo CMS, Encoding of node names) for the variant `document`;
 * `StringCodecFactory.UriEncoding` of bloomreach/brxm 15.2.3 for `upstream`.
 */
export function hippo(name: string, options: HippoOptions = {}): string {
  return (options.variant === 'upstream' ? hippoUpstream : hippoDocument).slug(name);
}

/**
 * The steps of a form, each with the text behind it.
 *
 * @throws {SlugOptionsError} where there is no such form, variant or optional step
 */
export function explain(form: string, name: string, options?: SlugOptions): readonly SlugStepResult[] {
  return compileSlug(form, options).explain(name);
}

/**
 * Whether a name is its own slug.
 *
 * @throws {SlugOptionsError} where there is no such form, variant or optional step
 */
export function isNormal(form: string, name: string, options?: SlugOptions): boolean {
  return compileSlug(form, options).isNormal(name);
}
