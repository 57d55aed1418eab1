/** Covers: src/evidence/overlapping-facts.ts, src/facts/describe-fact.ts */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Claim } from '../../src/evidence/claim.ts';
import { factsOf } from '../../src/evidence/claimed-facts.ts';
import { checkFacts } from '../../src/facts/check.ts';
import { CLAIM_KINDS } from '../../src/facts/claim-kind.ts';
import { scopeOf } from '../../src/facts/facts.ts';
import { factAt } from '../../src/facts/site-facts.ts';
import { compile, type Fact, UrlError } from '../../src/index.ts';
import { lawRuns } from '../law-runs.ts';
import { webUrl } from '../laws/urls.ts';
import { claim } from './claims.ts';

const host = 'example.com';

describe('a confirmed claim is a fact', () => {
  test.each([
    [claim('www', '/', { target: 'add' }), { kind: 'www', host, value: 'add' }],
    [claim('www', '/a/', { target: 'add' }), { kind: 'www', host, value: 'add' }],
    [claim('scheme', '/', { target: 'http' }), { kind: 'scheme', host, value: 'http' }],
    [claim('slash', '/', { target: 'remove' }), { kind: 'slash', host, value: 'remove' }],
    [claim('slash', '/a/', { target: 'add' }), { kind: 'slash', host, path: '/a/', value: 'add' }],
    [claim('index', '/a/', { about: 'b.html' }), { kind: 'index', host, path: '/a/', value: 'b.html' }],
    [claim('index', '/'), { kind: 'index', host }],
    [claim('case', '/a/'), { kind: 'case', host, path: '/a/' }],
    [claim('slashes', '/'), { kind: 'slashes', host }],
    [claim('order', '/'), { kind: 'order', host }],
    [claim('param', '/a/', { about: 'sid', target: 'x' }), { kind: 'param', host, path: '/a/', value: 'sid' }],
    [claim('default-param', '/', { about: 'a=1' }), { kind: 'default-param', host, value: 'a=1' }],
    [claim('ip', '/', { host: '127.0.0.1', about: host }), { kind: 'ip', host: '127.0.0.1', value: host }],
  ])('%j', (confirmed, fact) => {
    expect(factsOf([confirmed], [])).toEqual({ facts: [fact], unused: [] });
  });

  test.each([
    ['www', 'remove'],
    ['scheme', 'https'],
    ['slash', 'add'],
  ] as const)('%s where nothing shows the site’s form: %s', (kind, value) => {
    expect(factsOf([claim(kind, '/')], []).facts).toEqual([{ kind, host, value }]);
  });

  test('one that is not confirmed is none, nor is one that was given', () => {
    const given: Fact[] = [{ kind: 'www', host, value: 'add' }];
    const claims = [
      claim('slash', '/', { verdict: 'refuted' }),
      claim('case', '/', { verdict: 'undecided' }),
      claim('www', '/', { target: 'add' }),
    ];
    expect(factsOf(claims, given)).toEqual({ facts: given, unused: [] });
  });
});

