import { type Canonicalizer, compile } from '../canon/canonicalizer.ts';
import { checkFacts } from '../facts/check.ts';
import type { ClaimKind } from '../facts/claim-kind.ts';
import { isAddress } from '../facts/normal-form.ts';
import { INDEX_NAME } from '../passes/changing/drop-directory-index.ts';
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

/** Kinds of differences between paths. */
const PATH_KINDS = ['slash', 'index', 'slashes', 'case'] as const;
type PathKind = (typeof PATH_KINDS)[number];

const standard: Canonicalizer = compile();
const assuming: Readonly<Record<PathKind, Canonicalizer>> = {
  slash: compile({ assume: ['slash'] }),
  index: compile({ assume: ['index'] }),
  slashes: compile({ assume: ['slashes'] }),
  case: compile({ assume: ['case'] }),
};
const assumingAll = compile({ assume: PATH_KINDS });
const assumingOthers: Readonly<Record<PathKind, Canonicalizer>> = {
  slash: assumingAllBut('slash'),
  index: assumingAllBut('index'),
  slashes: assumingAllBut('slashes'),
  case: assumingAllBut('case'),
};

function assumingAllBut(kind: PathKind): Canonicalizer {
  return compile({ assume: PATH_KINDS.filter((other) => other !== kind) });
}

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
  const [found = null, another] = allDifferences(url, page);
  return another === undefined && found !== null && isSound(found, found.form) ? found : null;
}

/**
 * The differences between two URLs that facts gave the same key, one for each fact, in the terms of that key: facts name its
 * host, and the parts of a site in its form of the path. Leaves out what no single fact explains. Linear time.
 *
 * @param url one of the URLs
 * @param page the other one
 * @param key their key
 */
export function mergedDifferences(url: string, page: string, key: string): readonly Difference[] {
  const shared = parseUrl(key);
  if (shared instanceof UrlError) return [];
  return allDifferences(url, page).flatMap((found) => {
    if (found === null || !isSound(found, found.form)) return [];
    const host = found.kind === 'www' || found.kind === 'ip' ? found.host : hostWithPort(shared);
    // Without its index page, the key is that of a folder.
    const path = found.kind === 'index' && !shared.path.endsWith('/') ? `${shared.path}/` : shared.path;
    return { ...found, host, path, form: null };
  });
}

/** What distinguishes two URLs; null for each part that no single fact could make equal. */
function allDifferences(url: string, page: string): readonly (Difference | null)[] {
  const keys = [standard.key(url), standard.key(page)] as const;
  if (keys[0] instanceof UrlError || keys[1] instanceof UrlError || keys[0] === keys[1]) return [];
  const [a, b] = [parseUrl(keys[0]), parseUrl(keys[1])];
  return a instanceof UrlError || b instanceof UrlError ? [] : differencesOf(a, b);
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

function differencesOf(a: ParsedUrl, b: ParsedUrl): readonly (Difference | null)[] {
  if (!isWeb(a) || !isWeb(b)) return [null];
  if (a.userinfo !== b.userinfo || a.fragment !== b.fragment || a.port !== b.port) return [null];
  return [
    ...(a.protocol === b.protocol ? [] : [differingIn(b, 'scheme', null, b.protocol)]),
    ...(a.asciiHost === b.asciiHost ? [] : [ofHosts(a, b)]),
    ...(a.path === b.path ? [] : ofPaths(a, b)),
    ...(a.query === b.query ? [] : ofQueries(a, b)),
  ];
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

function ofPaths(a: ParsedUrl, b: ParsedUrl): readonly (Difference | null)[] {
  const merging = PATH_KINDS.filter((kind) => isOne(a, b, assuming[kind]));
  // Names of index pages are case-insensitive, so a difference only in case is not about them.
  const kinds = merging.includes('case') ? merging.filter((kind) => kind !== 'index') : merging;
  const [kind] = kinds;
  if (kinds.length > 1) return [null];
  if (kind !== undefined) return [ofPath(kind, a, b)];
  if (!isOne(a, b, assumingAll)) return [null];
  const needed = PATH_KINDS.filter((one) => !isOne(a, b, assumingOthers[one]));
  return needed.length === 0 ? [null] : needed.map((one) => ofPath(one, a, b));
}

function ofPath(kind: PathKind, a: ParsedUrl, b: ParsedUrl): Difference | null {
  if (kind !== 'index') return differingIn(b, kind, null, kind === 'slash' ? slashForm(b.path) : null);
  const names = [a, b].map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  const [name = '', other] = names.filter((one) => INDEX_NAME.test(one));
  // Two index pages of one folder do not show that the folder's URL is the same page.
  return other === undefined ? differingIn(b, 'index', name) : null;
}

function isOne(a: ParsedUrl, b: ParsedUrl, { canonicalize }: Canonicalizer): boolean {
  const [first, second] = [a, b].map(({ path }) => canonicalize(`http://host${path}`));
  return first === second;
}

function slashForm(path: string): 'add' | 'remove' {
  return path.endsWith('/') ? 'add' : 'remove';
}

function ofQueries(a: ParsedUrl, b: ParsedUrl): readonly (Difference | null)[] {
  const [tried, page] = [a.query ?? '', b.query ?? ''];
  const [before, after] = [paramsByName(tried), paramsByName(page)];
  const names = new Set([...before.keys(), ...after.keys()]);
  const changed = new Set([...names].filter((name) => before.get(name) !== after.get(name)));
  const [rest, other] = [tried, page].map((query) => dropParams(query, (param) => changed.has(paramName(param))) ?? '');
  const params = [...changed].map((name) => ofParam(b, name, [before.get(name), after.get(name)]));
  if (rest === other) return params;
  return [...params, sortParams(rest ?? '') === sortParams(other ?? '') ? differingIn(b, 'order', null) : null];
}

function ofParam(page: ParsedUrl, name: string, values: readonly (string | undefined)[]): Difference | null {
  const params = values.filter((param) => param !== undefined);
  return params.some(mayHoldOthers) ? null : { ...differingIn(page, 'param', name), params };
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
