/** Covers: src/canon/key-and-pass.ts */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ASSUMABLE_FACTS, type CanonOptions, compile, PASSES, PROFILES, UrlError } from '../../src/index.ts';
import { lawRuns } from '../law-runs.ts';
import { creditedPass } from '../laws/forms.ts';
import { anyUrl, plainUrl, webUrl } from '../laws/urls.ts';

const numRuns = lawRuns(2000);
const anyOptions: fc.Arbitrary<CanonOptions> = fc.record(
  {
    profile: fc.constantFrom(...PROFILES.map((profile) => profile.name)),
    noPass: fc.subarray(PASSES.map((pass) => pass.name)),
    assume: fc.subarray([...ASSUMABLE_FACTS]),
    defaultScheme: fc.constantFrom('http', 'https'),
  },
  { requiredKeys: ['profile', 'assume'] },
);

describe('the attributed pass', () => {
  test('agrees with the trace, the URL and the key', () => {
    fc.assert(
      fc.property(fc.oneof(plainUrl, webUrl, anyUrl), anyOptions, (input, options) => {
        const { canonicalize, keyAndPass, key, trace } = compile(options);
        const credited = keyAndPass(input);
        const traced = trace(input);
        if (credited instanceof UrlError || traced instanceof UrlError) {
          expect(credited).toEqual(traced);
          return;
        }
        expect(credited.pass?.name ?? null).toBe(creditedPass(traced, credited.key));
        expect(credited.url).toBe(canonicalize(input));
        expect(credited.key).toBe(key(input));
      }),
      { numRuns },
    );
  });

  test.each([
    ['http://example.com/', null],
    ['http://example.com', 'add-root-path'],
    ['http://example.com/a#b', 'drop-fragment'],
    ['http://example.com#b', 'drop-fragment'],
    ['http://example.com/#!/a', null],
    ['HTTP://example.com/./%7e', 'remove-dot-segments'],
    ['HTTP://example.com/a?utm_source=x#y', 'drop-fragment'],
    ['http://example.com/a?gclid=1', 'drop-tracking-params'],
  ])('%s: %s', (input, pass) => {
    const credited = compile().keyAndPass(input);
    expect(credited instanceof UrlError ? credited : (credited.pass?.name ?? null)).toBe(pass);
  });

  test('the default scheme counts as a changing pass that runs first', () => {
    const { keyAndPass } = compile({ defaultScheme: 'https' });
    expect(keyAndPass('Example.com')).toMatchObject({ url: 'https://example.com/', pass: { name: 'default-scheme' } });
    expect(keyAndPass('example.com/#a')).toMatchObject({
      url: 'https://example.com/',
      pass: { name: 'drop-fragment' },
    });
  });

  test.each(['http://example.com/a#b', 'http://example.com/\t#b', 'http://example.com/%zz#b'])(
    'is its name and its class and nothing else, without a new object for each URL: %j',
    (input) => {
      const { keyAndPass } = compile();
      const [first, second] = [keyAndPass(input), keyAndPass(input)];
      if (first instanceof UrlError || second instanceof UrlError) throw new Error('not valid');
      expect(structuredClone(first.pass)).toEqual({ name: 'drop-fragment', class: 'changing' });
      expect(second.pass).toBe(first.pass);
    },
  );
});