describe('a claim is left out', () => {
  const reasons = (claims: readonly Claim[], given: readonly Fact[] = []): readonly (readonly [Claim, string])[] =>
    factsOf(claims, given).unused.map(({ claim: unused, reason }) => [unused, reason]);

  test('that contradicts what was given, for the same part of the site or a larger one', () => {
    const given: Fact[] = [
      { kind: 'www', host, value: 'add' },
      { kind: 'slash', host, path: '/a/', value: 'add' },
      { kind: 'index', host, value: 'a.html' },
      { kind: 'default-param', host, value: 'a=1' },
    ];
    const www = claim('www', '/', { host: `www.${host}`, target: 'remove' });
    const same = claim('slash', '/a/', { target: 'remove' });
    const inner = claim('slash', '/a/b/', { target: 'remove' });
    const index = claim('index', '/x/', { about: 'b.html' });
    const param = claim('default-param', '/x/', { about: 'a=2' });
    const fine = [
      claim('slash', '/', { target: 'remove' }),
      claim('slash', '/ab/', { target: 'remove' }),
      claim('slash', '/a/c/', { target: 'add' }),
      claim('default-param', '/x/', { about: 'b=2' }),
    ];
    expect(new Map(reasons([...fine, www, same, inner, index, param], given))).toEqual(
      new Map([
        [same, 'contradicts a given fact'],
        [inner, 'contradicts a given fact'],
        [index, 'contradicts a given fact'],
        [param, 'contradicts a given fact'],
        [www, 'contradicts "www example.com add", which has another value; keep the one that is true'],
      ]),
    );
  });

  test('about the pages directly below the root, if one of them is in a section for which something else was given', () => {
    const top = claim('slash', '/*/$', { target: 'remove' });
    const givenFor = (path: string, value = 'add'): Fact => ({ kind: 'slash', host, path, value });
    expect(reasons([top], [givenFor('/a/')])).toEqual([[top, 'contradicts a given fact']]);
    for (const given of [givenFor('/a/', 'remove'), givenFor('/a/b/'), givenFor('/a/$')]) {
      expect(reasons([top], [given])).toEqual([]);
    }
  });

  test('that contradicts what was given for all pages directly below the root', () => {
    const given: Fact[] = [{ kind: 'slash', host, path: '/*/$', value: 'remove' }];
    const [page, deeper, home] = ['/a/$', '/a/b/$', '/$'].map((path) => claim('slash', path, { target: 'add' }));
    const section = claim('slash', '/a/', { target: 'add' });
    const all = [page, deeper, home, section].filter((one) => one !== undefined);
    expect(reasons(all, given)).toEqual([[page, 'contradicts a given fact']]);
    expect(reasons(all, [...given, { kind: 'slash', host, path: '/a/$', value: 'add' }])).toEqual([]);
  });

  test('that contradicts a stronger one: the user’s, then the one with more samples', () => {
    const few = claim('index', '/a/', { about: 'a.html', samples: 5 });
    const many = claim('index', '/a/', { about: 'b.html', samples: 6 });
    expect(reasons([few, many])).toEqual([
      [few, 'contradicts "index example.com/a/ b.html", which has another value; keep the one that is true'],
    ]);
    const word = claim('index', '/a/', { about: 'c.html', samples: 0, source: 'user' });
    for (const claims of [
      [few, many, word],
      [word, few, many],
      [few, word, many],
    ]) {
      expect(reasons(claims).map(([unused]) => unused)).toEqual([many, few]);
    }
  });

  test('that contradicts a stronger one, behind however many others', () => {
    const given = Array.from({ length: 12 }, (_, n): Fact => ({ kind: 'param', host, value: `p${n}` }));
    const [few, many] = [5, 6].map((samples) => claim('index', '/a/', { about: `${samples}.html`, samples }));
    expect(
      reasons(
        [few, many].filter((one) => one !== undefined),
        given,
      ),
    ).toEqual([[few, 'contradicts "index example.com/a/ 6.html", which has another value; keep the one that is true']]);
  });

  test('that names another default value than the one given for a larger part of the site', () => {
    const inner = claim('default-param', '/a/b/', { about: 'sort=desc' });
    const wide = claim('default-param', '/', { about: 'sort=asc' });
    expect(reasons([wide, inner])).toEqual([]);
    const given: Fact[] = [{ kind: 'default-param', host, path: '/a/', value: 'sort=up' }];
    expect(reasons([wide, inner], given)).toEqual([[inner, 'contradicts a given fact']]);
  });

  test('that removes slashes where an index page looks like a folder, if that was given; else the index page', () => {
    const slash = claim('slash', '/a/', { target: 'remove' });
    const index = claim('index', '/', { about: 'home' });
    const given: Fact[] = [{ kind: 'index', host, value: 'home' }];
    expect(reasons([slash], given).map(([unused]) => unused)).toEqual([slash]);
    expect(reasons([slash, index]).map(([unused]) => unused)).toEqual([index]);
    expect(reasons([claim('slash', '/', { target: 'add' }), index], given)).toEqual([]);
    expect(reasons([claim('www', '/', { target: 'remove' }), index])).toEqual([]);
    expect(reasons([slash, index])).toEqual([
      [index, 'a name without a dot looks like a folder if trailing slashes are removed'],
    ]);
  });

  test('that leads to a host which stands for another one', () => {
    const given: Fact[] = [{ kind: 'mobile', host: `www.m.${host}`, value: host }];
    const www = claim('www', '/', { host: `m.${host}`, target: 'add' });
    const why = expect.stringMatching(/^maps "m\.example\.com" to .*"mobile www\.m\.example\.com example\.com"/);
    expect(reasons([www], given)).toEqual([[www, why]]);
  });

  test.each([
    claim('param', '/', { about: null }),
    claim('param', '/', { about: 'a=b' }),
    claim('ip', '/', { about: 'example.com' }),
    claim('slash', '/../'),
    claim('slash', 'x/'),
    claim('www', '/', { host: '127.0.0.1' }),
    claim('case', '/', { host: 'no host' }),
    claim('www', '/', { target: 'both' }),
  ])('that says nothing: %j', (confirmed) => {
    expect(reasons([confirmed])).toEqual([[confirmed, expect.any(String)]]);
  });

  test('that says nothing, and keeps no other one out', () => {
    const slash = claim('slash', 'x/', { target: 'remove' });
    const index = claim('index', '/', { about: 'home' });
    expect(reasons([slash, index]).map(([unused]) => unused)).toEqual([slash]);
  });
});

