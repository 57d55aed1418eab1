import { DustpanError } from '../error.ts';
import { checkFacts, hostPatternProblem, indexNameProblem, paramNameProblem } from '../facts/check.ts';
import type { Assumptions, Fact } from '../facts/facts.ts';
import { ParamLists, type ParamOptions } from '../facts/param-lists.ts';
import { ASSUMABLE_FACTS, type AssumableFact } from '../facts/site-facts.ts';
import type { SiteProfile, SlugRule } from '../facts/site-profile.ts';
import { type OptionNames, refuseUnknownOptions, withoutUndefined } from '../known-options.ts';
import { guarded, type PassDefinition } from '../passes/custom.ts';
import { PASSES } from '../passes/index.ts';
import { PASS_CLASSES, type Pass } from '../passes/pass.ts';
import { SLUG_FORMS } from '../slug/forms.ts';
import { isTexts } from '../text/is-texts.ts';
import { didYouMean, quote } from '../text/wording.ts';
import { PROFILES, profileNamed } from './profiles.ts';

/** How to canonicalize URLs. Every option may be omitted. */
export interface CanonOptions extends ProfileChanges {
  /** The name of a built-in profile or of one in `profiles`. Default: `standard`. */
  readonly profile?: string;
  /** Custom profiles by name. */
  readonly profiles?: Readonly<Record<string, CustomProfile>>;
  /** The scheme for input without one, such as `https`. Default: such input is invalid. */
  readonly defaultScheme?: string;
  /** Facts about hosts, for the passes that need them. */
  readonly facts?: readonly Fact[];
  /** Additions and exceptions to the built-in list of tracking parameters. */
  readonly params?: ParamOptions;
  /** Names of index pages, such as `home.html`, instead of the usual ones. Case-insensitive. */
  readonly indexNames?: readonly string[];
  /** Kinds of sites, by host, whose paths follow a slug form. */
  readonly sites?: readonly SiteProfile[];
  /**
   * Passes of your own, see {@link definePass}. They run with every profile unless `noPass` names them, each after the
   * built-in passes of its class.
   */
  readonly passes?: readonly PassDefinition[];
}

/** Changes to a profile. */
interface ProfileChanges {
  /** Passes to add. If a pass needs a fact, the fact is assumed for every site. */
  readonly pass?: readonly string[];
  /** Passes to leave out. */
  readonly noPass?: readonly string[];
  /** Kinds of facts to assume for every site. */
  readonly assume?: readonly string[];
  /** Which form to assume for `www`, which must be assumed. Default: `remove`. */
  readonly toWww?: 'add' | 'remove';
  /** Which scheme to assume for `scheme`, which must be assumed. Default: `https`. */
  readonly toScheme?: 'http' | 'https';
}

/** A custom profile: a built-in one with changes. */
export interface CustomProfile extends ProfileChanges {
  /** The name of a built-in profile. Default: `standard`. */
  readonly extends?: string;
}

const WWW_FORMS = ['add', 'remove'] as const satisfies readonly CanonOptions['toWww'][];
const SCHEMES = ['http', 'https'] as const satisfies readonly CanonOptions['toScheme'][];

const PROFILE_CHANGES: OptionNames<ProfileChanges> = {
  pass: true,
  noPass: true,
  assume: true,
  toWww: true,
  toScheme: true,
};
const CUSTOM_PROFILE: OptionNames<CustomProfile> = { ...PROFILE_CHANGES, extends: true };
/** All options of `compile` and of all else that makes keys. */
export const CANON_OPTIONS: OptionNames<CanonOptions> = {
  ...PROFILE_CHANGES,
  profile: true,
  profiles: true,
  defaultScheme: true,
  facts: true,
  params: true,
  indexNames: true,
  sites: true,
  passes: true,
};
const PROFILE_NAMES = PROFILES.map(({ name }) => name);
const PARAM_OPTIONS: OptionNames<ParamOptions> = { drop: true, keep: true, rules: true };
const FACT: OptionNames<Fact> = { kind: true, host: true, path: true, value: true };
const SITE: OptionNames<SiteProfile> = { name: true, summary: true, hosts: true, slug: true };
const SLUG: OptionNames<SlugRule> = { form: true, variant: true, segments: true, except: true, tails: true };

