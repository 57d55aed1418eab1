import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isClaim, isEvidence } from '../../../db/plan/stored-ledger.ts';
import { jsonValue } from '../../../src/stored-fields.ts';
import { evidence, NO_WWW } from '../claims.ts';

const hop = { url: 'http://a/', status: 301, location: 'http://b/' };

test('evidence and claims are recognized', () => {
  expect(
    [{}, { hops: [hop, { ...hop, location: null }] }, { url: null, page: null }, { supports: null }].map(evidence),
  ).toSatisfy((all) => all.every(isEvidence));
  expect(isClaim({ ...NO_WWW, source: null, expires: 5 })).toBe(true);
});

test.each([
  { kind: 'toString' },
  { source: 'rumour' },
  { supports: 1 },
  { host: null },
  { target: 5 },
  { hops: null },
  { hops: [null] },
  { hops: [{ ...hop, status: '301' }] },
  { hops: [{ url: 'http://a/', status: 200 }] },
  { at: null },
])('evidence with %j is left out', (change) => {
  expect(isEvidence({ ...evidence(), ...change })).toBe(false);
});

test.each([
  { kind: 'www ' },
  { verdict: null },
  { source: 'rumour' },
  { path: 1 },
  { samples: 2 ** 53 },
  { contradictions: null },
  { firstSeen: '1' },
  { expires: '1' },
])('a claim with %j is left out', (change) => {
  expect(isClaim({ ...NO_WWW, ...change })).toBe(false);
});

test('any text of a database is read without throwing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      expect([isEvidence(jsonValue(text)), isClaim(jsonValue(text))]).toEqual([false, false]);
    }),
  );
});
