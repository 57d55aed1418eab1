import { DustpanError } from '../error.ts';
import { quote } from '../text/wording.ts';
import { paramName } from '../url/query.ts';
import { registrableDomain } from '../url/registrable-domain.ts';
import { NameList } from './name-list.ts';
import { compilePattern, type Pattern, requiredText } from './pattern.ts';
import type { ParamJudge, ParamVerdict, Place } from './site-facts.ts';
import { TextIndex } from './text-index.ts';

/** A rule of a list, as data. */
export interface ParamRule {
  /** Whether the parameters go, or stay whatever other rules say. */
  readonly action: 'drop' | 'keep';
  /** Hosts that it holds for with all below them; all hosts where left out. `example.*` is `example` under any public suffix. */
  readonly hosts?: readonly string[];
  readonly exceptHosts?: readonly string[];
  /** A regular expression that `scheme://host/path` must match, ignoring case: a query decides nothing here. */
  readonly url?: string;
  /** Regular expressions of which it must match none. */
  readonly exceptUrls?: readonly string[];
  readonly params: readonly ParamPattern[];
}

/** Which parameters a rule names. */
export interface ParamPattern {
  /** A name, which may end in `*`; or else a regular expression, which `name` matches whole or `name=value` in part. */
  readonly is: 'name' | 'name-pattern' | 'param-pattern';
  readonly text: string;
  readonly ignoreCase?: true;
  /** It names all parameters but those. */
  readonly inverted?: true;
}

/** A rule whose pattern cannot be matched in linear time. */
export class ParamRulesError extends DustpanError {
  readonly code = 'bad-param-rule';
  override readonly name = 'ParamRulesError';
}

/** Hosts whose rules are remembered, and names that were judged. */
const MAX_HOSTS = 4096;
const MAX_NAMES = 4096;
const MAX_KNOWN_NAME = 100;

/** Rules of lists of tracking parameters. What it takes to judge a parameter is linear in the lists and the URL. */
export class ParamRules implements ParamJudge {
  readonly #rules: readonly ParamRule[];
  readonly #byHost = new Map<string, Group[]>();
  readonly #anywhere = new TextIndex<Group>();
  readonly #hosts = new Map<string, Host>();

  /** @throws {ParamRulesError} where a pattern is none that RE2 takes */
  constructor(rules: readonly ParamRule[]) {
    this.#rules = rules;
    for (const group of grouped(rules)) {
      if (group.hosts === null) this.#anywhere.add(group.needs, group);
      for (const host of group.hosts ?? []) this.#addFor(host, group);
    }
  }

  /** The rules themselves: two of the same JSON judge alike. */
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

  #addFor(host: string, group: Group): void {
    const there = this.#byHost.get(host);
    if (there === undefined) this.#byHost.set(host, [group]);
    else there.push(group);
  }

  #host(host: string): Host {
    const known = this.#hosts.get(host);
    if (known !== undefined) return known;
    const names = parentsOf(host);
    const groups = [...new Set(names.flatMap((name) => this.#byHost.get(name) ?? []))];
    if (this.#hosts.size >= MAX_HOSTS) this.#hosts.clear();
    this.#hosts.set(host, { names, groups });
    return { names, groups };
  }
}

/** A host as rules see it: by its own name and those above, and the groups that name one of them. */
interface Host {
  readonly names: readonly string[];
  readonly groups: readonly Group[];
}

/** Names are at most so long in DNS; what is longer has no rules. */
const MAX_LABELS = 128;

/** The host and all above it, and the same with `*` for the public suffix. */
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

/** Rules that hold in the same place, as one. */
class Group {
  readonly action: ParamRule['action'];
  readonly hosts: readonly string[] | null;
  /** What must stand in a URL for it, in lower case; empty where nothing is sure. */
  readonly needs: string;
  readonly #exceptHosts: ReadonlySet<string>;
  readonly #url: Pattern | null;
  readonly #exceptUrls = new TextIndex<Pattern>();
  readonly #exact = new NameList();
  readonly #anyCase = new NameList();
  readonly #ofNames: ((name: string) => boolean)[] = [];
  readonly #ofParams: ((param: string) => boolean)[] = [];
  /** What was found of a name: the same few come again and again. */
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
    // A longer one hardly comes again, and would fill the memory.
    if (name.length <= MAX_KNOWN_NAME) this.#known.set(name, found);
    return found;
  }
}

function compiled(source: string, ignoreCase: boolean): Pattern {
  const pattern = compilePattern(source, ignoreCase);
  if (pattern !== null) return pattern;
  throw new ParamRulesError(
    `${quote(source)} is no regular expression for a rule; write one in RE2's syntax, without look-around and back references`,
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