/**
 * Refuses options that do not exist, also in the objects inside, and values of a wrong type.
 *
 * @param where for the message: `of compile`
 * @throws {UnknownOptionError} for the first unknown option
 * @throws {CanonOptionsError} for the first value that an option cannot have
 */
export function refuseUnknownCanonOptions(given: CanonOptions, where: string): void {
  refuseUnknownOptions(given, CANON_OPTIONS, where);
  checkChanges(given, '');
  checkType(given, ['profile'], TEXT, '');
  checkType(given, ['indexNames'], TEXTS, '');
  const badScheme = given.defaultScheme === undefined ? null : schemeProblem(given.defaultScheme);
  if (badScheme !== null) throw new CanonOptionsError(badScheme);
  for (const name of ['facts', 'sites', 'passes'] as const) {
    if (given[name] === undefined || Array.isArray(given[name])) continue;
    throw new CanonOptionsError(`${name}: is not a list; write it in [ ]`);
  }
  const { profiles = {}, params, facts = [], sites = [] } = given;
  if (typeof profiles !== 'object' || profiles === null || Array.isArray(profiles)) {
    throw new CanonOptionsError('profiles: is not an object; write { name: { … } }');
  }
  for (const [name, profile] of Object.entries(profiles)) {
    const at = `profiles.${name}.`;
    refuse([{ at: `profiles.${name}`, message: takenProfileProblem(name) }]);
    refuseUnknownOptions(profile, CUSTOM_PROFILE, `in profiles.${name} ${where}`);
    checkChanges(profile, at);
    checkType(profile, ['extends'], TEXT, at);
    const base = profile.extends;
    if (base !== undefined && profileNamed(base) === undefined) unknown(`${at}extends`, base, PROFILE_NAMES);
  }
  if (params !== undefined) {
    refuseUnknownOptions(params, PARAM_OPTIONS, `in params ${where}`);
    checkType(params, ['drop', 'keep'], TEXTS, 'params.');
    checkType(params, ['rules'], PARAM_RULES, 'params.');
  }
  for (const [index, fact] of facts.entries()) {
    refuseUnknownOptions(fact, FACT, `in facts[${index}] ${where}`);
    checkType(fact, ['host'], TEXT, `facts[${index}].`, true);
    checkType(fact, ['path', 'value'], TEXT, `facts[${index}].`);
  }
  for (const [index, site] of sites.entries()) {
    refuseUnknownOptions(site, SITE, `in sites[${index}] ${where}`);
    refuseUnknownOptions(site.slug, SLUG, `in sites[${index}].slug ${where}`);
    checkType(site, ['hosts'], TEXTS, `sites[${index}].`, true);
    refuse(site.hosts.map((host, at) => ({ at: `sites[${index}].hosts[${at}]`, message: hostPatternProblem(host) })));
    checkType(site.slug, ['except', 'tails'], TEXTS, `sites[${index}].slug.`, true);
    checkType(site.slug, ['segments'], ONE_OF_SEGMENTS, `sites[${index}].slug.`, true);
    checkType(site.slug, ['form'], TEXT, `sites[${index}].slug.`, true);
    checkType(site.slug, ['variant'], TEXT, `sites[${index}].slug.`);
  }
}

/** What a value must be, and what the message says if it is not. */
interface ValueType {
  readonly fits: (value: unknown) => boolean;
  readonly problem: string;
}

const TEXT: ValueType = { fits: (value) => typeof value === 'string', problem: 'is not text; write it in quotes' };
const TEXTS: ValueType = { fits: isTexts, problem: 'is not a list of names; write them in [ ]' };
const PARAM_RULES: ValueType = {
  fits: (value) =>
    typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'function' && 'toJSON' in value,
  problem: 'are not rules; write the rules of loadParamLists',
};
const ONE_OF_SEGMENTS: ValueType = {
  fits: (value) => value === 'first' || value === 'all',
  problem: 'is not valid; choose from first, all',
};

/** @param at what comes before the name of an option in the message, here and below */
function checkType<T extends object>(
  given: T,
  names: readonly (keyof T & string)[],
  { fits, problem }: ValueType,
  at: string,
  isRequired = false,
): void {
  const wrong = names.find((name) => (isRequired || given[name] !== undefined) && !fits(given[name]));
  if (wrong !== undefined) throw new CanonOptionsError(`${at}${wrong}: ${problem}`);
}

