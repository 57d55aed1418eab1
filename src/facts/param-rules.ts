import { DustpanError } from '../error.ts';
import { quote } from '../text/wording.ts';
import { paramName } from '../url/query.ts';
import { registrableDomain } from '../url/registrable-domain.ts';
import { NameList } from './name-list.ts';
import { compilePattern, type Pattern, requiredText } from './pattern.ts';
import type { ParamJudge, ParamVerdict, Place } from './site-facts.ts';
import { TextIndex } from './text-index.ts';

/** A rule of a list of tracking parameters. */
export interface ParamRule {
  /** `drop` drops the parameters, `keep` keeps them whatever other rules say. */
  readonly action: 'drop' | 'keep';
  /**
   * Hosts that the rule applies to, including their subdomains. `example.*` is `example` under any public suffix.
   * Default: all.
   */
  readonly hosts?: readonly string[];
  /** Hosts that the rule does not apply to, including their subdomains. */
  readonly exceptHosts?: readonly string[];
  /** A case-insensitive regular expression that must match `scheme://host/path`. Rules never depend on the query. */
  readonly url?: string;
  /** Regular expressions that must not match. */
  readonly exceptUrls?: readonly string[];
  /** The parameters that the rule names. */
  readonly params: readonly ParamPattern[];
}

/** The parameters that a rule names. */
export interface ParamPattern {
  /** A `name`, which may end in `*`; a regular expression for the whole name; or one for a part of `name=value`. */
  readonly is: 'name' | 'name-pattern' | 'param-pattern';
  /** The name or regular expression. */
  readonly text: string;
  /** Whether to ignore case. */
  readonly ignoreCase?: true;
  /** Whether the pattern names all other parameters instead. */
  readonly inverted?: true;
}

/** A rule has an invalid pattern, or one that cannot be matched in linear time. */
export class ParamRulesError extends DustpanError {
  readonly code = 'bad-param-rule';
  /** Always `ParamRulesError`. */
  override readonly name = 'ParamRulesError';
}

/** Limits of the caches for hosts and judged names. */
const MAX_HOSTS = 4096;
const MAX_NAMES = 4096;
const MAX_KNOWN_NAME = 100;

/** Judges parameters by the rules of lists. Linear in the size of the lists and the URL. */
export class ParamRules implements ParamJudge {
  readonly #rules: readonly ParamRule[];
  readonly #byHost: ReadonlyMap<string, readonly { readonly group: Group }[]>;
  readonly #anywhere = new TextIndex<Group>();
  readonly #hosts = new Map<string, Host>();

  /** @throws {ParamRulesError} if RE2 does not accept a pattern */
  constructor(rules: readonly ParamRule[]) {
    this.#rules = rules;
    const groups = grouped(rules);
    for (const group of groups) if (group.hosts === null) this.#anywhere.add(group.needs, group);
    const placed = groups.flatMap((group) => (group.hosts ?? []).map((host) => ({ host, group })));
    this.#byHost = Map.groupBy(placed, ({ host }) => host);
  }

  /** The rules. Equal JSON means equal judgements. */
  toJSON(): readonly ParamRule[] {
    return this.#rules;
  }

