import { quote } from '../text/wording.ts';
import { checkChains } from './chains.ts';
import { type Fact, scopeOf, wwwPair } from './facts.ts';
import { hasDotSegment, isAddress, normalizeHost, normalizeParam, normalizePath, splitPort } from './normal-form.ts';
import type { FactKind } from './site-facts.ts';

/** What is wrong with a fact, and what to do. */
export interface FactProblem {
  /** Where: `facts[3].host`. */
  readonly at: string;
  readonly message: string;
}

/** The kinds that hold for a part of a site; the others hold for the whole host. */
const SCOPED_KINDS: ReadonlySet<FactKind> = new Set([
  'slash',
  'index',
  'case',
  'slashes',
  'order',
  'param',
  'default-param',
]);

/**
 * Whether each fact says something, none contradicts another, and all together settle a URL in one run: applying them
 * to what they made changes nothing.
 *
 * @returns what is wrong, in order; nothing where all is well
 */
export function checkFacts(facts: readonly Fact[]): readonly FactProblem[] {
  const problems = facts.flatMap((fact, index) => checkFact(fact, `facts[${index}]`));
  // What several facts say together means something only where each one does.
  return problems.length > 0 ? problems : [...contradictions(facts), ...checkChains(facts)];
}

function checkFact(fact: Fact, at: string): readonly FactProblem[] {
  const messages = { host: hostProblem(fact), path: pathProblem(fact), value: valueProblem(fact) };
  return Object.entries(messages).flatMap(([field, message]) =>
    message === null ? [] : [{ at: `${at}.${field}`, message }],
  );
}

function hostProblem({ kind, host }: Fact): string | null {
  const spelled = normalizeHost(host);
  if (spelled === null) return `${quote(host)} is no host; write one such as example.com or localhost:8080`;
  if (spelled !== host) return `${quote(host)} is spelled ${quote(spelled)} in a key; write that`;
  if (kind === 'ip' && !isAddress(host)) {
    return `${quote(host)} is no IP address; write the address here, and the domain that it stands for as the value`;
  }
  if (kind === 'www' && isAddress(host)) return 'an address has no www; leave this fact out';
  if (kind === 'www' && host.startsWith('www.www.'))
    return `${quote(host)} has www twice; write it once, or not at all`;
  if (kind === 'scheme' && splitPort(host)[1] !== '') {
    return 'a URL with a port of its own keeps its scheme; leave this fact out';
  }
  return null;
}

function pathProblem({ kind, path }: Fact): string | null {
  if (path === undefined) return null;
  if (!SCOPED_KINDS.has(kind)) return `a fact about ${kind} holds for the whole host; leave the path out`;
  if (!path.startsWith('/')) return `${quote(path)} does not start with a slash; write a path such as /docs/`;
  const spelled = normalizePath(path);
  if (spelled !== path) return `${quote(path)} is spelled ${quote(spelled)} in a key; write that`;
  return hasDotSegment(path)
    ? `${quote(path)} has a segment of dots, which no key has; write the path it leads to`
    : null;
}

function valueProblem({ kind, host, value }: Fact): string | null {
  switch (kind) {
    case 'www':
    case 'slash':
      return oneOf(value, ['add', 'remove']);
    case 'scheme':
      return oneOf(value, ['http', 'https']);
    case 'index':
      return value === undefined ? null : indexNameProblem(value);
    case 'ip':
    case 'mobile':
      return targetProblem(host, value);
    case 'param':
      return paramNameProblem(value);
    case 'default-param':
      return defaultParamProblem(value);
    case 'case':
    case 'slashes':
    case 'order':
    case 'userinfo':
      return value === undefined ? null : `a fact about ${kind} has no value; leave it out`;
  }
}

function oneOf(value: string | undefined, known: readonly string[]): string | null {
  if (value !== undefined && known.includes(value)) return null;
  const choice = known.map(quote).join(' or ');
  return value === undefined ? `is missing; write ${choice}` : `${quote(value)} is no such value; write ${choice}`;
}