function checkChanges(changes: ProfileChanges, at: string): void {
  checkType(changes, ['pass', 'noPass', 'assume'], TEXTS, at);
  for (const [name, known] of [['toWww', WWW_FORMS] as const, ['toScheme', SCHEMES] as const]) {
    const value: unknown = changes[name];
    if (value === undefined || known.some((each) => each === value)) continue;
    if (typeof value === 'string') unknown(`${at}${name}`, value, known);
    throw new CanonOptionsError(`${at}${name}: is not valid; choose from ${known.join(', ')}`);
  }
}

/** Why a custom profile cannot have a name; null if it can. */
export function takenProfileProblem(name: string): string | null {
  return profileNamed(name) === undefined ? null : 'is the name of a built-in profile; choose another name';
}

/** An option has a value that it cannot have, or facts contradict each other. The message names the option and the fix. */
export class CanonOptionsError extends DustpanError {
  readonly code = 'bad-option';
  /** Always `CanonOptionsError`. */
  override readonly name = 'CanonOptionsError';
}

/** Options with all names looked up and checked. */
export interface ResolvedOptions {
  /** The passes in running order. */
  readonly passes: readonly Pass[];
  /** The names of the custom passes among them. */
  readonly custom: readonly string[];
  /** What to assume for every site. */
  readonly assumptions: Assumptions;
  /** The scheme for input without one; null if such input is invalid. */
  readonly defaultScheme: string | null;
}

/** @throws {CanonOptionsError} if a name is unknown, or if facts contradict each other */
export function resolveOptions(given: CanonOptions): ResolvedOptions {
  const options = expandProfile(given);
  const profile = find('built-in profile', options.profile ?? 'standard', PROFILES);
  const assumed = (options.assume ?? []).map(checkAssumable);
  const own = ownPasses(options.passes ?? []);
  const every = inStages(own);
  const findPass = (name: string): Pass => find('pass', name, every);
  // Also those of the profiles that are not chosen.
  for (const { pass = [], noPass = [], assume = [] } of Object.values(given.profiles ?? {})) {
    for (const name of [...pass, ...noPass]) findPass(name);
    for (const kind of assume) checkAssumable(kind);
  }
  const added = (options.pass ?? []).map(findPass);
  const dropped = new Set((options.noPass ?? []).map((name) => findPass(name).name));
  const kinds = new Set([...assumed, ...added.map((pass) => pass.needs).filter(isAssumable)]);
  const names = new Set([...profile.passes, ...own.map((pass) => pass.name), ...added.map((pass) => pass.name)]);
  const passes = every.filter(
    (pass) => !dropped.has(pass.name) && (names.has(pass.name) || (isAssumable(pass.needs) && kinds.has(pass.needs))),
  );
  for (const [name, kind] of [['toWww', 'www'] as const, ['toScheme', 'scheme'] as const]) {
    if (options[name] === undefined || profile.assumesAll || kinds.has(kind)) continue;
    throw new CanonOptionsError(
      `${name}: has no effect unless ${kind} is assumed; add ${quote(kind)} to assume, or remove ${name}`,
    );
  }
  refuse(checkFacts(options.facts ?? []));
  return {
    passes,
    custom: own.map((pass) => pass.name).filter((name) => !dropped.has(name)),
    assumptions: {
      kinds: [...kinds],
      www: options.toWww ?? 'remove',
      scheme: options.toScheme ?? 'https',
      everything: profile.assumesAll,
      ...(options.params && { paramLists: paramLists(options.params) }),
      ...(options.indexNames && { indexNames: indexNames(options.indexNames) }),
      ...(options.sites && { sites: options.sites.map(ownSite) }),
    },
    defaultScheme: options.defaultScheme ?? null,
  };
}

/**
 * Replaces a custom profile with its built-in one and its changes. The result contains only what affects keys. The
 * options themselves take precedence over the profile.
 *
 * @throws {CanonOptionsError} if the profile is unknown
 */
export function expandProfile(given: CanonOptions): CanonOptions {
  const { profiles = {}, ...options } = withoutUndefined(given);
  const { profile: name = 'standard' } = options;
  if (profileNamed(name) !== undefined) return options;
  const own = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (own === undefined) unknown('profile', name, [...PROFILE_NAMES, ...Object.keys(profiles)]);
  const { extends: base = 'standard', pass = [], noPass = [], assume = [], ...forms } = own;
  const wanted = options.pass ?? [];
  return {
    ...forms,
    ...options,
    profile: base,
    pass: [...pass, ...wanted],
    noPass: [...noPass.filter((each) => !wanted.includes(each)), ...(options.noPass ?? [])],
    assume: [...assume, ...(options.assume ?? [])],
  };
}

