import { factOf } from '../../evidence/claimed-facts.ts';
import { type Subject } from '../../evidence/evidence.ts';
import { checkFacts } from '../../facts/check.ts';
import { CLAIM_KINDS, type ClaimKind } from '../../facts/claim-kind.ts';
import { wwwPair } from '../../facts/facts.ts';
import { isOfHost } from '../../facts/site-part.ts';
import { didYouMean, quote } from '../../text/wording.ts';
import { UsageError } from '../io/exit.ts';

/** What the user says a claim is about: `slash example.com/docs/ add`. */
export interface Statement extends Subject {
  /** The part of the site, such as `/docs/`; `/` for the whole. */
  readonly path: string;
  /** The site's form, for kinds that have one; null where none is named. */
  readonly target: string | null;
}

/** Kinds whose third word is the site's form; that of others is what the claim is about, or there is none. */
const FORMS: Readonly<Partial<Record<ClaimKind, readonly [string, string]>>> = {
  www: ['add', 'remove'],
  scheme: ['http', 'https'],
  slash: ['add', 'remove'],
};

const EXAMPLE = 'write a kind, a host and what is known, such as "slash example.com/docs/ add"';

/**
 * Reads a statement that is to be confirmed, which says all that a fact says.
 *
 * @throws {UsageError} where it is none
 */
export function parseFactStatement(text: string): Statement {
  const statement = parseStatement(text);
  const form = FORMS[statement.kind];
  if (form !== undefined && statement.target === null) {
    throw wrong(text, `says nothing of the site's form; add ${form.map(quote).join(' or ')}`);
  }
  return statement;
}

/**
 * Reads a statement that is to be refuted, which says nothing of the site's form: there are two pages.
 *
 * @throws {UsageError} where it is none
 */
export function parseDenial(text: string): Statement {
  const statement = parseStatement(text);
  const { kind, about, target } = statement;
  if (target !== null) throw wrong(text, `names a form, and what is refuted has none; leave ${quote(target)} out`);
  if (kind === 'index' && about === null) throw wrong(text, 'names no file; add its name, such as index.html');
  return statement;
}

/**
 * Reads a statement with the site's form or without.
 *
 * @throws {UsageError} where it is none
 */
export function parseStatement(text: string): Statement {
  const [kind = '', place = '', value, ...more] = text.trim().split(/\s+/);
  const known = CLAIM_KINDS.find((each) => each === kind);
  if (known === undefined) throw wrong(text, `starts with no kind of claim${didYouMean(kind, CLAIM_KINDS)}`);
  if (place === '' || more.length > 0) throw wrong(text, EXAMPLE);
  const slash = place.indexOf('/');
  const [host, path] = slash < 0 ? [place, '/'] : [place.slice(0, slash), place.slice(slash)];
  const isForm = FORMS[known] !== undefined;
  const statement: Statement = {
    kind: known,
    host: known === 'www' ? wwwPair(host)[0] : host,
    about: isForm ? null : (value ?? null),
    path,
    target: isForm ? (value ?? null) : null,
  };
  refuseNonsense(statement, text);
  return statement;
}

function refuseNonsense(statement: Statement, text: string): void {
  const { kind, path } = statement;
  if (isOfHost(kind) && path !== '/')
    throw wrong(text, `is about ${kind}, which holds for a whole host; leave the path out`);
  if (!path.endsWith('/'))
    throw wrong(text, `is about a part of a site, which ends in a slash; write ${quote(`${path}/`)}`);
  const [problem] = checkFacts([factOf(statement)]);
  if (problem !== undefined) throw wrong(text, problem.message);
}

function wrong(text: string, message: string): UsageError {
  return new UsageError(`${quote(text)}: ${message}`);
}
