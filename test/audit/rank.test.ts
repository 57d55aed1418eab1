import { expect, test } from 'vitest';
import { firstSteps } from '../../src/audit/first-steps.ts';
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

test('the first steps are at most five root causes, without notices', () => {
  const findings = ranked([
    ...Array.from({ length: 3 }, (_, at) => made('og/url', `/${at}`, { cause: 'shop' })),
    ...Array.from({ length: 9 }, (_, at) => made('links/mixed', `/${at}`, { cause: `cause ${at}` })),
    made('target/error', '/e', { severity: 'error', cause: 'one' }),
    made('canonical/elsewhere', '/n', { severity: 'info' }),
  ]);
  const steps = firstSteps(findings, RULES);
  expect(steps.map(({ rule, cause, pages, url }) => [rule, cause, pages, url.slice(SITE.length)])).toEqual([
    ['target/error', 'one', 1, '/e'],
    ['og/url', 'shop', 3, '/0'],
    ['links/mixed', 'cause 0', 1, '/0'],
    ['links/mixed', 'cause 1', 1, '/1'],
    ['links/mixed', 'cause 2', 1, '/2'],
  ]);
  expect(steps[0]?.remedy).toBe('Name a page that exists, such as the page itself.');
});
