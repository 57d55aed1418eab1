import type { Claim } from '../../src/evidence/claim.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { jsonValue } from '../../src/stored-fields.ts';
import { isClaim, isEvidence } from '../plan/stored-ledger.ts';
import { wellFormed } from '../plan/well-formed.ts';
import { type Digest, digestOf } from './digest.ts';
import type { Send } from './session.ts';
import { bulk, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

interface EvidenceRow {
  readonly subject: Digest;
  readonly at: number;
  readonly source: string;
  readonly evidence: string;
}

const ADD = bulk<EvidenceRow>(
  { subject: 'bytea', at: 'float8', source: 'text', evidence: 'text' },
  (rows) => `
    INSERT INTO evidence AS known (subject, at, source, evidence)
    SELECT subject, at, source, evidence FROM ${rows} ORDER BY ordinal
    ON CONFLICT (subject) DO UPDATE SET at = excluded.at, source = excluded.source, evidence = excluded.evidence
    WHERE excluded.at >= known.at`,
);
const REMOVE = statement<[subjects: readonly Digest[]]>('DELETE FROM evidence WHERE subject = ANY ($1)');
const EVIDENCE = statement<[], { readonly evidence: string }>('SELECT evidence FROM evidence ORDER BY id');
const DELETE_CLAIMS = statement<[]>('DELETE FROM claim');
const ADD_CLAIMS = bulk<{ readonly claim: string }>(
  { claim: 'text' },
  (rows) => `INSERT INTO claim (claim) SELECT claim FROM ${rows} ORDER BY ordinal`,
);
const CLAIMS = statement<[], { readonly claim: string }>('SELECT claim FROM claim ORDER BY id');

/** Stores evidence. */
export function addEvidence(evidence: readonly Evidence[], transaction: Transaction): void {
  // One statement cannot change a row twice, so that only the newest of each subject goes into it.
  const newest = new Map<string, EvidenceRow>();
  for (const one of evidence.map(wellFormed)) {
    const subject = subjectOf(one);
    const before = newest.get(subject);
    if (before !== undefined && before.at > one.at) continue;
    const row = { subject: digestOf(subject), at: one.at, source: one.source, evidence: JSON.stringify(one) };
    newest.set(subject, row);
  }
  void transaction.sendAll(ADD, [...newest.values()]);
}

/** Deletes evidence. */
export function removeEvidence(evidence: readonly Evidence[], transaction: Transaction): void {
  const subjects = evidence.map((one) => digestOf(subjectOf(wellFormed(one))));
  if (subjects.length > 0) void transaction.send(REMOVE, subjects);
}

/** All evidence, oldest first. */
export async function readEvidence(send: Send): Promise<readonly Evidence[]> {
  return (await evidenceAsStored(send)).toSorted((a, b) => a.at - b.at);
}

/** All evidence, in the order in which its subjects were first seen. */
export async function evidenceAsStored(send: Send): Promise<readonly Evidence[]> {
  return (await send(EVIDENCE)).rows.map((row) => jsonValue(row.evidence)).filter(isEvidence);
}

/** Stores claims in place of all earlier ones. */
export function replaceClaims(claims: readonly Claim[], transaction: Transaction): void {
  void transaction.send(DELETE_CLAIMS);
  void transaction.sendAll(
    ADD_CLAIMS,
    claims.map((claim) => ({ claim: JSON.stringify(claim) })),
  );
}

/** The stored claims. */
export async function readClaims(send: Send): Promise<readonly Claim[]> {
  return (await send(CLAIMS)).rows.map((row) => jsonValue(row.claim)).filter(isClaim);
}

/** What only one piece of evidence is kept for; the user's is kept beside that of others. */
function subjectOf({ kind, host, about, path, url, page, source }: Evidence): string {
  return JSON.stringify([kind, host, about, path, url, page, source === 'user']);
}
