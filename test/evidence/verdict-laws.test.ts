/** What holds for any evidence. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Claim } from '../../src/evidence/claim.ts';
import { EVIDENCE_SOURCES, type Evidence, type Subject } from '../../src/evidence/evidence.ts';
import { needsWith, THRESHOLDS } from '../../src/evidence/thresholds.ts';
import { adjudicate, subjectKey } from '../../src/evidence/verdict.ts';
import { CLAIM_KINDS } from '../../src/facts/claim-kind.ts';
import { holds as holdsPlace, placeOf } from '../../src/facts/site-part.ts';
import { lawRuns } from '../law-runs.ts';
import { evidence } from './evidence.ts';

const numRuns = lawRuns(2000);

/** Few enough to nest and to meet. */
const PATHS = [
  '/',
  '/a',
  '/a/',
  '/a/b',
  '/a/b/',
  '/a/b/c',
  '/a/d',
  '/b/',
  '/b/c',
  '/c',
  '/d',
  '/e',
  '/f',
  '/index.html',
];
const path = fc.constantFrom(...PATHS);
const part = fc.constantFrom('/', '/a/', '/a/b/', '/b/');
/** Where claims may hold, with or without evidence from there. */
const PLACES = ['/', ...['a', 'a/b', 'a/b/c', 'a/z', 'b', 'b/c', 'b/z', 'c', 'z'].map((text) => `/${text}/`)];

const seen = fc
  .record({
    kind: fc.constantFrom(...CLAIM_KINDS),
    about: fc.constantFrom(null, 'x'),
    path,
    source: fc.constantFrom(...EVIDENCE_SOURCES.filter((source) => source !== 'user')),
    // Or hardly anything would be confirmed.
    supports: fc.integer({ min: 0, max: 9 }).map((number) => number > 0),
    target: fc.constantFrom(null, 'add', 'remove'),
    seen: fc.constantFrom('other-text', 'not-found'),
    at: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ kind, path: of, ...given }) => evidence(kind, of, given));

/** What a site says of a part of itself. */
const declared = fc
  .record({ kind: fc.constantFrom('param' as const, 'order' as const), about: fc.constantFrom(null, 'x'), path: part })
  .map(({ kind, path: of, about }) => evidence(kind, of, { about, source: 'declaration', url: null, page: null }));

const word = fc
  .record({
    kind: fc.constantFrom(...CLAIM_KINDS),
    about: fc.constantFrom(null, 'x'),
    path: part,
    supports: fc.boolean(),
    at: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ kind, path: of, ...given }) => evidence(kind, of, { ...given, source: 'user', url: null, page: null }));

const all = fc
  .tuple(
    fc.array(fc.oneof({ weight: 9, arbitrary: seen }, { weight: 1, arbitrary: declared }), { maxLength: 40 }),
    fc.array(word, { maxLength: 2 }),
    fc.constantFrom(...CLAIM_KINDS, null),
  )
  // All of one kind now and then, or each subject would have too little.
  .map(([shown, said, kind]) =>
    [...shown, ...said]
      .map((one) => (kind === null ? one : { ...one, kind, about: null }))
      .map((one) => (one.source === 'user' && isOfHost(one) ? { ...one, path: '/' } : one)),
  );

/** Of little need, so that much is confirmed. */
const needs = needsWith({
  slash: { content: 2, 'permanent-redirect': 1 },
  param: { content: 1, 'permanent-redirect': 1, log: 2 },
  www: { content: 2, deep: 1 },
});

function holds(claim: Claim, one: Evidence): boolean {
  return subjectKey(claim) === subjectKey(one) && holdsPlace(claim.path, placeOf(one.kind, one.path));
}

/** What holds for a whole host is said of all of it. */
function isOfHost({ kind }: Subject): boolean {
  return ['www', 'scheme', 'ip'].includes(kind);
}

const isConfirmed = ({ verdict }: Claim): boolean => verdict === 'confirmed';

test('the order of the evidence is of no account', () => {
  fc.assert(
    fc.property(
      all.chain((given) => fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length }))),
      ([given, shuffled]) => {
        expect(adjudicate(shuffled, needs)).toEqual(adjudicate(given, needs));
      },
    ),
    { numRuns },
  );
});

