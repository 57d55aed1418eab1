import type { ParsedUrl } from '../url/parsed-url.ts';
import { paramName } from '../url/query.ts';
import { isAtTop, TOP_PAGES, WHOLE_SITE } from './site-part.ts';
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
  /** The part, as in `Fact.path`. */
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
  const known = firstIndexes.get(scoped) ?? indexFirsts(scoped);
  const [at] = known.around(path);
  return at === undefined ? null : (scoped[at] ?? null);
}

/**
 * The facts about parameters that apply to a path. The function returned takes the name of a parameter, and gives the
 * value (`name` or `name=value`) of the fact about it with the narrowest scope.
 */
export function paramsAt(scoped: readonly Scoped<string>[], path: string): (name: string) => string | undefined {
  const parts = (paramIndexes.get(scoped) ?? indexParams(scoped)).around(path);
  return (name) => parts.find((params) => params.has(name))?.get(name);
}

/** Values by part of a site. The time of a look-up does not grow with the number of parts. */
class KnownParts<T> {
  readonly #byPart: ReadonlyMap<string, T>;
  /** The length of the longest folder with a value. Longer folders of a path are not looked up. */
  readonly #longest: number;
  readonly #hasPages: boolean;

  constructor(byPart: ReadonlyMap<string, T>) {
    this.#byPart = byPart;
    const folders = [...byPart.keys()].filter((part) => !part.endsWith('/$'));
    this.#longest = folders.reduce((most, { length }) => Math.max(most, length), 0);
    this.#hasPages = folders.length < byPart.size;
  }

  /** The values of the parts that contain a path, the narrowest part first. */
  around(path: string): readonly T[] {
    const place = path.endsWith('/') ? path : `${path}/`;
    const known: T[] = [];
    const look = (part: string): void => {
      const value = this.#byPart.get(part);
      if (value !== undefined) known.push(value);
    };
    if (this.#hasPages) {
      look(`${place}$`);
      if (isAtTop(place)) look(TOP_PAGES);
    }
    let end = place.lastIndexOf('/', this.#longest - 1) + 1;
    while (end > 0) {
      look(place.slice(0, end));
      end = end === 1 ? 0 : place.lastIndexOf('/', end - 2) + 1;
    }
    return known;
  }
}

/** For each list of facts, the index of the first one about each part. */
const firstIndexes = new WeakMap<readonly Scoped<unknown>[], KnownParts<number>>();

function indexFirsts(scoped: readonly Scoped<unknown>[]): KnownParts<number> {
  const index = new KnownParts(new Map(scoped.map(({ path }, at) => [path, at] as const).toReversed()));
  firstIndexes.set(scoped, index);
  return index;
}

/** For each list of facts about parameters, those about each part, by name. */
const paramIndexes = new WeakMap<readonly Scoped<string>[], KnownParts<ReadonlyMap<string, string>>>();

function indexParams(scoped: readonly Scoped<string>[]): KnownParts<ReadonlyMap<string, string>> {
  const byPart = new Map<string, Map<string, string>>();
  for (const { path, value } of scoped) {
    const params = byPart.get(path) ?? new Map<string, string>();
    byPart.set(path, params.set(paramName(value), value));
  }
  const index = new KnownParts(byPart);
  paramIndexes.set(scoped, index);
  return index;
}
