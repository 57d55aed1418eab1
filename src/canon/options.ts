import { DustpanError } from '../error.ts';
import { checkFacts, indexNameProblem, paramNameProblem } from '../facts/check.ts';
import type { Assumptions, Fact } from '../facts/facts.ts';
import { ParamLists, type ParamOptions } from '../facts/param-lists.ts';
import { ASSUMABLE_FACTS, type AssumableFact } from '../facts/site-facts.ts';
import type { SiteProfile } from '../facts/site-profile.ts';
import { PASSES } from '../passes/index.ts';
import type { Pass } from '../passes/pass.ts';
import { SLUG_FORMS } from '../slug.ts';
import { didYouMean, quote } from '../text/wording.ts';
import { PROFILES, type Profile, profileNamed } from './profiles.ts';

/** What to do to URLs. Everything may be left out. */
export interface CanonOptions extends ProfileChanges {
  /** The name of a profile, built-in or one of `profiles`; `standard` where left out. */
  readonly profile?: string;
  /** Profiles of one's own, by name. */
  readonly profiles?: Readonly<Record<string, CustomProfile>>;
  /** A scheme for input that has none, such as `https`. */
  readonly defaultScheme?: string;
  readonly facts?: readonly Fact[];
  /** Parameters that count visitors, and parameters that do not, beyond the built-in list. */
  readonly params?: ParamOptions;
  /** Names of index pages, such as `home.html`, in place of the usual ones; their case is of no account. */
  readonly indexNames?: readonly string[];
  /** Kinds of sites that build their paths by a slug form, told by their hosts. */
  readonly sites?: readonly SiteProfile[];
}

/** What may be different from a profile. */
interface ProfileChanges {
  /** Passes to add. One that waits for a fact then runs as if it were known of every site. */
  readonly pass?: readonly string[];
  /** Passes to leave out. */
  readonly noPass?: readonly string[];
  /** Kinds of fact to take for true of every site. */
  readonly assume?: readonly string[];
  /** What assuming www means: `remove` (the default) or `add`. */
  readonly toWww?: 'add' | 'remove';
  /** What assuming the scheme means: `https` (the default) or `http`. */
  readonly toScheme?: 'http' | 'https';
}

/** A profile of one's own: a built-in one, and what is different. */
export interface CustomProfile extends ProfileChanges {
  /** The name of a built-in profile; `standard` where left out. */
  readonly extends?: string;
}

/** An option that names something that does not exist, or that makes no sense. */
export class CanonOptionsError extends DustpanError {
  readonly code = 'bad-option';
  override readonly name = 'CanonOptionsError';
}

export interface ResolvedOptions {
  readonly passes: readonly Pass[];
  readonly assumptions: Assumptions;
  readonly defaultScheme: string | null;
}

/** @throws {CanonOptionsError} where a name is unknown, or facts do not go together */
export function resolveOptions(given: CanonOptions): ResolvedOptions {
  const options = expandProfile(given);
  const profile = findBuiltIn(options.profile ?? 'standard');
  const assumed = (options.assume ?? []).map(checkAssumable);
  const added = (options.pass ?? []).map(findPass);
  const dropped = new Set((options.noPass ?? []).map((name) => findPass(name).name));
  const kinds = new Set([...assumed, ...added.map((pass) => pass.needs).filter(isAssumable)]);
  const names = new Set([...profile.passes, ...added.map((pass) => pass.name)]);
  const passes = PASSES.filter(
    (pass) => !dropped.has(pass.name) && (names.has(pass.name) || (isAssumable(pass.needs) && kinds.has(pass.needs))),
  );
  refuse(checkFacts(options.facts ?? []));
  return {
    passes,
    assumptions: {
      kinds: [...kinds],
      www: options.toWww ?? 'remove',
      scheme: options.toScheme ?? 'https',
      everything: profile.assumesAll,
      ...(options.params && { paramLists: paramLists(options.params) }),
      ...(options.indexNames && { indexNames: indexNames(options.indexNames) }),
      ...(options.sites && { sites: options.sites.map(checkSite) }),
    },
    defaultScheme: options.defaultScheme === undefined ? null : checkScheme(options.defaultScheme),
  };
}

/**
 * The same options with a built-in profile in place of one's own: what decides the keys, and nothing else. What is
 * asked for beside a profile goes before what the profile says.
 *
 * @throws {CanonOptionsError} where there is no such profile
 */
export function expandProfile({ profiles = {}, ...options }: CanonOptions): CanonOptions {
  const { profile: name = 'standard' } = options;
  if (profileNamed(name) !== undefined) return options;
  const own = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (own === undefined)
    unknown('profile', name, [...PROFILES.map((profile) => profile.name), ...Object.keys(profiles)]);
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

/** What is wrong with the name of a parameter that may end in `*`; null where nothing is. */
export function listedNameProblem(name: string): string | null {
  return name === '*' ? 'names every parameter; write a longer name' : paramNameProblem(name.replace(/\*$/, ''));
}

function indexNames(names: readonly string[]): ReadonlySet<string> {
  refuse(names.map((name, index) => ({ at: `indexNames[${index}]`, message: listedIndexProblem(name) })));
  return new Set(names.map((name) => name.toLowerCase()));
}

/** What is wrong with a file name that is to stand for index pages of any site; null where nothing is. */
export function listedIndexProblem(name: string): string | null {
  if (name.includes('.')) return indexNameProblem(name);
  return `${quote(name)} has no dot, and may be a folder; state it as a fact about the site that has it`;
}

/** @throws {CanonOptionsError} with the first of the problems, where there is one */
function refuse(problems: readonly { readonly at: string; readonly message: string | null }[]): void {
  const first = problems.find(({ message }) => message !== null);
  if (first !== undefined) throw new CanonOptionsError(`${first.at}: ${first.message}`);
}

/** @throws {CanonOptionsError} where the site's slug form does not exist */
function checkSite(site: SiteProfile): SiteProfile {
  const { form, variant } = site.slug;
  const forms = SLUG_FORMS.filter((each) => variant === undefined || each.variant === variant).map(({ name }) => name);
  if (!forms.includes(form)) unknown('slug form', variant === undefined ? form : `${form} (${variant})`, forms);
  return site;
}

function findBuiltIn(name: string): Profile {
  return (
    profileNamed(name) ??
    unknown(
      'built-in profile',
      name,
      PROFILES.map((profile) => profile.name),
    )
  );
}

function findPass(name: string): Pass {
  return (
    PASSES.find((pass) => pass.name === name) ??
    unknown(
      'pass',
      name,
      PASSES.map((pass) => pass.name),
    )
  );
}

function checkAssumable(kind: string): AssumableFact {
  return isAssumable(kind) ? kind : unknown('fact to assume', kind, ASSUMABLE_FACTS);
}

function isAssumable(kind: string | null): kind is AssumableFact {
  return ASSUMABLE_FACTS.some((assumable) => assumable === kind);
}

function checkScheme(scheme: string): string {
  if (/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) return scheme;
  throw new CanonOptionsError(`"${scheme}" is no scheme; write it without the colon, such as https`);
}

function unknown(what: string, name: string, known: readonly string[]): never {
  throw new CanonOptionsError(`there is no ${what} ${quote(name)}${didYouMean(name, known)}`);
}
