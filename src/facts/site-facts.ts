import type { ParsedUrl } from '../url/parsed-url.ts';
import { holds, narrowness, sectionOf, TOP_PAGES, WHOLE_SITE } from './site-part.ts';
import type { SlugRule } from './site-profile.ts';

/** The kinds of facts that can be assumed for every site (`--assume`). */
export const ASSUMABLE_FACTS = ['www', 'slash', 'scheme', 'index', 'case', 'slashes', 'order'] as const;
/** One of {@link ASSUMABLE_FACTS}. */
export type AssumableFact = (typeof ASSUMABLE_FACTS)[number];

/** What a fact is about. */
export type FactKind = AssumableFact | 'ip' | 'mobile' | 'userinfo' | 'param' | 'default-param';

/** All kinds of facts. */
export const FACT_KINDS: readonly FactKind[] = [
  ...ASSUMABLE_FACTS,
  'ip',
  'mobile',
  'userinfo',
  'param',
  'default-param',
];

/** A value for a part of a site. */
export interface Scoped<T> {
  /** The part, in the notation of `site-part.ts`. */
  readonly path: string;
  /** The value that applies there. */
  readonly value: T;
}

/** Whether lists drop or keep a parameter; null if they do not mention it. */
export type ParamVerdict = 'drop' | 'keep' | null;

/**
 * The parts of a URL that rules may depend on. Never the query, or dropping a parameter could change the rule for
 * another.
 */
export type Place = Pick<ParsedUrl, 'protocol' | 'asciiHost' | 'path'>;

/** Judges the parameters of a URL. */
export interface ParamJudge {
  /** Returns the judge for one URL. It takes a parameter as spelled in the query: `name` or `name=value`. */
  readonly at: (place: Place) => (param: string) => ParamVerdict;
}

/** All facts about one site, in the form that passes use. Unknown facts are null or empty. */
export interface SiteFacts {
  /** The domain that this IP address serves. */
  readonly ip: string | null;
  /** The desktop host that belongs to this mobile host. */
  readonly mobile: string | null;
  /** The form of the host that the site uses. */
  readonly www: 'add' | 'remove' | null;
  /** The scheme that the site uses. */
  readonly scheme: 'http' | 'https' | null;
  /** Whether user names in URLs do not matter. */
  readonly userinfo: boolean;
  /** Which form of the trailing slash the site uses. */
  readonly slash: readonly Scoped<'add' | 'remove'>[];
  /** File names of index pages; null for any usual name. */
  readonly index: readonly Scoped<string | null>[];
  /** Where the case of paths does not matter. */
  readonly case: readonly Scoped<true>[];
  /** Where repeated slashes count as one. */
  readonly slashes: readonly Scoped<true>[];
  /** Where the order of parameters does not matter. */
  readonly order: readonly Scoped<true>[];
  /** Names of parameters that do not affect the page. */
  readonly param: readonly Scoped<string>[];
  /** Parameters with default values, as `name=value` in canonical spelling. */
  readonly defaultParam: readonly Scoped<string>[];
  /** The user's parameter lists; null to use only the built-in one. */
  readonly paramLists: ParamJudge | null;
  /** Lowercase names of index pages to use instead of the usual ones; null for the usual ones. */
  readonly indexNames: ReadonlySet<string> | null;
  /** The slug rule for the site's paths. */
  readonly slug: SlugRule | null;
  /** Kinds that are only assumed, not confirmed. Passes then change only what is safe on any host. */
  readonly assumed: ReadonlySet<FactKind>;
}

/** No facts. */
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

/** The value with the narrowest scope that contains the path; null if there is none. `/a` is in the scope `/a/`. */
export function factAt<T>(scoped: readonly Scoped<T>[], path: string): { readonly value: T } | null {
  const [first] = scoped;
  if (first === undefined) return null;
  if (scoped.length === 1 && first.path === WHOLE_SITE && path.startsWith('/')) return first;
  const place = placeAt(path);
  let best: Scoped<T> | null = null;
  for (const fact of scopedAround(scoped, place)) {
    if (holds(fact.path, place) && (best === null || narrowness(fact.path) > narrowness(best.path))) best = fact;
  }
  return best;
}

/** All values whose scope contains the path, those of narrower scopes later. */
export function factsAt<T>(scoped: readonly Scoped<T>[], path: string): readonly T[] {
  const place = placeAt(path);
  const around = scopedAround(scoped, place).filter((fact) => holds(fact.path, place));
  return around.sort((a, b) => narrowness(a.path) - narrowness(b.path)).map(({ value }) => value);
}

/** Longer lists are indexed by section. */
const FEW = 8;
/**
 * For each list of facts, the indexes of the facts about each section. Facts beyond one section are under the whole
 * site.
 */
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
