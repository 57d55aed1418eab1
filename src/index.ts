/**
 * The canonicalizer. Pure, without Node APIs, so it also runs in a browser.
 *
 * @module dustpan
 */
export {
  type Canonicalizer,
  type Change,
  compile,
  type Trace,
} from './canon/canonicalizer.ts';
export {
  type CheckPassOptions,
  checkPass,
  type PassCheck,
  type PassLaw,
  PassLawError,
} from './canon/check-pass.ts';
export { type Comparison, compare } from './canon/compare.ts';
export type { Key } from './canon/key.ts';
export type { AttributedPass, KeyAndPass } from './canon/key-and-pass.ts';
export { type CanonOptions, CanonOptionsError, type CustomProfile } from './canon/options.ts';
export { PROFILES, type Profile } from './canon/profiles.ts';
export { uniqueKey } from './canon/unique-key.ts';
export { DustpanError } from './error.ts';
export type { Assumptions, Fact } from './facts/facts.ts';
export type { ParamOptions } from './facts/param-lists.ts';
export {
  ASSUMABLE_FACTS,
  type AssumableFact,
  type FactKind,
  type ParamJudge,
  type ParamVerdict,
  type Place as ParamPlace,
  type Scoped,
  type SiteFacts,
} from './facts/site-facts.ts';
export type { SiteProfile, SlugRule } from './facts/site-profile.ts';
export { UnknownOptionError } from './known-options.ts';
export { type CustomPass, definePass, type PassDefinition, PassDefinitionError, PassError } from './passes/custom.ts';
export { PASSES } from './passes/index.ts';
export { PASS_CLASSES, type Pass, type PassClass, type PassExample } from './passes/pass.ts';
export { UrlError, type UrlErrorCode } from './url/error.ts';
export { parseUrl } from './url/parse.ts';
export { type ParsedUrl, serialize } from './url/parsed-url.ts';
export { resolve } from './url/resolve.ts';
export { surt } from './url/surt.ts';
