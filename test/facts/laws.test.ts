/** What holds for any facts and any lists: over generated URLs, facts and rules. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkFacts } from '../../src/facts/check.ts';
import { type ParamRule, ParamRules } from '../../src/facts/param-rules.ts';
import { ASSUMABLE_FACTS, type CanonOptions, compile, type Fact, PASSES, UrlError } from '../../src/index.ts';
import { lawRuns } from '../law-runs.ts';
import { webUrl } from '../laws/urls.ts';

const numRuns = lawRuns(1000);
const NAMES = PASSES.map((pass) => pass.name);

/** Hosts that the generated URLs have, and few enough to meet. */
const host = fc.constantFrom(
  'example.com',
  'www.example.com',
  'm.example.com',
  'www.m.example.com',
  'a..b',
  'www.com',
  'localhost',
  'example.com:8080',
);
const path = fc.constantFrom('/', '/a/', '/A/', '/a/b/', '//', '/b.html/', '/~ann/', '/a%2Fb/');
const form = fc.constantFrom('add', 'remove');
const fact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({ kind: fc.constant('www' as const), host, value: form }),
  fc.record({ kind: fc.constant('scheme' as const), host, value: fc.constantFrom('http', 'https') }),
  fc.record({ kind: fc.constant('mobile' as const), host, value: host }),
  fc.record({ kind: fc.constant('ip' as const), host: fc.constantFrom('127.0.0.1', '[::1]'), value: host }),
  fc.record({ kind: fc.constant('userinfo' as const), host }),
  fc.record({ kind: fc.constant('slash' as const), host, path, value: form }),
  fc.record({
    kind: fc.constantFrom('case' as const, 'slashes' as const, 'order' as const, 'index' as const),
    host,
    path,
  }),
  fc.record({
    kind: fc.constant('index' as const),
    host,
    path,
    value: fc.constantFrom('b.html', 'a', 'A', 'INDEX.php'),
  }),
  fc.record({ kind: fc.constant('param' as const), host, path, value: fc.constantFrom('a', 'b', 'q', '%25') }),
  fc.record({ kind: fc.constant('default-param' as const), host, path, value: fc.constantFrom('a=', 'a=1', 'b=2') }),
);
/** Any facts that go together: one that does not go with those before it is left out. */
const facts: fc.Arbitrary<readonly Fact[]> = fc
  .array(fact, { maxLength: 12 })
  .map((all) =>
    all.reduce<readonly Fact[]>(
      (good, next) => (checkFacts([...good, next]).length === 0 ? [...good, next] : good),
      [],
    ),
  );

const rule: fc.Arbitrary<ParamRule> = fc.record(
  {
    action: fc.constantFrom('drop' as const, 'keep' as const),
    hosts: fc.constantFrom(['example.com'], ['www.*', 'example.*'], ['a..b']),
    exceptHosts: fc.constantFrom(['m.example.com'], ['www.example.*']),
    url: fc.constantFrom('example', '^https?://[^/]*/$', '/a', 'b\\.html$', '^http://', '/(?:a|b)*/'),
    exceptUrls: fc.constantFrom(['/a'], ['^https:', 'index']),
    params: fc.array(
      fc.oneof(
        fc.record({ is: fc.constant('name' as const), text: fc.constantFrom('a', 'b', 'q*', '*', 'utm_source') }),
        fc.record(
          {
            is: fc.constant('name-pattern' as const),
            text: fc.constantFrom('[ab]', 'utm_.*'),
            ignoreCase: fc.constant(true as const),
          },
          { requiredKeys: ['is', 'text'] },
        ),
        fc.record(
          {
            is: fc.constant('param-pattern' as const),
            text: fc.constantFrom('^a=', '=2$', '%'),
            inverted: fc.constant(true as const),
          },
          { requiredKeys: ['is', 'text'] },
        ),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  },
  { requiredKeys: ['action', 'params'] },
);

const hosts = fc.constantFrom('', '', '127.0.0.1', '[::1]', 'localhost', 'www.m.example.com');
/** The laws' own URLs, some with a host that facts speak of. */
const url: fc.Arbitrary<string> = fc
  .tuple(webUrl, hosts)
  .map(([text, other]) => (other === '' ? text : text.replace(/^(https?:\/\/(?:u:p@)?)[^/:?#\\]*/i, `$1${other}`)));

function settles(input: string, options: CanonOptions): void {
  const { canonicalize } = compile(options);
  const once = canonicalize(input);
  if (!(once instanceof UrlError)) expect(canonicalize(once)).toBe(once);
}

const assume = fc.subarray([...ASSUMABLE_FACTS]);

test('idempotent with any valid facts, assuming anything', () => {
  fc.assert(
    fc.property(url, facts, assume, fc.constantFrom('standard', 'changing'), (input, known, assumed, profile) =>
      settles(input, { facts: known, assume: assumed, profile }),
    ),
    { numRuns },
  );
});

test('idempotent with any valid facts and any subset of the passes', () => {
  fc.assert(
    fc.property(url, facts, fc.subarray(NAMES), form, (input, known, noPass, toWww) =>
      settles(input, { facts: known, noPass, assume: ['www'], toWww: toWww === 'add' ? 'add' : 'remove' }),
    ),
    { numRuns },
  );
});

test('idempotent with any lists of parameters and names of index pages', () => {
  fc.assert(
    fc.property(
      url,
      fc.array(rule, { maxLength: 4 }),
      fc.subarray(['a', 'ref', 'utm_*', '%']),
      fc.subarray(['b', 'utm_source', 'q*']),
      facts,
      (input, rules, drop, keep, known) =>
        settles(input, {
          facts: known,
          params: { rules: new ParamRules(rules), drop, keep },
          indexNames: ['b.html'],
          assume: ['index'],
        }),
    ),
    { numRuns },
  );
});

test('the order of facts is of no account', () => {
  fc.assert(
    fc.property(url, facts, (input, known) => {
      const backwards = compile({ facts: known.toReversed() }).canonicalize(input);
      expect(compile({ facts: known }).canonicalize(input)).toEqual(backwards);
    }),
    { numRuns: numRuns / 5 },
  );
});
