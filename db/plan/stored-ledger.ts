import { type Claim, VERDICTS } from '../../src/evidence/claim.ts';
import { EVIDENCE_SOURCES, type Evidence } from '../../src/evidence/evidence.ts';
import { CLAIM_KINDS } from '../../src/facts/claim-kind.ts';
import { fieldsOf, isTextOrNull, jsonValue } from '../../src/stored-fields.ts';

// A damaged database may contain anything. Both stores skip the rows that these functions refuse.

/** Whether a stored value is a piece of evidence. */
export function isEvidence(value: unknown): value is Evidence {
  const { kind, source, supports, host, path, seen, by, about, target, url, page, hops, at } = fieldsOf(value);
  return (
    isOneOf(CLAIM_KINDS, kind) &&
    isOneOf(EVIDENCE_SOURCES, source) &&
    (supports === null || typeof supports === 'boolean') &&
    [host, path, seen, by].every(isText) &&
    [about, target, url, page].every(isTextOrNull) &&
    Array.isArray(hops) &&
    hops.every(isHop) &&
    typeof at === 'number'
  );
}

/** Whether a stored value is a claim. */
export function isClaim(value: unknown): value is Claim {
  const { kind, verdict, source, host, path, about, target, reason, samples, contradictions, ...times } =
    fieldsOf(value);
  return (
    isOneOf(CLAIM_KINDS, kind) &&
    isOneOf(VERDICTS, verdict) &&
    (source === null || isOneOf(EVIDENCE_SOURCES, source)) &&
    [host, path].every(isText) &&
    [about, target, reason].every(isTextOrNull) &&
    [samples, contradictions].every(Number.isSafeInteger) &&
    [times['firstSeen'], times['lastSeen'], times['expires'] ?? 0].every((time) => typeof time === 'number')
  );
}

/** The URLs of a row of links by their positions, which are stored as JSON; none if it is damaged. */
export function urlsByPosition(json: string | null): readonly (readonly [position: number, url: string])[] {
  const stored = jsonValue(json);
  return Array.isArray(stored) ? stored.filter(isUrlAtPosition) : [];
}

function isUrlAtPosition(value: unknown): value is readonly [number, string] {
  return Array.isArray(value) && Number.isSafeInteger(value[0]) && isText(value[1]);
}

function isHop(value: unknown): boolean {
  const { url, status, location } = fieldsOf(value);
  return isText(url) && typeof status === 'number' && isTextOrNull(location);
}

function isOneOf(known: readonly string[], value: unknown): boolean {
  return isText(value) && known.includes(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
