import { factOf } from '../../evidence/claimed-facts.ts';
import { type Subject } from '../../evidence/evidence.ts';
import { checkFacts } from '../../facts/check.ts';
import { CLAIM_KINDS, type ClaimKind } from '../../facts/claim-kind.ts';
import { wwwPair } from '../../facts/facts.ts';
import { isOfHost } from '../../facts/site-part.ts';
import { didYouMean, quote } from '../../text/wording.ts';
import { UsageError } from '../io/exit.ts';

/** A claim as the user writes it: `slash example.com/docs/ add`. */
export interface Statement extends Subject {
  /** The part of the site, such as `/docs/`; `/` for the whole. */
  readonly path: string;
  /** The form that the site uses, for kinds that have one; null if omitted. */
  readonly target: string | null;
}

/** Kinds whose third word is the form that the site uses. For other kinds it is the subject, such as a parameter. */
const FORMS: Readonly<Partial<Record<ClaimKind, readonly [string, string]>>> = {
  www: ['add', 'remove'],
  scheme: ['http', 'https'],
  slash: ['add', 'remove'],
};

const EXAMPLE = 'write a kind, a host and a value, such as "slash example.com/docs/ add"';

/**
 * Parses a statement for `--confirm`, which must be as complete as a fact.
 *
 * @throws {UsageError} if it is not a valid statement
 */
export function parseFactStatement(text: string): Statement {
  const statement = parseStatement(text);
  const form = FORMS[statement.kind];
  if (form !== undefined && statement.target === null) {
    throw wrong(text, `the form that the site uses is missing; add ${form.map(quote).join(' or ')}`);
  }
  return statement;
}

/**
 * Parses a statement for `--refute`. It has no form, since the two URLs show different pages.
 *
 * @throws {UsageError} if it is not a valid statement
 */
export function parseDenial(text: string): Statement {
  const statement = parseStatement(text);
  const { kind, about, target } = statement;
  if (target !== null) throw wrong(text, `a refuted claim has no form; remove ${quote(target)}`);
  if (kind === 'index' && about === null) throw wrong(text, 'the file name is missing; add it, such as index.html');
  return statement;
}

/**
 * Parses a statement with or without a form.
 *
 * @throws {UsageError} if it is not a valid statement
 */
export function parseStatement(text: string): Statement {
  const [kind = '', place = '', value, ...more] = text.trim().split(/\s+/);
  const known = CLAIM_KINDS.find((each) => each === kind);
  if (known === undefined) throw wrong(text, `unknown kind of claim ${quote(kind)}${didYouMean(kind, CLAIM_KINDS)}`);
  if (place === '' || more.length > 0) throw wrong(text, EXAMPLE);
  const slash = place.indexOf('/');
  const [host, path] = slash < 0 ? [place, '/'] : [place.slice(0, slash), place.slice(slash)];
  const isForm = FORMS[known] !== undefined;
  const statement: Statement = {
    kind: known,
    host: known === 'www' ? wwwPair(host)[0] : host,
    ...(isForm ? { path, about: null } : subjectOf(known, path, value ?? null)),
    target: isForm ? (value ?? null) : null,
  };
  refuseNonsense(statement, text);
  return statement;
}

/** The part of the site and what the claim is about; also in one word or with a `?`, as claims are printed. */
function subjectOf(kind: ClaimKind, path: string, value: string | null): Pick<Statement, 'path' | 'about'> {
  if (kind === 'param' || kind === 'default-param') {
    const [part = '', ...query] = path.split('?');
    if (value === null && query.length > 0) return { path: part, about: query.join('?') };
    return { path, about: value?.replace(/^\?/, '') ?? null };
  }
  const [, part, file] = /^(.*\/)([^/]+\.[^/]+)$/s.exec(path) ?? [];
  if (kind === 'index' && value === null && part !== undefined) return { path: part, about: file ?? null };
  return { path, about: value };
}

function refuseNonsense(statement: Statement, text: string): void {
  const { kind, path } = statement;
  if (isOfHost(kind) && path !== '/')
    throw wrong(text, `a claim of the kind ${kind} is about a whole host; remove the path`);
  if (!path.endsWith('/') && !path.endsWith('/$'))
    throw wrong(text, `the path of a claim ends with a slash; write ${quote(`${path}/`)}`);
  const [problem] = checkFacts([factOf(statement)]);
  if (problem !== undefined) throw wrong(text, problem.message);
}

function wrong(text: string, message: string): UsageError {
  return new UsageError(`${quote(text)}: ${message}`);
}
