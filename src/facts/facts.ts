import {
  type AssumableFact,
  FACT_KINDS,
  type FactKind,
  NO_FACTS,
  type ParamJudge,
  type Scoped,
  type SiteFacts,
} from './site-facts.ts';
import { scopePath, WHOLE_SITE } from './site-part.ts';
import { matchesHost, type SiteProfile } from './site-profile.ts';

/** A fact about a host or a part of a site. */
export interface Fact {
  /** What the fact is about. */
  readonly kind: FactKind;
  /** The host in its one spelling, with its port if that is not the default: `example.com`, `localhost:8080`. */
  readonly host: string;
  /**
   * The part of the site that the fact applies to: a section such as `/docs/`, one page (`/docs/a/$`, `/$`), or the
   * pages directly below the root (`/*\/$`). Default: the whole site.
   */
  readonly path?: string;
  /**
   * The value: `add` or `remove` (www, slash), `http` or `https` (scheme), a file name (index; default: any usual one),
   * a host (ip, mobile), a name (param), or `name=value` (default-param). Other kinds have no value.
   */
  readonly value?: string;
}

/** What to assume for every site. */
export interface Assumptions {
  /** The kinds of facts to assume. */
  readonly kinds: readonly AssumableFact[];
  /** Which form of www to assume. */
  readonly www: 'add' | 'remove';
  /** Which scheme to assume. */
  readonly scheme: 'http' | 'https';
  /** Whether to fold mobile hosts and drop user names as well, like the profile `changing`. */
  readonly everything: boolean;
  /** Parameter lists in addition to the built-in one. */
  readonly paramLists?: ParamJudge;
  /** Lowercase names of index pages to use instead of the usual ones. */
  readonly indexNames?: ReadonlySet<string>;
  /** Kinds of sites, by host. The first one that matches a host counts. */
  readonly sites?: readonly SiteProfile[];
}

/** Looks up facts by site, for the passes. A fact about a host overrides an assumption. */
export class FactTable {
  readonly #sites = new Map<string, SiteFacts>();
  /** What is assumed of a site that no facts are known of. */
  readonly anySite: SiteFacts;
  /** The kinds of facts that a site may have: known of any site, or assumed. */
  readonly factKinds: ReadonlySet<FactKind>;
  /** The kinds of sites, each with what is assumed of such a site. */
  readonly #profiles: readonly { readonly profile: SiteProfile; readonly facts: SiteFacts }[];

  constructor(facts: readonly Fact[], assumptions: Assumptions) {
    this.anySite = assumedFacts(assumptions);
    this.factKinds = new Set([
      ...facts.map(({ kind }) => kind),
      ...(assumptions.everything ? FACT_KINDS : assumptions.kinds),
    ]);
    const profiles = assumptions.sites ?? [];
    this.#profiles = profiles.map((profile) => ({ profile, facts: { ...this.anySite, slug: profile.slug } }));
    const placed = facts.flatMap((fact) => hostsOf(fact).map((host) => ({ host, fact })));
    for (const [host, known] of Map.groupBy(placed, (each) => each.host)) {
      const own = known.map(({ fact }) => fact);
      this.#sites.set(host, siteFacts(this.#ofAny(host), own));
    }
  }

  /** Whether there are facts only about single sites. */
  get assumesNothing(): boolean {
    return this.anySite === NO_FACTS;
  }

  /** Host patterns of the kinds of sites. */
  get hostPatterns(): readonly string[] {
    return this.#profiles.flatMap(({ profile }) => profile.hosts);
  }

  /** Whether there are facts about single sites. */
  get knowsSites(): boolean {
    return this.#sites.size > 0 || this.#profiles.length > 0;
  }

  /**
   * The facts about a site.
   *
   * @param host as in {@link Fact.host}
   */
  of(host: string): SiteFacts {
    if (this.#sites.size === 0) return this.#ofAny(host);
    return this.#sites.get(host) ?? this.#ofAny(host);
  }

  #ofAny(host: string): SiteFacts {
    for (const { profile, facts } of this.#profiles) {
      if (profile.hosts.some((pattern) => matchesHost(pattern, host))) return facts;
    }
    return this.anySite;
  }
}

/** A fact about www applies to both hosts. */
function hostsOf(fact: Fact): readonly string[] {
  return fact.kind === 'www' ? wwwPair(fact.host) : [fact.host];
}

/** The host without and with `www.`, given either. */
export function wwwPair(host: string): readonly [bare: string, www: string] {
  const bare = host.startsWith('www.') ? host.slice(4) : host;
  return [bare, `www.${bare}`];
}

/** The part of the site that a fact applies to. */
export function scopeOf({ path }: Fact): string {
  if (path === undefined) return WHOLE_SITE;
  return path.endsWith('/') || path.endsWith('/$') ? path : `${path}/`;
}

function assumedFacts({ kinds, everything, www, scheme, paramLists, indexNames }: Assumptions): SiteFacts {
  const hasLists = paramLists !== undefined || indexNames !== undefined;
  if (kinds.length === 0 && !everything && !hasLists) return NO_FACTS;
  const has = (kind: AssumableFact): boolean => everything || kinds.includes(kind);
  const everywhere = <T>(kind: AssumableFact, value: T): readonly Scoped<T>[] =>
    has(kind) ? [{ path: '/', value }] : [];
  return {
    ...NO_FACTS,
    www: has('www') ? www : null,
    scheme: has('scheme') ? scheme : null,
    userinfo: everything,
    slash: everywhere('slash', 'add'),
    index: everywhere('index', null),
    case: everywhere('case', true),
    slashes: everywhere('slashes', true),
    order: everywhere('order', true),
    paramLists: paramLists ?? null,
    indexNames: indexNames ?? null,
    assumed: new Set<FactKind>(everything ? [...kinds, 'www', 'mobile', 'userinfo'] : kinds),
  };
}

/** Merges assumptions and facts. Facts come first, because the first of two equal scopes counts. */
function siteFacts(assumed: SiteFacts, known: readonly Fact[]): SiteFacts {
  const kinds = new Set(known.map(({ kind }) => kind));
  const one = (kind: FactKind): string | null => known.findLast((fact) => fact.kind === kind)?.value ?? null;
  const scoped = <T>(kind: FactKind, valueOf: (value: string | undefined) => T): readonly Scoped<T>[] =>
    known
      .filter((fact) => fact.kind === kind)
      .map((fact) => ({ path: scopePath(kind, scopeOf(fact)), value: valueOf(fact.value) }));
  const yes = (): true => true;
  return {
    ...assumed,
    ip: one('ip'),
    mobile: one('mobile'),
    www: kinds.has('www') ? formOf(one('www')) : assumed.www,
    scheme: kinds.has('scheme') ? schemeOf(one('scheme')) : assumed.scheme,
    userinfo: kinds.has('userinfo') || assumed.userinfo,
    slash: [...scoped('slash', formOf), ...assumed.slash],
    index: [...scoped('index', (value) => value ?? null), ...assumed.index],
    case: [...scoped('case', yes), ...assumed.case],
    slashes: [...scoped('slashes', yes), ...assumed.slashes],
    order: [...scoped('order', yes), ...assumed.order],
    param: scoped('param', (value) => value ?? ''),
    defaultParam: scoped('default-param', (value) => value ?? ''),
    assumed: new Set([...assumed.assumed].filter((kind) => !kinds.has(kind))),
  };
}

function formOf(value: string | null | undefined): 'add' | 'remove' {
  return value === 'add' ? 'add' : 'remove';
}

function schemeOf(value: string | null): 'http' | 'https' {
  return value === 'http' ? 'http' : 'https';
}
