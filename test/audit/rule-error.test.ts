/** Covers: src/audit/audit.ts */
import { describe, expect, test } from 'vitest';
import type { RuleError } from '../../src/audit/rule-error.ts';
import { audit, type CustomRule, type Issue, RULES, type Severity } from '../../src/audit.ts';
import { compile } from '../../src/index.ts';
import { quoteValue } from '../../src/text/wording.ts';
import { madeSite, page } from './made-site.ts';

const TEXTS = { severity: 'info', title: 't', condition: 'c', why: 'w', remedy: 'r', reference: 's' } as const;
const canonicalizer = compile();
const SITE = [page('https://example.com/a', ''), page('https://example.com/b', '')];

const rule = (checkPage: NonNullable<CustomRule['checkPage']>, id = 'ours/x'): CustomRule => ({
  ...TEXTS,
  id,
  checkPage,
});

const good = rule(({ key }) => [{ key, message: 'is good' }], 'ours/good');
const bad = rule(function* ({ key, url }) {
  yield { key, message: 'is bad' };
  if (url.endsWith('/b')) throw new Error(`no ${url}`);
});

describe('a rule that throws', () => {
  test('rejects with an error that names it', async () => {
    const site = await madeSite(SITE);
    await expect(audit(site, { rules: [bad, good], canonicalizer })).rejects.toMatchObject({
      name: 'RuleError',
      code: 'rule-failed',
      rule: 'ours/x',
      url: 'https://example.com/b',
      message:
        'the rule ours/x failed on https://example.com/b, where findings may be missing: it threw "Error: no https://example.com/b"; correct the rule',
    });
  });

  test('loses no finding if the program takes its error', async () => {
    const errors: RuleError[] = [];
    const onRuleError = (error: RuleError): number => errors.push(error);
    const findings = await audit(await madeSite(SITE), { rules: [bad, good], canonicalizer, onRuleError });
    expect(errors.map((error) => error.rule)).toEqual(['ours/x']);
    expect(findings.map(({ rule: id, url }) => `${id} ${url}`)).toEqual([
      'ours/good https://example.com/a',
      'ours/good https://example.com/b',
      'ours/x https://example.com/a',
      'ours/x https://example.com/b',
    ]);
  });

  const KEY = 'https://example.com/a';
  test.each<[string, unknown, string]>([
    ['nothing', null, 'an issue needs'],
    ['an issue without a key', { message: 'm' }, 'an issue needs'],
    ['an issue without a message', { key: KEY }, 'an issue needs'],
    ['an unknown severity', { key: KEY, message: 'm', severity: 'fatal' }, 'the severity of an issue is one of'],
    ['evidence in objects', { key: KEY, message: 'm', evidence: { a: { b: 1 } } }, 'each value of evidence is'],
    ['a related URL', { key: KEY, message: 'm', related: 'http://a/' }, 'related is a list'],
    ['related numbers', { key: KEY, message: 'm', related: [5] }, 'related is a list'],
  ])('counts as one that reports %s', async (_, issue, problem) => {
    // JavaScript has no types.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const rules = [rule(() => [issue as Issue])];
    await expect(audit(await madeSite(SITE), { rules, canonicalizer })).rejects.toThrow(
      `failed on ${KEY} and 1 more page, where findings may be missing: it threw "TypeError: ${problem}`,
    );
  });
});

test('a rule that fails to prepare checks nothing, and is named', async () => {
  const rules = [
    {
      ...good,
      prepare: () => {
        throw new Error('no time');
      },
    },
    rule(({ key }) => [{ key, message: 'm' }]),
  ];
  const errors: RuleError[] = [];
  const findings = await audit(await madeSite(SITE), {
    rules,
    canonicalizer,
    onRuleError: (error) => errors.push(error),
  });
  expect(errors.map((error) => [error.rule, error.url])).toEqual([['ours/good', null]]);
  expect(new Set(findings.map(({ rule: id }) => id))).toEqual(new Set(['ours/x']));
});

