import type { FoundUrl, RekeyRequest } from '../../db/index.ts';
import { answerAtOnce } from '../../db/rekey/asking.ts';
import { askForPlan } from '../../db/rekey/plan.ts';
import type { RekeyPlan, RekeyView } from '../../db/rekey/view.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { found } from './helpers.ts';

/** A confirmed claim about a whole host. These tests apply it to every host. */
export function claim(kind: 'www' | 'slash', target: 'add' | 'remove'): Claim {
  return {
    kind,
    host: 'a',
    about: null,
    path: '/',
    verdict: 'confirmed',
    target,
    source: 'content',
    samples: 5,
    contradictions: 0,
    reason: null,
    firstSeen: 1,
    lastSeen: 2.5,
    expires: null,
  };
}

export const NO_WWW: Claim = claim('www', 'remove');
export const NO_SLASH: Claim = claim('slash', 'remove');

/** A URL as the canonicalizer of these tests makes it: without query and fragment, and with claims about www and the trailing slash. */
export function foundBy(claims: readonly Claim[], url: string, change: Partial<FoundUrl> = {}): FoundUrl {
  let key = own(url);
  for (const { kind, target } of claims) {
    const bare = kind === 'www' ? key.replace('://www.', '://') : key.replace(/(?<=[^/])\/$/, '');
    if (target === 'remove') key = bare;
    else key = kind === 'www' ? bare.replace('://', '://www.') : bare.replace(/(?<=[^/])$/, '/');
  }
  const pass = key === url ? null : key === own(url) ? 'drop-fragment' : 'fold';
  return found(url, { pass, skip: url.includes('far') ? 'scope' : null, ...change, key });
}

function own(url: string): string {
  return url.replace(/[?#].*/, '');
}

export const SITES = ['a', 'www.a', 'b', 'www.b', 'c', 'www.c'] as const;

export function rekeying(claims: readonly Claim[], sites: readonly string[] = SITES): RekeyRequest {
  return {
    claims,
    sites,
    find: (url, { depth, hops, source, role }) => foundBy(claims, url, { depth, hops, source, role }),
    ownKey: (url) => found(own(url)).key,
  };
}

/** The whole plan, from a store that answers at once. */
export function planRekey(view: RekeyView, request: RekeyRequest): RekeyPlan {
  const steps = answerAtOnce(askForPlan(request), view);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export function evidence(change: Partial<Evidence> = {}): Evidence {
  return {
    kind: 'slash',
    host: 'a',
    about: null,
    source: 'content',
    supports: true,
    path: '/1',
    target: 'remove',
    url: 'http://a/1/',
    page: 'http://a/1',
    hops: [],
    seen: 'same-text',
    by: 'probe',
    at: 1,
    ...change,
  };
}
