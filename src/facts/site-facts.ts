import type { ParsedUrl } from '../url/parsed-url.ts';
import type { SlugRule } from './site-profile.ts';

/** The kinds of fact that may be assumed for all sites (`--assume`). */
export const ASSUMABLE_FACTS = ['www', 'slash', 'scheme', 'index', 'case', 'slashes', 'order'] as const;
export type AssumableFact = (typeof ASSUMABLE_FACTS)[number];

/** What a fact may be about. */
export type FactKind = AssumableFact | 'ip' | 'mobile' | 'userinfo' | 'param' | 'default-param';

/** A value that holds for the paths that start with `path`, which ends in a slash: `/` is the whole site. */
export interface Scoped<T> {
  readonly path: string;
  readonly value: T;
}

/** What lists say of one parameter; null where they do not name it. */
export type ParamVerdict = 'drop' | 'keep' | null;

/** What decides which rules of a list hold: never the query, or dropping one parameter could change the rule for another. */
export type Place = Pick<ParsedUrl, 'protocol' | 'asciiHost' | 'path'>;

/** Judges the parameters of a URL, each as it stands in the query: `name` or `name=value`. */
export interface ParamJudge {
  readonly at: (place: Place) => (param: string) => ParamVerdict;
}

/** What is known of one site, in the form that passes use: nothing known is null or an empty list. */
export interface SiteFacts {
  /** The domain that this IP address stands for. */
  readonly ip: string | null;
  /** The host of the desktop site that this mobile host belongs to. */
  readonly mobile: string | null;
  readonly www: 'add' | 'remove' | null;
  readonly scheme: 'http' | 'https' | null;
  /** The user name in URLs is of no account. */
  readonly userinfo: boolean;
  readonly slash: readonly Scoped<'add' | 'remove'>[];
  /** The name of the index page, null for any of the usual ones. */
  readonly index: readonly Scoped<string | null>[];
  /** Paths that differ in case only are one. */
  readonly case: readonly Scoped<true>[];
  /** Adjacent slashes count as one. */
  readonly slashes: readonly Scoped<true>[];
  /** The order of parameters is of no account. */
  readonly order: readonly Scoped<true>[];
  /** Names of parameters that pages do not depend on. */
  readonly param: readonly Scoped<string>[];
  /** Parameters that may be left out, as `name=value` in the URL's own spelling. */
  readonly defaultParam: readonly Scoped<string>[];
  /** What the user's own lists say of the parameters of a URL; the built-in list alone counts where it is null. */
  readonly paramLists: ParamJudge | null;
  /** Names of index pages in lower case, in place of the usual ones; null for those. */
  readonly indexNames: ReadonlySet<string> | null;
  /** How the site builds its paths from names. */
  readonly slug: SlugRule | null;
  /** Kinds that the user assumes of every site and nothing confirmed of this one: passes then keep to what is safe on any host. */
  readonly assumed: ReadonlySet<FactKind>;
}

/** Nothing known. */
export const NO_FACTS: SiteFacts = {
  ip: null,
  mobile: null,
  www: null,
  scheme: null,
  userinfo: false,
  slash: [],
  index: [],
  case: [],
  slashes: [],
  order: [],
  param: [],
  defaultParam: [],
  paramLists: null,
  indexNames: null,
  slug: null,
  assumed: new Set(),
};

/** The value for the path, of the longest scope that holds it; null where none does. `/a` lies in the scope `/a/`. */
export function factAt<T>(scoped: readonly Scoped<T>[], path: string): { readonly value: T } | null {
  let best: Scoped<T> | null = null;
  for (const fact of scoped) {
    if (inScope(fact, path) && (best === null || fact.path.length > best.path.length)) best = fact;
  }
  return best;
}

/** Every value whose scope holds the path. */
export function factsAt<T>(scoped: readonly Scoped<T>[], path: string): readonly T[] {
  return scoped.filter((fact) => inScope(fact, path)).map((fact) => fact.value);
}

function inScope(fact: Scoped<unknown>, path: string): boolean {
  if (fact.path === '/') return true;
  return path.startsWith(fact.path) || (path.length + 1 === fact.path.length && fact.path.startsWith(path));
}
