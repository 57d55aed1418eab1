/**
 * Slug forms: rules that turn the name of a page or document into a path segment. Pure, without Node APIs, and with the
 * same result on every engine. Slugs are lossy: two names may share one, and a slug may be empty. Do not use an empty
 * slug as a key.
 *
 * @module dustpan/slug
 */
import { type OptionNames, refuseUnknownOptions } from './known-options.ts';
import { compileSlug, type SlugOptions, type SlugStepResult } from './slug/compile.ts';

export { compileSlug, type Slugger, type SlugOptions, type SlugStepResult, slugOfSegment } from './slug/compile.ts';
export { SlugOptionsError } from './slug/error.ts';
export type { SlugForm, SlugStep } from './slug/form.ts';
export { SLUG_FORMS } from './slug/forms.ts';

/** Options of {@link wikidot}. */
export interface WikidotOptions {
  /** Steps to leave out. Both are additions to "Wikidot Normal Form". */
  readonly noStep?: readonly ('drop-leading-slash' | 'drop-default-category')[];
}

/** Options of {@link hippo}. */
export interface HippoOptions {
  /** `document` (default) follows the documented rules, `upstream` follows Hippo's code. */
  readonly variant?: 'document' | 'upstream';
}

const WIKIDOT_OPTIONS: OptionNames<WikidotOptions> = { noStep: true };
const HIPPO_OPTIONS: OptionNames<HippoOptions> = { variant: true };

const wikidotAsItIs = compileSlug('wikidot');
const wikijumpAsItIs = compileSlug('wikijump');
const hippoVariants = new Map(
  (['document', 'upstream'] as const).map((variant) => [variant, compileSlug('hippo', { variant })]),
);

/**
 * The name of a page as it appears in Wikidot's URLs: `FRAGMENT:some page (1)` → `fragment:some-page-1`.
 *
 * Source: "Wikidot Normal Form" (SCUTTLE), with the letter table of scpwiki/wikidot-normalize 0.7.1. Where the two
 * disagree, the result is the one on which repeated runs of Wikidot's own code settle.
 *
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {SlugOptionsError} if `noStep` names a step that is not optional
 */
export function wikidot(name: string, options?: WikidotOptions): string {
  if (options === undefined) return wikidotAsItIs.slug(name);
  refuseUnknownOptions(options, WIKIDOT_OPTIONS, 'of wikidot');
  return compileSlug('wikidot', options).slug(name);
}

/**
 * The name of a page as it appears in Wikijump's URLs, which keep letters of every script: `Site-五` → `site-五`.
 *
 * Source: scpwiki/wikidot-normalize 0.12.0, with Unicode 16.0.
 */
export function wikijump(name: string): string {
  return wikijumpAsItIs.slug(name);
}

/**
 * The path segment for a document name in Hippo CMS: `Q&A: what; now?` → `qa-what-now`.
 *
 * Source: "document name to URL path segment" (Hippo CMS, Encoding of node names) for the variant `document`;
 * `StringCodecFactory.UriEncoding` of bloomreach/brxm 15.2.3 for `upstream`.
 *
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {SlugOptionsError} if the variant does not exist
 */
export function hippo(name: string, options: HippoOptions = {}): string {
  refuseUnknownOptions(options, HIPPO_OPTIONS, 'of hippo');
  const { variant = 'document' } = options;
  return (hippoVariants.get(variant) ?? compileSlug('hippo', { variant })).slug(name);
}

/**
 * Runs the steps of a form and returns the text after each one.
 *
 * @param form `wikidot`, `wikijump` or `hippo`
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {SlugOptionsError} if the form, variant or optional step does not exist
 */
export function explain(form: string, name: string, options?: SlugOptions): readonly SlugStepResult[] {
  return compileSlug(form, options).explain(name);
}

/**
 * Whether a name is its own slug.
 *
 * @param form `wikidot`, `wikijump` or `hippo`
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {SlugOptionsError} if the form, variant or optional step does not exist
 */
export function isNormal(form: string, name: string, options?: SlugOptions): boolean {
  return compileSlug(form, options).isNormal(name);
}