  at(place: Place): (param: string) => ParamVerdict {
    const host = this.#host(place.asciiHost ?? '');
    const text = `${place.protocol}://${place.asciiHost ?? ''}${place.path}`;
    const lower = text.toLowerCase();
    const candidates = [...host.groups, ...this.#anywhere.within(lower)];
    const holding = candidates.filter((group) => group.holdsAt(host.names, text, lower));
    return (param) => {
      const found = holding.filter((group) => group.names(param));
      if (found.some(({ action }) => action === 'keep')) return 'keep';
      return found.length > 0 ? 'drop' : null;
    };
  }

  #host(host: string): Host {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    const names = parentsOf(host);
    const groups = [...new Set(names.flatMap((name) => this.#byHost.get(name) ?? []).map(({ group }) => group))];
    if (this.#hosts.size >= MAX_HOSTS) this.#hosts.clear();
    this.#hosts.set(host, { names, groups });
    return { names, groups };
  }
}

/** The rules relevant to a host: its own name, its parents' names, and the groups for any of them. */
interface Host {
  readonly names: readonly string[];
  readonly groups: readonly Group[];
}

/** DNS limits the number of labels. Hosts with more have no rules. */
const MAX_LABELS = 128;

/** The host and its parents, plus the same with `*` as public suffix. */
function parentsOf(host: string): readonly string[] {
  const domain = registrableDomain(host);
  const parents = suffixes(host);
  if (domain === null) return parents;
  const label = domain.slice(0, domain.indexOf('.'));
  return [...parents, ...suffixes(`${host.slice(0, host.length - domain.length)}${label}.*`)];
}

function suffixes(host: string): readonly string[] {
  const labels = host.split('.');
  return labels.slice(-MAX_LABELS).map((_, index, last) => last.slice(index).join('.'));
}

/** Rules that apply to the same hosts and URLs, combined. */
class Group {
  readonly action: ParamRule['action'];
  readonly hosts: readonly string[] | null;
  /** Text that every matching URL contains, in lower case; empty if unknown. */
  readonly needs: string;
  readonly #exceptHosts: ReadonlySet<string>;
  readonly #url: Pattern | null;
  readonly #exceptUrls = new TextIndex<Pattern>();
  readonly #exact = new NameList();
  readonly #anyCase = new NameList();
  readonly #ofNames: ((name: string) => boolean)[] = [];
  readonly #ofParams: ((param: string) => boolean)[] = [];
  /** Cached judgements, because the same few names recur. */
  readonly #known = new Map<string, boolean>();

  constructor({ action, hosts, exceptHosts, url, exceptUrls = [] }: ParamRule) {
    this.action = action;
    this.hosts = hosts ?? null;
    this.needs = url === undefined ? '' : requiredText(url);
    this.#exceptHosts = new Set(exceptHosts);
    this.#url = url === undefined ? null : compiled(url, true);
    for (const source of exceptUrls) this.#exceptUrls.add(requiredText(source), compiled(source, true));
  }

  add({ is, text, ignoreCase, inverted }: ParamPattern): void {
    const not = inverted === true;
    if (is === 'param-pattern') {
      const pattern = compiled(text, ignoreCase === true);
      this.#ofParams.push((param) => pattern.test(param) !== not);
    } else if (is === 'name-pattern') {
      const pattern = compiled(text, ignoreCase === true);
      this.#ofNames.push((name) => pattern.testExact(name) !== not);
    } else if (not) {
      const names = new NameList([ignoreCase ? text.toLowerCase() : text]);
      this.#ofNames.push((name) => !names.has(ignoreCase ? name.toLowerCase() : name));
    } else if (ignoreCase) {
      this.#anyCase.add(text.toLowerCase());
    } else {
      this.#exact.add(text);
    }
  }

  holdsAt(hosts: readonly string[], text: string, lower: string): boolean {
    if (this.#exceptHosts.size > 0 && hosts.some((host) => this.#exceptHosts.has(host))) return false;
    if (!lower.includes(this.needs) || this.#url?.test(text) === false) return false;
    return !this.#exceptUrls.within(lower).some((pattern) => pattern.test(text));
  }

  names(param: string): boolean {
    return this.#namesByName(paramName(param)) || this.#ofParams.some((matches) => matches(param));
  }

  #namesByName(name: string): boolean {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const found =
      this.#exact.has(name) || this.#anyCase.has(name.toLowerCase()) || this.#ofNames.some((matches) => matches(name));
    if (this.#known.size >= MAX_NAMES) this.#known.clear();
    // Long names rarely recur and would fill the cache.
    if (name.length <= MAX_KNOWN_NAME) this.#known.set(name, found);
    return found;
  }
}

function compiled(source: string, ignoreCase: boolean): Pattern {
  const pattern = compilePattern(source, ignoreCase);
  if (pattern !== null) return pattern;
  throw new ParamRulesError(
    `${quote(source)} is not a valid regular expression; write it in RE2 syntax, without lookaround and backreferences`,
  );
}

function grouped(rules: readonly ParamRule[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const rule of rules) {
    const { params, ...where } = rule;
    const key = JSON.stringify(where);
    const group = groups.get(key) ?? new Group(rule);
    groups.set(key, group);
    for (const param of params) group.add(param);
  }
  return [...groups.values()];
}
