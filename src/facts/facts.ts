import { type AssumableFact, type FactKind, NO_FACTS, type SiteFacts } from './site-facts.ts';

/** Something known of one host, or of one part of it. */
export interface Fact {
  readonly kind: FactKind;
  /** In its one spelling, with the port where it is not the scheme's own: `example.com`, `localhost:8080`. */
  readonly host: string;
  /** The part of the site that it holds for, such as `/docs/`; the whole site where it is left out. */
  readonly path?: string;
  /**
   * What is known: `add` or `remove` (www, slash), `http` or `https` (scheme), a file name (index; any usual one where
   * left out), a host (ip, mobile), a name (param), `name=value` (default-param). Nothing for the other kinds.
   */
  readonly value?: string;
}

/** What the user takes for true of every site. */
export interface Assumptions {
  readonly kinds: readonly AssumableFact[];
  readonly www: 'add' | 'remove';
  readonly scheme: 'http' | 'https';
  /** Also fold mobile hosts and drop user names, as the profile `changing` does. */
  readonly everything: boolean;
}

/** Facts by site, for the passes. A fact about a host goes before what is assumed of every site. */
export class FactTable {
  readonly #sites = new Map<string, SiteFacts>();
  readonly #anySite: SiteFacts;

  constructor(facts: readonly Fact[], assumptions: Assumptions) {
    this.#anySite = assumedFacts(assumptions);
    for (const fact of facts) {
      for (const host of hostsOf(fact)) this.#sites.set(host, withFact(this.of(host), fact));
    }
  }

  /** Whether nothing is known of any site. */
  get isEmpty(): boolean {
    return this.#anySite === NO_FACTS && this.#sites.size === 0;
  }

  /** What is known of the site; `host` as {@link Fact.host}. */
  of(host: string): SiteFacts {
    return this.#sites.get(host) ?? this.#anySite;
  }
}

/** A fact about www is one about a pair of hosts. */
function hostsOf(fact: Fact): readonly string[] {
  if (fact.kind !== 'www') return [fact.host];
  const bare = fact.host.startsWith('www.') ? fact.host.slice(4) : fact.host;
  return [bare, `www.${bare}`];
}

function assumedFacts(assumptions: Assumptions): SiteFacts {
  const { kinds, everything } = assumptions;
  if (kinds.length === 0 && !everything) return NO_FACTS;
  const has = (kind: AssumableFact): boolean => everything || kinds.includes(kind);
  const everywhere = <T>(kind: AssumableFact, value: T): readonly { path: string; value: T }[] =>
    has(kind) ? [{ path: '/', value }] : [];
  return {
    ...NO_FACTS,
    www: has('www') ? assumptions.www : null,
    scheme: has('scheme') ? assumptions.scheme : null,
    userinfo: everything,
    slash: everywhere('slash', 'add'),
    index: everywhere('index', null),
    case: everywhere('case', true),
    slashes: everywhere('slashes', true),
    order: everywhere('order', true),
    assumed: new Set<FactKind>(everything ? [...kinds, 'www', 'mobile', 'userinfo'] : kinds),
  };
}

function withFact(site: SiteFacts, fact: Fact): SiteFacts {
  const path = fact.path === undefined ? '/' : fact.path.endsWith('/') ? fact.path : `${fact.path}/`;
  const assumed = new Set(site.assumed);
  assumed.delete(fact.kind);
  const known = { ...site, assumed };
  const value = fact.value ?? '';
  switch (fact.kind) {
    case 'www':
      return { ...known, www: value === 'add' ? 'add' : 'remove' };
    case 'scheme':
      return { ...known, scheme: value === 'http' ? 'http' : 'https' };
    case 'ip':
      return { ...known, ip: value };
    case 'mobile':
      return { ...known, mobile: value };
    case 'userinfo':
      return { ...known, userinfo: true };
    case 'slash':
      return { ...known, slash: [...site.slash, { path, value: value === 'remove' ? 'remove' : 'add' }] };
    case 'index':
      return { ...known, index: [...site.index, { path, value: fact.value ?? null }] };
    case 'case':
      return { ...known, case: [...site.case, { path, value: true }] };
    case 'slashes':
      return { ...known, slashes: [...site.slashes, { path, value: true }] };
    case 'order':
      return { ...known, order: [...site.order, { path, value: true }] };
    case 'param':
      return { ...known, param: [...site.param, { path, value }] };
    case 'default-param':
      return { ...known, defaultParam: [...site.defaultParam, { path, value }] };
  }
}
