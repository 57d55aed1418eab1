/** The canonicalizer's laws, each over generated URLs. LAWS_RUNS sets how many; `npm run test:laws` runs a million. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SITE_PROFILES } from '../../config/sites/index.ts';
import { FastPath } from '../../src/canon/fast-path.ts';
import { FactTable } from '../../src/facts/facts.ts';
import {
  ASSUMABLE_FACTS,
  type CanonOptions,
  compile,
  PASSES,
  PROFILES,
  parseUrl,
  resolve,
  serialize,
  UrlError,
} from '../../src/index.ts';
import { lawRuns } from '../law-runs.ts';
import { knownDivergence } from './divergences.ts';
import { anyUrl, plainUrl, reference, webUrl } from './urls.ts';

const numRuns = lawRuns(2000);
const check = <T>(property: fc.IProperty<T>): void => fc.assert(property, { numRuns });
const NAMES = PASSES.map((pass) => pass.name);
const PROFILE_NAMES = PROFILES.map((profile) => profile.name);

/** Any subset of the passes, assuming anything. */
const anyOptions: fc.Arbitrary<CanonOptions> = fc
  .record({
    profile: fc.constantFrom('changing', 'standard'),
    noPass: fc.subarray(NAMES),
    assume: fc.subarray([...ASSUMABLE_FACTS]),
    toWww: fc.constantFrom('add' as const, 'remove' as const),
    toScheme: fc.constantFrom('http' as const, 'https' as const),
  })
  .map(({ toWww, toScheme, ...options }) => {
    const everything = options.profile === 'changing';
    return {
      ...options,
      ...((everything || options.assume.includes('www')) && { toWww }),
      ...((everything || options.assume.includes('scheme')) && { toScheme }),
    };
  });
const anyProfile: fc.Arbitrary<CanonOptions> = fc.record({
  profile: fc.constantFrom(...PROFILE_NAMES),
  assume: fc.subarray([...ASSUMABLE_FACTS]),
});

test('1 total: every string gives a URL or a typed error', () => {
  check(
    fc.property(anyUrl, anyProfile, (input, options) => {
      const result = compile(options).canonicalize(input);
      expect(result instanceof UrlError ? result.message : result).toMatch(/./);
    }),
  );
});

describe('2 idempotent', () => {
  const stays = (input: string, options: CanonOptions): void => {
    const { canonicalize } = compile(options);
    const once = canonicalize(input);
    if (!(once instanceof UrlError)) expect(canonicalize(once)).toBe(once);
  };
  test('every profile with every assumption', () => check(fc.property(anyUrl, anyProfile, stays)));
  test('any subset of the passes', () => check(fc.property(anyUrl, anyOptions, stays)));
  test('merged slashes that bring out a session id, which an earlier pass drops', () => {
    const canonicalizer = compile({ profile: 'changing' });
    const url = 'http://example.com/a//(S(lit3py55t21z5v55vlm25s55))/b.aspx';
    expect(canonicalizer.canonicalize(url)).toBe('https://example.com/a/b.aspx');
  });
  test('the slug form of a kind of site on every host', () => {
    const sites = fc.constantFrom(...SITE_PROFILES.map((site) => [{ ...site, hosts: ['*'] }]));
    check(fc.property(anyUrl, anyOptions, sites, (input, options, kind) => stays(input, { ...options, sites: kind })));
  });
});

test('3 refining: URLs equal under a stricter profile are equal under a looser one', () => {
  const ladder = ['preserving', 'usual', 'standard', 'changing'];
  check(
    fc.property(webUrl, fc.subarray(NAMES), fc.subarray([...ASSUMABLE_FACTS]), (a, passes, assume) => {
      // A partner that often has the same key: the URL with some of its spellings settled.
      const b = compile({ profile: 'changing', noPass: passes }).canonicalize(a);
      if (b instanceof UrlError) return;
      let equal = false;
      for (const profile of ladder) {
        const { canonicalize } = compile({ profile, assume: profile === 'preserving' ? [] : assume });
        const same = canonicalize(a) === canonicalize(b);
        if (equal) expect({ profile, a, b, same }).toMatchObject({ same: true });
        equal = same;
      }
    }),
  );
});

test('4 byte-exact: escapes of other than unreserved characters keep their bytes', () => {
  const escapes = (url: string): readonly string[] =>
    [...url.matchAll(/%[0-9A-F]{2}/g)]
      .map(([escape]) => escape)
      .filter((escape) => Number.parseInt(escape.slice(1), 16) > 0x7f);
  const bytes = fc
    .uint8Array({ minLength: 1, maxLength: 12 })
    .map((octets) => [...octets].map((octet) => `%${octet.toString(16).padStart(2, '0')}`).join(''));
  check(
    fc.property(bytes, fc.constantFrom(...PROFILE_NAMES), (text, profile) => {
      const input = `http://example.com/${text}?kw=${text}`;
      const url = compile({ profile }).canonicalize(input);
      expect(url instanceof UrlError ? [] : escapes(url.toUpperCase())).toEqual(escapes(input.toUpperCase()));
    }),
  );
});