describe('any claims with any facts that go together', () => {
  const hosts = fc.constantFrom(
    'example.com',
    'www.example.com',
    'm.example.com',
    '127.0.0.1',
    'example.com:8080',
    'a b',
  );
  const paths = fc.constantFrom('/', '/a/', '/A/', '/a/b/', '/b/', '//', '/%7e/', '/a%2Fb/', '/a/$', '/*/$');
  const texts = fc.constantFrom(null, 'a', 'b', 'a=1', 'a=2', 'index.html', 'home', 'example.com', 'www.example.com');
  const claims = fc.array(
    fc
      .record({
        kind: fc.constantFrom(...CLAIM_KINDS),
        host: hosts,
        path: paths,
        about: texts,
        target: fc.constantFrom(null, 'add', 'remove', 'http', 'https'),
        samples: fc.integer({ min: 0, max: 3 }),
        source: fc.constantFrom('user' as const, 'content' as const),
        verdict: fc.constantFrom('confirmed' as const, 'confirmed' as const, 'refuted' as const),
      })
      .map(({ kind, path, ...rest }) => claim(kind, path, rest)),
    { maxLength: 25 },
  );
  const fact: fc.Arbitrary<Fact> = fc
    .record({
      kind: fc.constantFrom(...CLAIM_KINDS, 'mobile' as const, 'userinfo' as const),
      host: hosts,
      path: fc.option(paths, { nil: undefined }),
      value: fc.option(fc.constantFrom('add', 'remove', 'https', 'a', 'home', 'a=1', 'example.com', 'm.example.com'), {
        nil: undefined,
      }),
    })
    .map(({ kind, host: of, path, value }) => ({
      kind,
      host: of,
      ...(path !== undefined && { path }),
      ...(value !== undefined && { value }),
    }));
  const facts = fc
    .array(fact, { maxLength: 30 })
    .map((all) =>
      all.reduce<readonly Fact[]>(
        (good, next) => (checkFacts([...good, next]).length === 0 ? [...good, next] : good),
        [],
      ),
    );
  const numRuns = lawRuns(1000);

  test('make facts that go together: what was given all of it, and canonicalizing is idempotent', () => {
    fc.assert(
      fc.property(claims, facts, webUrl, (confirmed, given, url) => {
        const { facts: all, unused } = factsOf(confirmed, given);
        expect(checkFacts(all)).toEqual([]);
        expect(all.slice(0, given.length)).toEqual(given);
        expect(unused.every(({ claim: { verdict } }) => verdict === 'confirmed')).toBe(true);
        const { canonicalize } = compile({ facts: all });
        const once = canonicalize(url);
        if (!(once instanceof UrlError)) expect(canonicalize(once)).toBe(once);
      }),
      { numRuns },
    );
  });

  test('override no given fact', () => {
    const parts = fc.constantFrom('/', '/a/', '/a/b/', '/b/', '/a/$', '/*/$', '/$', '/a/b/$');
    const form = fc.constantFrom('add', 'remove');
    const slashes = fc.array(
      fc.record({ path: parts, target: form }).map(({ path, target }) => claim('slash', path, { target })),
      { maxLength: 5 },
    );
    const stated = fc.uniqueArray(
      fc.record({ kind: fc.constant('slash' as const), host: fc.constant(host), path: parts, value: form }),
      { selector: ({ path }) => path, maxLength: 3 },
    );
    const formAt = (all: readonly Fact[], path: string): string | undefined =>
      factAt(
        all.map((one) => ({ path: scopeOf(one), value: one.value ?? '' })),
        path,
      )?.value;
    fc.assert(
      fc.property(
        slashes,
        stated,
        fc.constantFrom('/', '/a', '/a/b', '/a/b/c', '/b', '/b/x', '/c'),
        (all, given, at) => {
          const before = formAt(given, at);
          if (before !== undefined) expect(formAt(factsOf(all, given).facts, at)).toBe(before);
        },
      ),
      { numRuns },
    );
  });
});

describe('ten thousand claims', () => {
  const many = 10_000;
  test.each([
    [
      'of one parameter in parts of one another',
      (n: number) => claim('default-param', `/${'a/'.repeat(n % 200)}${n}/`, { about: `a=${n}` }),
    ],
    ['of one parameter and one part', (n: number) => claim('default-param', '/', { about: `a=${n}` })],
    ['of parameters', (n: number) => claim('param', '/a/', { about: `p${n}` })],
    ['of hosts', (n: number) => claim('www', '/', { host: `a${n}.com`, target: 'add' })],
    ['of index pages', (n: number) => claim('index', '/a/', { about: `p${n}.html` })],
  ])('%s', (_, make) => {
    const { facts, unused } = factsOf(
      Array.from({ length: many }, (_each, n) => make(n)),
      [],
    );
    expect(facts.length + unused.length).toBe(many);
    expect(checkFacts(facts)).toEqual([]);
  });
});
