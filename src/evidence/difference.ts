import { type Canonicalizer, compile } from '../canon/canonicalizer.ts';
import { checkFacts } from '../facts/check.ts';
import type { ClaimKind } from '../facts/claim-kind.ts';
import { isAddress } from '../facts/normal-form.ts';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import { hostWithPort, isWeb, type ParsedUrl } from '../url/parsed-url.ts';
import { dropParams, mayHoldOthers, paramName, sortParams } from '../url/query.ts';
import { factOf } from './claimed-facts.ts';
import type { Subject } from './evidence.ts';

/** The one difference between two URLs that a fact could remove. */
export interface Difference extends Subject {
  /** The form that the page uses: `add` or `remove` (www, slash), `http` or `https` (scheme); null for other kinds. */
  readonly form: string | null;
  /**
   * The parameter as each URL spells it, `name=value`; empty for other kinds. Repeated parameters are joined by `&`.
   */
  readonly params: readonly string[];
  /** The canonical path of the page. */
  readonly path: string;
}

/** Kinds of differences between paths. At most one of them may distinguish the two URLs. */
const PATH_KINDS = ['slash', 'index', 'slashes', 'case'] as const;
type PathKind = (typeof PATH_KINDS)[number];

const standard: Canonicalizer = compile();
const assuming: Readonly<Record<PathKind, Canonicalizer>> = {
  slash: compile({ assume: ['slash'] }),
  index: compile({ assume: ['index'] }),
  slashes: compile({ assume: ['slashes'] }),
  case: compile({ assume: ['case'] }),
};

/**
 * The subject that evidence about two URLs would concern: the one fact that would give them the same key. Swapping the
 * URLs changes only form and path. A parameter that only one of them has counts as a parameter that does not affect the
 * page. Linear time.
 *
 * @param url the URL that was tried
 * @param page the URL of the page that it may be a duplicate of
 * @returns null if both have the same key already, if no single fact would merge them, or if either URL is invalid
 */
export function difference(url: string, page: string): Difference | null {
  const keys = [standard.key(url), standard.key(page)] as const;
  if (keys[0] instanceof UrlError || keys[1] instanceof UrlError || keys[0] === keys[1]) return null;
  const [a, b] = [parseUrl(keys[0]), parseUrl(keys[1])];
  if (a instanceof UrlError || b instanceof UrlError) return null;
  const found = differenceOf(a, b);
  return found !== null && isSound(found, found.form) ? found : null;
}

/** Cache size for checked subjects, because the same few recur. */
const MAX_KNOWN = 4096;
const knownSubjects = new Map<string, boolean>();

/** Whether a fact about the subject is valid. */
function isSound({ kind, host, about }: Subject, form: string | null): boolean {
  const id = `${kind} ${host} ${about ?? ''}`;
  const before = knownSubjects.get(id);
  if (before !== undefined) return before;
  const sound = checkFacts([factOf({ kind, host, about, path: '/', target: form })]).length === 0;
  if (knownSubjects.size >= MAX_KNOWN) knownSubjects.clear();
  knownSubjects.set(id, sound);
  return sound;
}

/**
 * The alternative subject for two URLs that differ in a parameter only one of them has: its value may be the default.
 *
 * @returns null for other differences
 */
export function defaultOf({ kind, host, about, params }: Difference): Subject | null {
  const [param = ''] = params;
  if (kind !== 'param' || params.length !== 1 || !param.startsWith(`${about}=`) || param.includes('&')) return null;
  const subject: Subject = { kind: 'default-param', host, about: param };
  return isSound(subject, null) ? subject : null;
}

function differenceOf(a: ParsedUrl, b: ParsedUrl): Difference | null {
  if (!isWeb(a) || !isWeb(b)) return null;
  if (a.userinfo !== b.userinfo || a.fragment !== b.fragment || a.port !== b.port) return null;
  const differing = [a.protocol !== b.protocol, a.asciiHost !== b.asciiHost, a.path !== b.path, a.query !== b.query];
  if (differing.filter(Boolean).length !== 1) return null;
  const [isScheme, isHost, isPath] = differing;
  if (isScheme) return differingIn(b, 'scheme', null, b.protocol);
  if (isHost) return ofHosts(a, b);
  return isPath ? ofPaths(a, b) : ofQueries(a, b);
}

function ofHosts(a: ParsedUrl, b: ParsedUrl): Difference | null {
  const [tried, page] = [a.asciiHost ?? '', b.asciiHost ?? ''];
  // A fact adds or removes only one www.
  if (tried.startsWith('www.') && page.startsWith('www.')) return null;
  if (page === `www.${tried}`) return { ...differingIn(b, 'www', null, 'add'), host: hostWithPort(a) };
  if (tried === `www.${page}`) return differingIn(b, 'www', null, 'remove');
  if (isAddress(tried) && !isAddress(page)) return { ...differingIn(b, 'ip', page), host: hostWithPort(a) };
  if (isAddress(page) && !isAddress(tried)) return differingIn(b, 'ip', tried);
  return null;
}

function ofPaths(a: ParsedUrl, b: ParsedUrl): Difference | null {
  const merging = PATH_KINDS.filter((kind) => isOne(a, b, assuming[kind]));
  // Names of index pages are case-insensitive, so a difference only in case is not about them.
  const kinds = merging.includes('case') ? merging.filter((kind) => kind !== 'index') : merging;
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) return null;
  if (kind !== 'index') return differingIn(b, kind, null, kind === 'slash' ? slashForm(b.path) : null);
  const name = a.path.length > b.path.length ? a.path.slice(b.path.length) : b.path.slice(a.path.length);
  // Two index pages of one folder do not show that the folder's URL is the same page.
  return a.path + name === b.path || b.path + name === a.path ? differingIn(b, 'index', name) : null;
}

function isOne(a: ParsedUrl, b: ParsedUrl, { canonicalize }: Canonicalizer): boolean {
  const [first, second] = [a, b].map(({ path }) => canonicalize(`http://host${path}`));
  return first === second;
}

function slashForm(path: string): 'add' | 'remove' {
  return path.endsWith('/') ? 'add' : 'remove';
}

function ofQueries(a: ParsedUrl, b: ParsedUrl): Difference | null {
  const [tried, page] = [a.query ?? '', b.query ?? ''];
  if (sortParams(tried) === sortParams(page)) return differingIn(b, 'order', null);
  const [before, after] = [paramsByName(tried), paramsByName(page)];
  const names = new Set([...before.keys(), ...after.keys()]);
  const changed = [...names].filter((name) => before.get(name) !== after.get(name));
  const [name] = changed;
  if (name === undefined || changed.length > 1) return null;
  const isDropped = (param: string): boolean => paramName(param) === name;
  if ((dropParams(tried, isDropped) ?? '') !== (dropParams(page, isDropped) ?? '')) return null;
  const params = [before.get(name), after.get(name)].filter((param) => param !== undefined);
  if (params.some(mayHoldOthers)) return null;
  return { ...differingIn(b, 'param', name), params };
}

/** All parameters of each name, as spelled and in order. */
function paramsByName(query: string): ReadonlyMap<string, string> {
  const lists = new Map<string, string[]>();
  for (const param of query.split('&')) {
    if (param === '') continue;
    const known = lists.get(paramName(param));
    if (known === undefined) lists.set(paramName(param), [param]);
    else known.push(param);
  }
  return new Map(Array.from(lists, ([name, params]) => [name, params.join('&')]));
}

function differingIn(page: ParsedUrl, kind: ClaimKind, what: string | null, form: string | null = null): Difference {
  return { kind, host: hostWithPort(page), about: what, form, params: [], path: page.path };
}
