import type { Claim } from '../../src/evidence/claim.ts';
import type { ClaimKind } from '../../src/facts/claim-kind.ts';

/** A confirmed claim about a site, down to what is given. */
export function claim(kind: ClaimKind, path: string, given: Partial<Claim> = {}): Claim {
  return {
    kind,
    host: 'example.com',
    about: null,
    path,
    verdict: 'confirmed',
    target: null,
    source: 'content',
    samples: 5,
    contradictions: 0,
    reason: null,
    firstSeen: 0,
    lastSeen: 0,
    expires: null,
    ...given,
  };
}