test('no confirmed claim holds where it was seen not to, unless the user said so', () => {
  fc.assert(
    fc.property(all, (given) => {
      const words = given.filter(({ source }) => source === 'user');
      for (const claim of adjudicate(given, needs).filter(isConfirmed)) {
        const against = given.filter((one) => !one.supports && one.source !== 'user' && holds(claim, one));
        const isSaid = (one: Evidence): boolean =>
          words.some((said) => said.supports && holds({ ...claim, path: said.path }, one));
        expect(against.filter((one) => !isSaid(one))).toEqual([]);
      }
    }),
    { numRuns },
  );
});

test('no confirmed claim holds where the user said last that it does not', () => {
  fc.assert(
    fc.property(all, (given) => {
      const said = given.filter(({ source }) => source === 'user');
      const isLast = (one: Evidence): boolean =>
        !said.some((other) => other.path === one.path && subjectKey(other) === subjectKey(one) && other.at > one.at);
      const refused = said.filter((one) => !one.supports && isLast(one));
      for (const claim of adjudicate(given, needs).filter(isConfirmed)) {
        expect(refused.filter((one) => holds(claim, one))).toEqual([]);
      }
    }),
    { numRuns },
  );
});

test('no claim that was seen holds for more than its evidence is about, unless the site declared that part', () => {
  fc.assert(
    fc.property(all, (given) => {
      for (const claim of adjudicate(given, needs).filter(isConfirmed)) {
        if (claim.source === 'user' || isOfHost(claim)) continue;
        const isDeclared = (one: Evidence): boolean =>
          one.page === null && one.path === claim.path && subjectKey(one) === subjectKey(claim);
        if (given.some(isDeclared)) continue;
        const places = given
          .filter((one) => one.supports && holds(claim, one))
          .map((one) => placeOf(one.kind, one.path));
        expect(claim.path).not.toBe('/');
        expect(places.length).toBeGreaterThan(0);
        // More than that one page: some page lies deeper, or there are two.
        if (!claim.path.endsWith('$')) {
          expect(new Set(places).size > 1 || places.some((place) => place !== claim.path)).toBe(true);
        }
      }
    }),
    { numRuns },
  );
});

test('more of the same makes nothing undecided that was confirmed', () => {
  fc.assert(
    fc.property(all, seen, (given, more) => {
      const first = given[0];
      const agreeing = { ...more, supports: true, ...(first && { kind: first.kind, about: first.about }) };
      const after = adjudicate([...given, agreeing], needs).filter(isConfirmed);
      for (const claim of adjudicate(given, needs).filter(isConfirmed)) {
        const same = after.filter((one) => subjectKey(one) === subjectKey(claim));
        const lost = PLACES.filter(
          (place) => holdsPlace(claim.path, place) && !same.some((one) => holdsPlace(one.path, place)),
        );
        expect(lost, JSON.stringify(claim)).toEqual([]);
      }
    }),
    { numRuns },
  );
});

test('a contradiction more leaves no claim about that page confirmed', () => {
  fc.assert(
    fc.property(fc.array(seen, { maxLength: 40 }), seen, (given, more) => {
      const against = { ...more, supports: false };
      const claims = adjudicate([...given, against], needs).filter(isConfirmed);
      expect(claims.filter((claim) => holds(claim, against))).toEqual([]);
    }),
    { numRuns },
  );
});

test('every piece of evidence is counted once', () => {
  fc.assert(
    fc.property(all, (given) => {
      const claims = adjudicate(given, THRESHOLDS);
      const counted = claims.reduce((sum, { samples, contradictions }) => sum + samples + contradictions, 0);
      expect(counted).toBe(given.filter(({ source }) => source !== 'user').length);
    }),
    { numRuns },
  );
});

test('a declaration about a part of a section does not take the evidence for the section', () => {
  const redirect = (of: string): Evidence => evidence('slashes', of, { source: 'permanent-redirect' });
  const declaration = evidence('slashes', '/a/b/', { source: 'declaration', url: null, page: null });
  const given = [...['/a', '/b/', '/a/b/', '/e', '/f'].map(redirect), declaration];
  const confirmed = (some: readonly Evidence[]): readonly string[] =>
    adjudicate(some, needs)
      .filter(isConfirmed)
      .map((claim) => claim.path);
  expect(confirmed(given)).toEqual(['/a/', '/a/b/', '/b/$', '/e/$', '/f/$']);
  expect(confirmed([...given, redirect('/d')])).toEqual(['/*/$', '/a/', '/a/b/']);
});
