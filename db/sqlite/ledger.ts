import type { Claim } from '../../src/evidence/claim.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { jsonValue } from '../../src/stored-fields.ts';
import { isClaim, isEvidence } from '../plan/stored-ledger.ts';
import { wellFormed } from '../plan/well-formed.ts';
import { Queries } from './queries.ts';

/** The tables of evidence and claims. */
export const ledgerSchema = `
  CREATE TABLE evidence (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    host TEXT NOT NULL,
    about TEXT,
    path TEXT NOT NULL,
    url TEXT,
    page TEXT,
    source TEXT NOT NULL,
    supports INTEGER NOT NULL,
    target TEXT,
    hops TEXT NOT NULL,
    seen TEXT NOT NULL,
    seen_by TEXT NOT NULL,
    at REAL NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX evidence_of ON evidence (
    kind, host, coalesce(about, ''), path, coalesce(url, ''), coalesce(page, ''), source = 'user'
  );

  CREATE TABLE claim (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    host TEXT NOT NULL,
    about TEXT,
    path TEXT NOT NULL,
    verdict TEXT NOT NULL,
    target TEXT,
    source TEXT,
    samples INTEGER NOT NULL,
    contradictions INTEGER NOT NULL,
    error_bound REAL NOT NULL,
    reason TEXT,
    first_seen REAL NOT NULL,
    last_seen REAL NOT NULL,
    expires REAL
  ) STRICT;
`;

/** By the number that stands for it. Another number is damage. */
const SUPPORTS: readonly Evidence['supports'][] = [false, true, null];

interface EvidenceRow extends Omit<Evidence, 'supports' | 'hops'> {
  readonly supports: number;
  /** JSON. */
  readonly hops: string;
}

/** Stores evidence and claims. */
export class LedgerKeeper extends Queries {
  readonly #insertEvidence = this.db.prepare<[EvidenceRow]>(`
    INSERT INTO evidence (kind, host, about, path, url, page, source, supports, target, hops, seen, seen_by, at)
    VALUES (@kind, @host, @about, @path, @url, @page, @source, @supports, @target, @hops, @seen, @by, @at)
    ON CONFLICT DO UPDATE SET
      about = excluded.about, url = excluded.url, page = excluded.page, source = excluded.source,
      supports = excluded.supports, target = excluded.target, hops = excluded.hops, seen = excluded.seen,
      seen_by = excluded.seen_by, at = excluded.at
    WHERE excluded.at >= at`);
  readonly #deleteEvidence = this.db.prepare<
    [Pick<Evidence, 'kind' | 'host' | 'about' | 'path' | 'url' | 'page'> & { readonly isUsers: number }]
  >(`
    DELETE FROM evidence WHERE kind = @kind AND host = @host AND about IS @about AND path = @path
      AND url IS @url AND page IS @page AND (source = 'user') = @isUsers`);
  readonly #evidence = this.db.prepare<[], EvidenceRow>(`
    SELECT kind, host, about, path, url, page, source, supports, target, hops, seen, seen_by AS "by", at
    FROM evidence ORDER BY id`);
  readonly #deleteClaims = this.db.prepare<[]>('DELETE FROM claim');
  readonly #insertClaim = this.db.prepare<[Claim]>(`
    INSERT INTO claim (kind, host, about, path, verdict, target, source, samples, contradictions, reason, first_seen, last_seen, expires)
    VALUES (@kind, @host, @about, @path, @verdict, @target, @source, @samples, @contradictions, @reason, @firstSeen,
      @lastSeen, @expires)`);
  readonly #claims = this.db.prepare<[], Claim>(`
    SELECT kind, host, about, path, verdict, target, source, samples, contradictions, reason,
      first_seen AS firstSeen, last_seen AS lastSeen, expires
    FROM claim ORDER BY id`);

  add(evidence: readonly Evidence[]): void {
    for (const one of evidence) {
      this.#insertEvidence.run({
        ...wellFormed(one),
        supports: SUPPORTS.indexOf(one.supports),
        hops: JSON.stringify(one.hops),
      });
    }
  }

  remove(evidence: readonly Evidence[]): void {
    for (const one of evidence) {
      const { kind, host, about, path, url, page, source } = wellFormed(one);
      this.#deleteEvidence.run({ kind, host, about, path, url, page, isUsers: Number(source === 'user') });
    }
  }

  /** All evidence, oldest first. */
  evidence(): readonly Evidence[] {
    return this.evidenceAsStored().toSorted((a, b) => a.at - b.at);
  }

  /** All evidence, in the order in which its subjects were first seen. */
  evidenceAsStored(): readonly Evidence[] {
    return this.#evidence
      .all()
      .map((row) => ({ ...row, supports: SUPPORTS[row.supports], hops: jsonValue(row.hops) }))
      .filter(isEvidence);
  }

  /** Stores claims in place of all earlier ones. */
  replaceClaims(claims: readonly Claim[]): void {
    this.#deleteClaims.run();
    for (const claim of claims) this.#insertClaim.run(claim);
  }

  claims(): readonly Claim[] {
    return this.#claims.all().filter(isClaim);
  }
}
