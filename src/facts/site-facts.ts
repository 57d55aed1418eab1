import type { ParsedUrl } from '../url/parsed-url.ts';
import { holds, narrowness, sectionOf, TOP_PAGES, WHOLE_SITE } from './site-part.ts';
import type { SlugRule } from './site-profile.ts';

/** The kinds of fact that may be assumed for all sites (`--assume`). */
export const ASSUMABLE_FACTS = ['www', 'slash', 'scheme', 'index', 'case', 'slashes', 'order'] as const;
export type AssumableFact = (typeof ASSUMABLE_FACTS)[number];

/** What a fact may be about. */
export type FactKind = AssumableFact | 'ip' | 'mobile' | 'userinfo' | 'param' | 'default-param';

/** A value that holds for a part of a site, as `site-part.ts` names it. */
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

/** The value for the path, of the narrowest scope that holds it; null where none does. `/a` lies in the scope `/a/`. */
export function factAt<T>(scoped: readonly Scoped<T>[], path: string): { readonly value: T } | null {
  const place = placeAt(path);
  let best: Scoped<T> | null = null;
  for (const fact of scopedAround(scoped, place)) {
    if (holds(fact.path, place) && (best === null || narrowness(fact.path) > narrowness(best.path))) best = fact;
  }
  return best;
}

/** Every value whose scope holds the path. */
export function factsAt<T>(scoped: readonly Scoped<T>[], path: string): readonly T[] {
  const place = placeAt(path);
  return scopedAround(scoped, place).flatMap((fact) => (holds(fact.path, place) ? [fact.value] : []));
}

/** Of more facts than that, those that may hold are looked up. */
const FEW = 8;
/** For each list of facts, which of them are about a section; those about more than one section under the whole site. */
const sectionIndexes = new WeakMap<readonly Scoped<unknown>[], ReadonlyMap<string, readonly number[]>>();

/** The facts that may hold for a path: a site of many sections may have as many facts. */
function scopedAround<T>(scoped: readonly Scoped<T>[], place: string): readonly Scoped<T>[] {
  if (scoped.length <= FEW) return scoped;
  const index = sectionIndexes.get(scoped) ?? indexSections(scoped);
  const section = sectionOf(place);
  const own = section === WHOLE_SITE ? [] : (index.get(section) ?? []);
  return [...own, ...(index.get(WHOLE_SITE) ?? [])].flatMap((at) => scoped[at] ?? []);
}

function indexSections(scoped: readonly Scoped<unknown>[]): ReadonlyMap<string, readonly number[]> {
  const index = Map.groupBy(scoped.keys(), (at) => {
    const path = scoped[at]?.path ?? WHOLE_SITE;
    return path === TOP_PAGES ? WHOLE_SITE : sectionOf(path);
  });
  sectionIndexes.set(scoped, index);
  return index;
}

function placeAt(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}