function paramLists(params: ParamOptions): ParamLists {
  for (const list of ['drop', 'keep'] as const) {
    const names = params[list] ?? [];
    refuse(names.map((name, index) => ({ at: `params.${list}[${index}]`, message: listedNameProblem(name) })));
  }
  return new ParamLists(params);
}

/** Why a parameter name, which may end in `*`, is not valid; null if it is. */
export function listedNameProblem(name: string): string | null {
  return name === '*' ? 'matches every parameter; write a longer name' : paramNameProblem(name.replace(/\*$/, ''));
}

function indexNames(names: readonly string[]): ReadonlySet<string> {
  refuse(names.map((name, index) => ({ at: `indexNames[${index}]`, message: listedIndexProblem(name) })));
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Why a file name cannot stand for index pages of every site; null if it can. */
export function listedIndexProblem(name: string): string | null {
  if (name.includes('.')) return indexNameProblem(name);
  return `${quote(name)} has no dot, so it may be a folder; state it as a fact about the site that uses it`;
}

/** @throws {CanonOptionsError} for the first problem, if there is one */
function refuse(problems: readonly { readonly at: string; readonly message: string | null }[]): void {
  const first = problems.find(({ message }) => message !== null);
  if (first !== undefined) throw new CanonOptionsError(`${first.at}: ${first.message}`);
}

/**
 * A copy of a kind of site: what the caller changes later must not change keys.
 *
 * @throws {CanonOptionsError} if its slug form is unknown
 */
function ownSite(site: SiteProfile): SiteProfile {
  const { form, variant } = site.slug;
  const forms = SLUG_FORMS.filter((each) => variant === undefined || each.variant === variant).map(({ name }) => name);
  if (!forms.includes(form)) unknown('slug form', variant === undefined ? form : `${form} (${variant})`, forms);
  return structuredClone(site);
}

/** @throws {CanonOptionsError} if two passes have the same name */
function ownPasses(definitions: readonly PassDefinition[]): readonly Pass[] {
  const passes = definitions.map(guarded);
  for (const [index, { name }] of passes.entries()) {
    if (PASSES.some((pass) => pass.name === name)) {
      throw new CanonOptionsError(`passes[${index}]: ${name} is the name of a built-in pass; choose another name`);
    }
    if (passes.findIndex((pass) => pass.name === name) < index) {
      throw new CanonOptionsError(
        `passes[${index}]: another custom pass has the name ${name} too; choose another name`,
      );
    }
  }
  return passes;
}

/** All passes in running order, with the custom ones after the last built-in pass of their class. */
function inStages(own: readonly Pass[]): readonly Pass[] {
  if (own.length === 0) return PASSES;
  const ends = PASS_CLASSES.map((each) => PASSES.findLastIndex((pass) => pass.class === each));
  return PASSES.flatMap((pass, index) => {
    const stage = PASS_CLASSES[ends.indexOf(index)];
    return [pass, ...own.filter((each) => each.class === stage)];
  });
}

function find<T extends { readonly name: string }>(what: string, name: string, known: readonly T[]): T {
  const names = known.map((each) => each.name);
  return known.find((each) => each.name === name) ?? unknown(what, name, names);
}

function checkAssumable(kind: string): AssumableFact {
  return isAssumable(kind) ? kind : unknown('fact to assume', kind, ASSUMABLE_FACTS);
}

function isAssumable(kind: string | null): kind is AssumableFact {
  return ASSUMABLE_FACTS.some((assumable) => assumable === kind);
}

/** Why a text cannot be the scheme of input without one; null if it can. */
export function schemeProblem(scheme: unknown): string | null {
  return typeof scheme === 'string' && /^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)
    ? null
    : `${quote(String(scheme))} is not a valid scheme; write it without the colon, such as https`;
}

function unknown(what: string, name: string, known: readonly string[]): never {
  throw new CanonOptionsError(`unknown ${what} ${quote(name)}${didYouMean(name, known)}`);
}
