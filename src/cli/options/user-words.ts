import type { Claim } from '../../evidence/claim.ts';
import { factsOf } from '../../evidence/claimed-facts.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { subjectKey } from '../../evidence/verdict.ts';
import { partNamed } from '../../facts/site-part.ts';
import type { Fact } from '../../index.ts';
import { quote } from '../../text/wording.ts';
import { UsageError } from '../io/exit.ts';
import type { Statement } from './statement.ts';

/** The user's verdicts: the statements of `--confirm`, `--refute` and `--forget`. */
export interface Words {
  readonly confirm: readonly Statement[];
  readonly refute: readonly Statement[];
  /** Earlier verdicts to withdraw. */
  readonly forget: readonly Statement[];
}

/** How the user's verdicts change the evidence. */
export interface SaidEvidence {
  readonly added: readonly Evidence[];
  readonly removed: readonly Evidence[];
  /** All evidence after the change. */
  readonly after: readonly Evidence[];
}

/**
 * Turns the user's verdicts into evidence.
 *
 * @param at milliseconds since the epoch
 * @throws {UsageError} if two verdicts are about the same claim, or one withdraws a verdict that does not exist
 */
export function say({ confirm, refute, forget }: Words, before: readonly Evidence[], at: number): SaidEvidence {
  const places = new Set<string>();
  for (const statement of [...confirm, ...refute, ...forget]) {
    if (places.has(placeOf(statement)))
      throw new UsageError(`${quote(nameOf(statement))} is given twice; use --confirm, --refute or --forget once`);
    places.add(placeOf(statement));
  }
  const said = Map.groupBy(
    before.filter(({ source }) => source === 'user'),
    placeOf,
  );
  const removed = forget.flatMap((statement) => {
    const words = said.get(placeOf(statement));
    if (words !== undefined) return words;
    throw new UsageError(
      `you have not confirmed or refuted ${quote(nameOf(statement))}; list the claims with dustpan facts`,
    );
  });
  const added = [...confirm.map((one) => wordOf(one, true, at)), ...refute.map((one) => wordOf(one, false, at))];
  const kept = before.filter((one) => one.source !== 'user' || !places.has(placeOf(one)));
  return { added, removed, after: [...kept, ...added] };
}

/**
 * The claims that the user's verdicts are about, in the order of the verdicts. A forgotten claim without other evidence
 * is left out.
 *
 * @param claims the claims after the verdicts
 * @throws {UsageError} if a confirmed claim contradicts other facts
 */
export function claimsSaid(
  { confirm, refute, forget }: Words,
  claims: readonly Claim[],
  given: readonly Fact[],
): readonly Claim[] {
  const byPlace = new Map(claims.map((claim) => [placeOf(claim), claim]));
  const unused = new Map(factsOf(claims, given).unused.map(({ claim, reason }) => [claim, reason]));
  for (const statement of confirm) {
    const claim = byPlace.get(placeOf(statement));
    if (claim === undefined) continue;
    const reason = unused.get(claim);
    if (reason !== undefined) throw new UsageError(`${quote(nameOf(statement))}: ${reason}`);
    if (claim.verdict !== 'confirmed') {
      throw new UsageError(
        `${quote(nameOf(statement))}: you refuted it for a part of the site; withdraw that first with --forget`,
      );
    }
  }
  return [...confirm, ...refute, ...forget].flatMap((statement) => byPlace.get(placeOf(statement)) ?? []);
}

function wordOf(statement: Statement, supports: boolean, at: number): Evidence {
  return { ...statement, source: 'user', supports, url: null, page: null, hops: [], seen: 'user', by: 'user', at };
}

function placeOf(one: Pick<Statement, 'kind' | 'host' | 'about' | 'path'>): string {
  return `${partNamed(one.kind, one.path)} ${subjectKey(one)}`;
}

function nameOf({ kind, host, path, about }: Statement): string {
  return [kind, path === '/' ? host : host + path, ...(about === null ? [] : [about])].join(' ');
}