/** What is wrong with the name of an index page; null where nothing is. */
export function indexNameProblem(name: string): string | null {
  if (name === '' || name.includes('/') || hasDotSegment(name)) {
    return `${quote(name)} is no file name; write one such as index.html`;
  }
  const spelled = normalizePath(name);
  return spelled === name ? null : `${quote(name)} is spelled ${quote(spelled)} in a key; write that`;
}

function targetProblem(host: string, value: string | undefined): string | null {
  if (value === undefined) return 'is missing; write the host that this one stands for';
  const spelled = normalizeHost(value);
  if (spelled === null || isAddress(spelled)) return `${quote(value)} is no domain; write one such as example.com`;
  const [name, port] = splitPort(spelled);
  if (port !== '') return `${quote(value)} has a port, and a URL keeps its own; write ${quote(name)}`;
  if (spelled !== value) return `${quote(value)} is spelled ${quote(spelled)} in a key; write that`;
  return value === splitPort(host)[0] ? 'leads the host to itself; write another host, or leave this fact out' : null;
}

/** What is wrong with the name of a parameter; null where nothing is. */
export function paramNameProblem(name: string | undefined): string | null {
  if (name === undefined || name === '') return 'is missing; write the name of a parameter';
  if (name.includes('=')) return `${quote(name)} is more than a name; write what stands in front of the "="`;
  return paramSpellingProblem(name);
}

function defaultParamProblem(param: string | undefined): string | null {
  if (param === undefined) return 'is missing; write name=value';
  if (!/^[^=]+=/.test(param)) return `${quote(param)} is no name=value; write both, as in sort=ascending`;
  return paramSpellingProblem(param);
}

function paramSpellingProblem(text: string): string | null {
  const spelled = normalizeParam(text);
  return spelled === text ? null : `${quote(text)} is spelled ${quote(spelled)} in a key; write that`;
}

/** Facts of which only one can be true. */
function contradictions(facts: readonly Fact[]): readonly FactProblem[] {
  const problems: FactProblem[] = [];
  const first = new Map<string, { readonly index: number; readonly value: string }>();
  const slashless = new Set(
    facts.filter(({ kind, value }) => kind === 'slash' && value === 'remove').map(({ host }) => host),
  );
  for (const [index, fact] of facts.entries()) {
    const at = `facts[${index}]`;
    const subject = subjectOf(fact);
    const value = fact.value ?? '';
    const other = subject === null ? undefined : first.get(subject);
    if (other !== undefined && other.value !== value) {
      problems.push({
        at,
        message: `contradicts facts[${other.index}], which is about the same; keep the one that is true`,
      });
    } else if (subject !== null && other === undefined) {
      first.set(subject, { index, value });
    }
    // Without its slash a folder of that name would be taken for the index page of the one above it.
    if (fact.kind === 'index' && fact.value !== undefined && !fact.value.includes('.') && slashless.has(fact.host)) {
      problems.push({
        at,
        message:
          'a name without a dot cannot be told from a folder where slashes are removed; leave one of the two facts out',
      });
    }
  }
  return problems;
}

/** What a fact is about, of which there can be one alone; null where there may be several. */
function subjectOf(fact: Fact): string | null {
  const { kind, host, value } = fact;
  switch (kind) {
    case 'www':
      return `www ${wwwPair(host)[0]}`;
    case 'scheme':
    case 'ip':
    case 'mobile':
      return `${kind} ${host}`;
    case 'slash':
    case 'index':
      return `${kind} ${host} ${scopeOf(fact)}`;
    case 'default-param':
      return `${kind} ${host} ${scopeOf(fact)} ${(value ?? '').split('=', 1)[0]}`;
    case 'case':
    case 'slashes':
    case 'order':
    case 'userinfo':
    case 'param':
      return null;
  }
}