test('5 preserving: requests differ at most by RFC 3986 6.2.2', () => {
  const whatwg = compile({ profile: 'whatwg' });
  const preserving = compile({ profile: 'preserving' });
  // Escapes in upper case, those of unreserved characters decoded: all that 6.2.2 allows on top of what is sent.
  const folded = (url: string): string =>
    url.replace(/%[0-9a-f]{2}/gi, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
    });
  check(
    fc.property(anyUrl, (input) => {
      const sent = whatwg.canonicalize(input);
      const kept = preserving.canonicalize(input);
      if (sent instanceof UrlError || kept instanceof UrlError || !/^(?:https?|wss?|ftp):/.test(sent)) return;
      const again = whatwg.canonicalize(kept);
      expect(again instanceof UrlError ? again : folded(again)).toBe(folded(sent));
    }),
  );
});

test('URLs that a client sends alike have one key, except with the profile `preserving`, which keeps dot segments', () => {
  const whatwg = compile({ profile: 'whatwg' });
  check(
    fc.property(anyUrl, anyProfile, (input, options) => {
      const sent = whatwg.canonicalize(input);
      if (sent instanceof UrlError || !/^(?:https?|wss?|ftp):/.test(sent) || options.profile === 'preserving') return;
      const { key } = compile(options);
      expect(key(input)).toBe(key(sent));
    }),
  );
});

test('6 lossless: splitting and joining gives the input back', () => {
  check(
    fc.property(anyUrl, (input) => {
      const url = parseUrl(input);
      if (!(url instanceof UrlError)) expect(serialize(url)).toBe(input);
    }),
  );
});

describe('7 whatwg: equals the URL Standard, including failures', () => {
  const { canonicalize } = compile({ profile: 'whatwg' });
  const native = (input: string, base?: string): string | null =>
    URL.canParse(input, base) ? new URL(input, base).href : null;
  const isCovered = (url: string | null): boolean => url === null || /^(?:https?|wss?|ftp):/.test(url);

  test('absolute URLs', () => {
    check(
      fc.property(anyUrl, (input) => {
        const expected = native(input);
        const url = canonicalize(input);
        const actual = url instanceof UrlError ? null : url;
        if (!isCovered(expected) || !isCovered(actual) || knownDivergence(actual, expected)) return;
        expect(actual).toBe(expected);
      }),
    );
  });

  test('references against a base', () => {
    check(
      fc.property(fc.oneof(webUrl, anyUrl), reference, (baseInput, input) => {
        const base = baseInput.replace(/[\t\n\r]|#.*/gs, '');
        const settled = canonicalize(base);
        if (settled instanceof UrlError || !isCovered(settled)) return;
        const resolved = resolve(input, base);
        const url = resolved instanceof UrlError ? resolved : canonicalize(resolved);
        const actual = url instanceof UrlError ? null : url;
        const expected = native(input, base);
        if (!isCovered(expected) || !isCovered(actual) || knownDivergence(actual, expected)) return;
        expect(actual).toBe(expected);
      }),
    );
  });
});

test('9 a trace replays: each change starts where the last one ended, from the input to the URL', () => {
  check(
    fc.property(anyUrl, anyProfile, (input, options) => {
      const canonicalizer = compile(options);
      const trace = canonicalizer.trace(input);
      if (trace instanceof UrlError) return;
      let text = input;
      for (const change of trace.changes) {
        expect(change.before).toBe(text);
        text = change.after;
      }
      expect(text).toBe(trace.url);
      expect(canonicalizer.canonicalize(input)).toBe(trace.url);
    }),
  );
});

const NO_FACTS_AT_ALL = new FactTable([], { kinds: [], www: 'remove', scheme: 'https', everything: false });

test('the fast path gives the same result as the passes', () => {
  let taken = 0;
  check(
    fc.property(fc.oneof(plainUrl, webUrl, anyUrl), anyOptions, (input, { noPass = [] }) => {
      const { passes, trace } = compile({ noPass });
      const url = new FastPath(passes, NO_FACTS_AT_ALL).canonicalize(input);
      if (url === null) return;
      taken++;
      expect(trace(input)).toMatchObject({ url });
    }),
  );
  expect(taken).toBeGreaterThan(numRuns / 20);
});

test('a key is ASCII, whichever passes are off', () => {
  check(
    fc.property(anyUrl, anyOptions, (input, options) => {
      const key = compile(options).key(input);
      if (!(key instanceof UrlError)) expect(key).toMatch(/^[ -~]*$/);
    }),
  );
});
