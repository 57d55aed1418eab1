import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blockingKey } from '../../src/evidence/blocking-key.ts';
import { ASSUMABLE_FACTS, type CanonOptions, compile } from '../../src/index.ts';
import { relatedUrls, valid } from '../dedup/variants.ts';
import { lawRuns } from '../law-runs.ts';

const numRuns = lawRuns(1000);

const anyOptions: fc.Arbitrary<CanonOptions> = fc.record(
  {
    profile: fc.constantFrom('preserving', 'usual', 'standard', 'whatwg', 'changing'),
    toWww: fc.constantFrom('add' as const, 'remove' as const),
    toScheme: fc.constantFrom('http' as const, 'https' as const),
    indexNames: fc.constantFrom(['b.html'], ['INDEX.html', 'a.b']),
  },
  { requiredKeys: ['profile'] },
);

test('what all assumptions together make one has one fold hash', () => {
  let merged = 0;
  fc.assert(
    fc.property(relatedUrls, anyOptions, (urls, { toWww, toScheme, ...options }) => {
      const { key } = compile(options);
      const { canonicalize } = compile({
        ...options,
        ...(toWww && { toWww }),
        ...(toScheme && { toScheme }),
        assume: [...ASSUMABLE_FACTS],
      });
      const names =
        options.indexNames === undefined ? null : new Set(options.indexNames.map((name) => name.toLowerCase()));
      const keys = new Set(urls.flatMap((url) => valid(key(url))));
      for (const alike of Map.groupBy(keys, (each) => valid(canonicalize(each))[0]).values()) {
        if (alike.length > 1) merged++;
        expect(new Set(alike.map((each) => blockingKey(each, names))).size, alike.join(' ')).toBe(1);
      }
    }),
    { numRuns },
  );
  expect(merged).toBeGreaterThan(numRuns / 4);
});

describe('what no assumption makes one has hashes of its own', () => {
  test.each([
    ['http://a/', 'http://b/'],
    ['http://a/b', 'http://a/c'],
    ['http://a/?b=1', 'http://a/?b=2'],
    ['http://a/?b', 'http://a/'],
    ['http://a/#b', 'http://a/#c'],
    ['http://a/b?c', 'http://a/c?b'],
    ['http://a/?a=b&c', 'http://a/?a=c&b'],
    ['http://a/#/b', 'http://a/#/B'],
  ])('%s and %s', (a, b) => {
    expect(blockingKey(a, null)).not.toBe(blockingKey(b, null));
  });
});
