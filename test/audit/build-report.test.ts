import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit/audit.ts';
import { buildReport } from '../../src/audit/build-report.ts';
import type { CanonicalRow } from '../../src/audit/report.ts';
import { RULES } from '../../src/audit/rules/index.ts';
import type { AuditEntry } from '../../src/audit/site/entry.ts';
import { compile } from '../../src/canon/canonicalizer.ts';
import { version } from '../../src/version.ts';
import { everyLookTakes, turnsDuring } from '../stepped-clock.ts';
import { canonical, entry, madeSite, page, redirect } from './made-site.ts';

const A = 'https://example.com/a';
const B = 'https://example.com/b';
const TEXT = '<p>All our brooms are made of birch and of straw, by hand, in the yard behind the house.';

const OPTIONS = {
  toolVersion: '1',
  createdAt: new Date(0),
  crawled: null,
  seeds: [],
  rules: RULES,
  baseline: null,
  claims: [],
  meaningOf: () => '',
};

async function canonicals(...entries: readonly AuditEntry[]): Promise<readonly CanonicalRow[]> {
  return buildReport(await madeSite([...entries]), [], OPTIONS).canonicals;
}

describe('a page that a sitemap should list', () => {
  test('is a page that names itself or nothing, with the time of its last change', async () => {
    const known = page(A, canonical(A));
    const lastModified = 'Fri, 20 Nov 2026 09:30:00 GMT';
    const dated = { ...known, details: known.details && { ...known.details, lastModified } };
    expect(await canonicals(dated, page(B, '<p>Dustpans'))).toEqual([
      { url: A, lastModified },
      { url: B, lastModified: null },
    ]);
  });

  test.each<[string, AuditEntry]>([
    ['names another as canonical', page(B, canonical(A))],
    ['names one that was never crawled', page(B, canonical('https://example.com/c'))],
    ['is noindex', page(B, '<meta name="robots" content="noindex">')],
    ['redirects', redirect(B, A)],
    ['failed', { ...page(B, ''), state: 'failed', status: 404 }],
    ['is not HTML', { ...page(B, ''), contentType: 'application/pdf' }],
  ])('is not what %s', async (_, other) => {
    expect((await canonicals(page(A, ''), other)).map(({ url }) => url)).toEqual([A]);
  });

  test('is one of the pages that show the same text', async () => {
    expect((await canonicals(page(A, TEXT), page(B, TEXT))).map(({ url }) => url)).toEqual([A]);
  });
});

test('each URL of a redirect loop leads to the one that its answer names', async () => {
  const noticed: AuditEntry = { ...entry(B), state: 'failed', status: 308, reason: 'redirect-loop', location: A };
  const { redirects } = buildReport(await madeSite([redirect(A, B), noticed]), [], OPTIONS);
  expect(redirects.map(({ from, to, end }) => [from, to, end])).toEqual([
    [A, B, null],
    [B, A, null],
  ]);
});

test('pages are counted by the canonical URL that they declare', async () => {
  const many = [
    page(A, canonical(A)),
    page(B, canonical(A)),
    page('https://example.com/none', TEXT),
    page('https://example.com/two', canonical(A) + canonical(B)),
    page('https://example.com/file', canonical('file:///srv/index.html')),
    page('https://example.com/body', `<p>${canonical(A)}`),
    page('https://example.com/bodies', `<p>${canonical(A)}${canonical(B)}`),
  ];
  const { summary } = buildReport(await madeSite(many), [], OPTIONS);
  expect(summary.canonicals).toEqual({ self: 1, elsewhere: 1, none: 1, conflicting: 1, ignored: 3 });
});

test('every skipped URL is under a reason, also the duplicates that a claim spared', async () => {
  const kept = page(A, TEXT);
  const many = [
    kept,
    entry(B, { state: 'skipped', reason: 'equivalent', aliasOf: kept.key, aliasBy: 'equivalence' }),
    entry('https://example.org/', { state: 'skipped', reason: 'scope' }),
  ];
  const report = buildReport(await madeSite(many), [], OPTIONS);
  expect(report.skipped.map(({ reason, count }) => [reason, count])).toEqual([
    ['equivalent', 1],
    ['scope', 1],
  ]);
  expect(report.summary.states).toEqual({ done: 1, skipped: 2 });
});

test('without options, the report has what the site tells, and this version', async () => {
  const seed = { ...page(A, TEXT), source: 'seed', fetchedAt: Date.UTC(2026, 1, 3) };
  const other = entry('https://example.org/', { state: 'skipped', reason: 'not-included' });
  const site = await madeSite([seed, { ...page(B, TEXT), fetchedAt: Date.UTC(2026, 1, 2) }, other]);
  const report = buildReport(site, await audit(site));
  expect(report).toMatchObject({
    tool: { version },
    crawled: { from: '2026-02-02T00:00:00.000Z', to: '2026-02-03T00:00:00.000Z' },
    seeds: [A],
    skipped: [{ reason: 'not-included', means: 'not included' }],
    known: null,
    history: [],
    claims: [],
  });
  expect(report.rules).toHaveLength(RULES.length);
  expect(Math.abs(Date.parse(report.createdAt) - Date.now())).toBeLessThan(3_600_000);
});

describe('a long audit', () => {
  const entries = Array.from({ length: 3000 }, (_, index) => page(`https://example.com/${index}`, `<p>${index}`));
  const options = { rules: RULES, canonicalizer: compile() };

  test('yields to the event loop', async () => {
    const site = await madeSite(entries);
    everyLookTakes(1);
    expect(await turnsDuring(() => audit(site, options))).toBeGreaterThan(0);
  });

  test('yields to the event loop between the steps of what a rule prepares', async () => {
    const site = await madeSite([]);
    const [first] = RULES;
    if (first === undefined) throw new TypeError('there are rules');
    const rule = { ...first, prepare: () => Array.from({ length: 1000 }) };
    everyLookTakes(1);
    expect(await turnsDuring(() => audit(site, { ...options, rules: [rule] }))).toBeGreaterThan(10);
  });

  test('stops when its signal is aborted', async () => {
    const site = await madeSite(entries);
    const reason = new Error('enough');
    await expect(audit(site, { ...options, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
