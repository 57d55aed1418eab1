import { expect, test } from 'vitest';
import { firstSteps } from '../../src/audit/first-steps.ts';
import { causesOf } from '../../src/audit/groups.ts';
import { ranked } from '../../src/audit/rank.ts';
import { RULES } from '../../src/audit/rules/index.ts';
import { finding } from '../report/html/sample-report.ts';

const SITE = 'https://example.com';
const made = (rule: string, path: string, more: Parameters<typeof finding>[3] = {}): ReturnType<typeof finding> =>
  finding(rule, SITE + path, 'is wrong', { severity: 'warning', cause: 'c', ...more });

const order = (...findings: readonly ReturnType<typeof finding>[]): readonly string[] =>
  ranked(findings).map(({ rule, url }) => `${rule} ${url.slice(SITE.length)}`);

test('findings are ranked by severity, then by the pages that their rule affects', () => {
  expect(
    order(
      made('og/url', '/a'),
      made('links/mixed', '/a'),
      made('links/mixed', '/b'),
      made('target/error', '/c', { severity: 'error' }),
      made('dup/exact', '/d', { evidence: { pages: 7 } }),
    ),
  ).toEqual(['target/error /c', 'dup/exact /d', 'links/mixed /a', 'links/mixed /b', 'og/url /a']);
});

test('among rules that affect as many pages, those that estimate come last', () => {
  expect(order(made('dup/near', '/a'), made('og/url', '/b'))).toEqual(['og/url /b', 'dup/near /a']);
});

test('in a rule, the causes with the most pages come first', () => {
  expect(
    order(
      made('og/url', '/1', { cause: 'a' }),
      made('og/url', '/3', { cause: 'b' }),
      made('og/url', '/2', { cause: 'b' }),
    ),
  ).toEqual(['og/url /2', 'og/url /3', 'og/url /1']);
});

test('broken links are ranked by the pages that have them', () => {
  const broken = (path: string, links: number): ReturnType<typeof finding> =>
    made('links/broken', path, { evidence: { links }, cause: path });
  const findings = [broken('/a', 1), broken('/z', 400), broken('/b', 1)];
  expect(order(...findings)).toEqual(['links/broken /z', 'links/broken /a', 'links/broken /b']);
  expect(causesOf(ranked(findings), RULES).map(({ cause, pages }) => [cause, pages])).toEqual([
    ['/z', 400],
    ['/a', 1],
    ['/b', 1],
  ]);
});

test('a cause stands for all its findings, with a few examples', () => {
  const findings = ranked([
    ...Array.from({ length: 7 }, (_, at) => made('og/url', `/${at}`, { cause: 'shop' })),
    made('dup/exact', '/d', { evidence: { pages: 9 }, cause: 'texts' }),
    made('canonical/elsewhere', '/n', { severity: 'info' }),
  ]);
  expect(causesOf(findings, RULES)).toEqual([
    { rule: 'dup/exact', severity: 'warning', cause: 'texts', findings: 1, pages: 9, examples: [`${SITE}/d`] },
    {
      rule: 'og/url',
      severity: 'warning',
      cause: 'shop',
      findings: 7,
      pages: 7,
      examples: ['/0', '/1', '/2', '/3', '/4'].map((path) => SITE + path),
    },
    { rule: 'canonical/elsewhere', severity: 'info', cause: 'c', findings: 1, pages: 1, examples: [`${SITE}/n`] },
  ]);
});

test('the first steps are at most five rules, each named once, without notices', () => {
  const findings = ranked([
    ...Array.from({ length: 3 }, (_, at) => made('og/url', `/${at}`, { cause: 'shop' })),
    ...Array.from({ length: 4 }, (_, at) => made('og/url', `/of/${at}`, { cause: `cause ${at}` })),
    ...Array.from({ length: 4 }, (_, at) => made('links/mixed', `/${at}`, { cause: `cause ${at % 2}` })),
    made('page/title-missing', '/t'),
    made('dup/www', '/w', { evidence: { pages: 3 } }),
    made('dup/slash', '/s', { evidence: { pages: 2 } }),
    made('target/error', '/e', { severity: 'error', cause: 'one' }),
    made('target/error', '/f', { cause: 'one' }),
    made('canonical/elsewhere', '/n', { severity: 'info' }),
  ]);
  const steps = firstSteps({ findings, rules: RULES });
  expect(steps.map(({ rule, cause, pages, url }) => [rule, cause, pages, url?.slice(SITE.length)])).toEqual([
    ['target/error', 'one', 2, '/e'],
    ['og/url', null, 7, '/0'],
    ['links/mixed', null, 4, '/0'],
    ['dup/www', 'c', 3, '/w'],
    ['dup/slash', 'c', 2, '/s'],
  ]);
  const alone = ranked([made('target/error', '/e', { cause: `${SITE}/e`.replace(/^\w+:\/\//, '') })]);
  const [named] = firstSteps({ findings: alone, rules: RULES });
  expect(named?.url, 'the cause names the only page').toBeNull();
  expect(steps[0]?.remedy).toBe('Name a page that exists, such as the page itself.');
});
