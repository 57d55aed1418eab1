import { didYouMean, quote } from '../text/wording.ts';
import { checkChains } from './chains.ts';
import { CLAIM_KINDS } from './claim-kind.ts';
import { type Fact, scopeOf, wwwPair } from './facts.ts';
import { hasDotSegment, isAddress, normalizeHost, normalizeParam, normalizePath, splitPort } from './normal-form.ts';
import { FACT_KINDS, type FactKind } from './site-facts.ts';
import { isOfHost } from './site-part.ts';

/** What is wrong with a fact, and how to correct it. */
export interface FactProblem {
  /** The position: `facts[3].host`. */
  readonly at: string;
  /** What is wrong and what to write instead, in one line. */
  readonly message: string;
}

/** Kinds that may apply to a part of a site. The others apply to the whole host. */
const SCOPED_KINDS: ReadonlySet<FactKind> = new Set(CLAIM_KINDS.filter((kind) => !isOfHost(kind)));

/**
 * Checks that each fact is valid, that no two contradict each other, and that together they settle a URL in one run: a
 * second run changes nothing.
 *
 * @returns the problems in order; empty if there are none
 */
export function checkFacts(facts: readonly Fact[]): readonly FactProblem[] {
  const problems = facts.flatMap((fact, index) => checkFact(fact, `facts[${index}]`));
  // Facts can be checked together only if each is valid.
  return problems.length > 0 ? problems : [...contradictions(facts), ...checkChains(facts)];
}

function checkFact(fact: Fact, at: string): readonly FactProblem[] {
  // A program without types may write anything.
  const kind: unknown = fact.kind;
  if (!FACT_KINDS.some((known) => known === kind)) {
    const name = typeof kind === 'string' ? kind : '';
    return [{ at: `${at}.kind`, message: `${quote(name)} is not a kind of fact${didYouMean(name, FACT_KINDS)}` }];
  }
  const messages = { host: hostProblem(fact), path: pathProblem(fact), value: valueProblem(fact) };
  return Object.entries(messages).flatMap(([field, message]) =>
    message === null ? [] : [{ at: `${at}.${field}`, message }],
  );
}

function hostProblem({ kind, host }: Fact): string | null {
  const spelled = normalizeHost(host);
  if (spelled === null) return `${quote(host)} is not a host; write a host such as example.com or localhost:8080`;
  if (spelled !== host) return notCanonical(host, spelled);
  if (kind === 'ip' && !isAddress(host)) {
    return `${quote(host)} is not an IP address; write the address as the host, and its domain as the value`;
  }
  if (kind === 'www' && isAddress(host)) return 'an IP address has no www; remove this fact';
  if (kind === 'www' && host.startsWith('www.www.')) return `${quote(host)} has www twice; write it at most once`;
  if (kind === 'scheme' && splitPort(host)[1] !== '') {
    return 'a URL with a non-default port keeps its scheme; remove this fact';
  }
  return null;
}

/** Why a pattern for the hosts of a kind of site matches none; null if it can match one. */
export function hostPatternProblem(pattern: string): string | null {
  if (pattern === '*') return null;
  const front = pattern.startsWith('*.') ? '*.' : '';
  const host = pattern.slice(front.length);
  const spelled = host.includes('*') ? null : normalizeHost(host);
  if (spelled === null) return `${quote(pattern)} is not a host pattern; write example.com, *.example.com or *`;
  return spelled === host ? null : notCanonical(pattern, front + spelled);
}

function pathProblem({ kind, path }: Fact): string | null {
  if (path === undefined) return null;
  if (!SCOPED_KINDS.has(kind)) return `a fact about ${kind} applies to the whole host; remove the path`;
  if (!path.startsWith('/')) return `${quote(path)} does not start with a slash; write a path such as /docs/`;
  const spelled = normalizePath(path);
  if (spelled !== path) return notCanonical(path, spelled);
  return hasDotSegment(path)
    ? `${quote(path)} has a dot segment, which keys never have; write the resolved path`
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
      return value === undefined ? null : `a fact about ${kind} has no value; remove it`;
  }
}

function oneOf(value: string | undefined, known: readonly string[]): string | null {
  if (value !== undefined && known.includes(value)) return null;
  const choice = known.map(quote).join(' or ');
  return value === undefined ? `is missing; write ${choice}` : `${quote(value)} is not a valid value; write ${choice}`;
}

/** Why a file name cannot be an index page; null if it can. */
export function indexNameProblem(name: string): string | null {
  if (name === '' || name.includes('/') || hasDotSegment(name)) {
    return `${quote(name)} is not a file name; write a name such as index.html`;
  }
  const spelled = normalizePath(name);
  return spelled === name ? null : notCanonical(name, spelled);
}

function targetProblem(host: string, value: string | undefined): string | null {
  if (value === undefined) return 'is missing; write the host that replaces this one';
  const spelled = normalizeHost(value);
  if (spelled === null || isAddress(spelled))
    return `${quote(value)} is not a domain; write a domain such as example.com`;
  const [name, port] = splitPort(spelled);
  if (port !== '') return `${quote(value)} has a port, but URLs keep their own port; write ${quote(name)}`;
  if (spelled !== value) return notCanonical(value, spelled);
  return value === splitPort(host)[0] ? 'maps the host to itself; write another host, or remove this fact' : null;
}

/** Why a parameter name is not valid; null if it is. */
export function paramNameProblem(name: string | undefined): string | null {
  if (name === undefined || name === '') return 'is missing; write a parameter name';
  if (name.includes('=')) return `${quote(name)} is not just a name; write the part before the "="`;
  return paramSpellingProblem(name);
}

function defaultParamProblem(param: string | undefined): string | null {
  if (param === undefined) return 'is missing; write name=value';
  if (!/^[^=]+=/.test(param))
    return `${quote(param)} is not of the form name=value; write, for example, sort=ascending`;
  return paramSpellingProblem(param);
}

function paramSpellingProblem(text: string): string | null {
  const spelled = normalizeParam(text);
  return spelled === text ? null : notCanonical(text, spelled);
}

function notCanonical(text: string, spelled: string): string {
  return `${quote(text)} is not in canonical form; write ${quote(spelled)}`;
}

/** Facts that cannot all be true. */
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
        message: `contradicts facts[${other.index}], which has another value; keep the one that is true`,
      });
    } else if (subject !== null && other === undefined) {
      first.set(subject, { index, value });
    }
    // Without its slash, a folder with that name would look like the index page of its parent.
    if (fact.kind === 'index' && fact.value !== undefined && !fact.value.includes('.') && slashless.has(fact.host)) {
      problems.push({
        at,
        message:
          'a name without a dot looks like a folder if trailing slashes are removed; remove one of the two facts',
      });
    }
  }
  return problems;
}

/** What a fact is about, if only one value can be true; null if several can. */
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