test('a rule that prepares by a promise is told how to do it in steps', async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JavaScript has no types
  const rules = [{ ...good, prepare: async () => [] } as unknown as CustomRule];
  await expect(audit(await madeSite(SITE), { rules, canonicalizer })).rejects.toThrow(
    'TypeError: prepare is async, or gives something else than steps; write *prepare(…) { yield … }',
  );
});

test.each<[string, object]>([
  ['checkPage', { checkPage: async () => [] }],
  ['checkPage', { checkPage: async function* () {} }],
  ['checkPage', { checkPage: () => 'has no title' }],
  ['checkSite', { checkSite: async () => [] }],
])('a %s that does not give issues is told how to (%o)', async (method, check) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JavaScript has no types
  const rules = [{ ...TEXTS, id: 'ours/x', ...check } as CustomRule];
  await expect(audit(await madeSite(SITE), { rules, canonicalizer })).rejects.toThrow(
    `TypeError: ${method} is async, or gives something else than issues; write *${method}(…) { yield … }`,
  );
});

test('arguments of a wrong type are refused with what to write', async () => {
  const site = await madeSite(SITE);
  const refused = (given: unknown, options: object) =>
    expect(Reflect.apply(audit, undefined, [given, { rules: [good], canonicalizer, ...options }])).rejects;
  await refused({}, {}).toThrow(
    new TypeError('the site of audit is not an AuditSite; write await AuditSite.read({ … })'),
  );
  for (const [name, value, remedy] of [
    ['rules', good, 'a list such as [...RULES, mine]'],
    ['canonicalizer', { profile: 'usual' }, 'canonicalizer: compile()'],
    ['signal', {}, 'the signal of an AbortController'],
    ['onRuleError', 5, 'a function'],
    ['onProgress', 'yes', 'a function'],
  ] as const) {
    const message = `the option ${name} of audit is ${quoteValue(value)}; write ${remedy}`;
    await refused(site, { [name]: value }).toThrow(new TypeError(message));
  }
});

test('two rules with one id, and values that are not rules, are refused before anything is checked', async () => {
  const site = await madeSite(SITE);
  const refused = (...rules: readonly CustomRule[]) => expect(audit(site, { rules, canonicalizer })).rejects;
  await refused(...RULES, { ...good, id: 'canonical/missing' }).toMatchObject({
    name: 'RuleDefinitionError',
    code: 'bad-rule',
    message: 'the rule canonical/missing exists twice; choose another id for one of them',
  });
  const severity: string = 'fatal';
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  await refused({ ...good, severity: severity as Severity }).toThrow('the rule ours/good has no valid severity');
});

test('a severity that is not one, and one for another rule, are refused', async () => {
  const site = await madeSite(SITE);
  const given = (severities: Readonly<Record<string, string>>): unknown =>
    Reflect.apply(audit, undefined, [site, { rules: [good], canonicalizer, severities }]);
  await expect(given({ 'ours/goo': 'info' })).rejects.toMatchObject({
    name: 'UnknownOptionError',
    message: expect.stringContaining(
      'unknown option "ours/goo" in severities of audit; did you mean "ours/good"?',
    ) as unknown,
  });
  await expect(given({ 'ours/good': 'warn' })).rejects.toThrow(
    new TypeError(
      'the severity of ours/good in severities of audit is not valid; did you mean "warning"? (choose from error, warning, info, pass); to skip the rule, leave it out of rules',
    ),
  );
});

test('an aborted signal rejects with its reason, however short the audit is', async () => {
  const site = await madeSite(SITE);
  const reason = new Error('enough');
  const before = AbortSignal.abort(reason);
  await expect(audit(site, { rules: [good], canonicalizer, signal: before })).rejects.toBe(reason);
  const during = new AbortController();
  const leaving = rule(() => {
    during.abort(reason);
    return [];
  });
  await expect(audit(site, { rules: [leaving], canonicalizer, signal: during.signal })).rejects.toBe(reason);
});
