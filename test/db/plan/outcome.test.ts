import { describe, expect, test } from 'vitest';
import { type HeldEntry, linksAfter, namedByOutcome, planOutcome } from '../../../db/plan/outcome.ts';
import type { Outcome } from '../../../db/store.ts';
import { found, NO_DETAILS, page } from '../helpers.ts';
import { keyOf, station, viewOf } from './stations.ts';

const held = (change: Partial<HeldEntry> = {}): HeldEntry => ({
  id: 1,
  key: keyOf('1'),
  url: 'http://h/1',
  finalUrl: null,
  firstFailure: null,
  status: null,
  reason: null,
  contentType: null,
  digest: null,
  site: 'h',
  depth: 0,
  fetchedAt: null,
  role: 'page',
  aliasOf: null,
  aliasBy: null,
  location: null,
  ...change,
});

const canonical = (key: string): Outcome => page({ canonical: found(`http://h/${key}`, { key }) });
const redirect = (key: string, url = `http://h/${key}`): Outcome => ({
  kind: 'redirect',
  status: 301,
  to: found(url, { key, hops: 3 }),
});
const others = viewOf(
  station(1),
  station(2),
  station(3, { aliasOf: 1, aliasBy: 'equivalence' }),
  station(4, { aliasOf: 1, aliasBy: 'redirect' }),
  station(5, { aliasOf: 1, aliasBy: 'canonical' }),
);

test('an unchanged document changes nothing', () => {
  const nothing = { kind: 'kept', undeclared: null, course: null };
  expect(planOutcome(held(), { kind: 'unchanged' }, others)).toEqual(nothing);
  const alias = held({ aliasOf: 2, aliasBy: 'canonical' });
  expect(planOutcome(alias, { kind: 'unchanged' }, others)).toEqual(nothing);
  const merged = held({ aliasOf: 4, aliasBy: 'equivalence' });
  expect(planOutcome(merged, { kind: 'unchanged' }, others)).toEqual(nothing);
});

test('an unchanged document loses the canonical URL that leads back to it by now', () => {
  expect(planOutcome(held({ aliasOf: 4, aliasBy: 'canonical' }), { kind: 'unchanged' }, others)).toMatchObject({
    kind: 'kept',
    undeclared: { id: 1, aliasBy: 'canonical' },
  });
});

test('an entry whose other URLs all failed fails, if what its first URL redirects to leads back to it by now', () => {
  const redirected = { firstFailure: 'http-302', aliasBy: 'redirect', location: 'http://h/x' } as const;
  const gone: Outcome = { kind: 'failed', reason: 'http-404', status: 404 };
  expect(planOutcome(held({ ...redirected, aliasOf: 2 }), gone, others, [])).toMatchObject({ kind: 'kept' });
  expect(planOutcome(held({ ...redirected, aliasOf: 4 }), gone, others, [])).toMatchObject({
    kind: 'finished',
    result: { state: 'failed', status: 302, reason: 'redirect-loop', aliasOf: null, location: 'http://h/x' },
    course: { firstFailure: null },
  });
});

test('a retry is an attempt more, at the same URL and not before its time', () => {
  const outcome = { kind: 'retry', reason: 'timeout', status: null, notBefore: 5 } as const;
  expect(planOutcome(held(), outcome, others)).toEqual({
    kind: 'again',
    again: { status: null, reason: 'timeout', notBefore: 5, attempts: 1, hops: null, fetch: null },
    spelling: null,
    undeclared: null,
    course: null,
  });
});

test.each<[Outcome, object]>([
  [
    { kind: 'failed', reason: 'http-404', status: 404 },
    { state: 'failed', reason: 'http-404', status: 404 },
  ],
  [
    { kind: 'refused', reason: 'robots' },
    { state: 'skipped', reason: 'robots', status: null },
  ],
])('%j ends the entry without a document', (outcome, result) => {
  expect(planOutcome(held({ role: 'sitemap' }), outcome, others)).toMatchObject({
    kind: 'finished',
    result: { ...result, role: 'sitemap', digest: null, aliasOf: null },
    details: null,
  });
});

describe('a page', () => {
  test('is stored with its details', () => {
    const outcome = page({ digest: 'd', contentType: 'text/html', note: 'truncated', role: 'sitemap' });
    expect(planOutcome(held(), outcome, others)).toEqual({
      kind: 'finished',
      result: {
        state: 'done',
        reason: 'truncated',
        status: 200,
        contentType: 'text/html',
        digest: 'd',
        aliasOf: null,
        aliasBy: null,
        location: null,
        role: 'sitemap',
      },
      details: NO_DETAILS,
      undeclared: null,
      course: null,
    });
  });

  test.each([
    ['another entry: it becomes its alias', canonical('2'), { aliasOf: 2, aliasBy: 'canonical', reason: null }],
    ['itself', canonical('1'), { aliasOf: null, aliasBy: null, reason: null }],
    ['an entry merged with it', canonical('3'), { aliasOf: null, aliasBy: null, reason: null }],
    ['an entry that leads back', canonical('4'), { aliasOf: null, aliasBy: null, reason: 'canonical-loop' }],
  ])('names %s', (_, outcome, result) => {
    expect(planOutcome(held(), outcome, others)).toMatchObject({
      kind: 'finished',
      result: { state: 'done', ...result },
    });
  });

  test('stays the alias that a claim made it', () => {
    const merged = held({ aliasBy: 'equivalence', aliasOf: 2 });
    expect(planOutcome(merged, canonical('4'), others)).toMatchObject({
      result: { aliasBy: 'equivalence', aliasOf: 2, reason: null },
    });
  });
});

describe('a redirect to another entry', () => {
  test('makes the entry its alias', () => {
    expect(planOutcome(held(), redirect('2'), others)).toMatchObject({
      kind: 'finished',
      result: { state: 'done', status: 301, reason: null, aliasOf: 2, aliasBy: 'redirect' },
      undeclared: null,
    });
  });

  test('keeps the URL that the server named, which may be another spelling of that entry', () => {
    const location = 'http://h/2?utm_source=x';
    expect(planOutcome(held(), redirect('2', location), others)).toMatchObject({ result: { location } });
  });

  test('that redirects back fails', () => {
    expect(planOutcome(held(), redirect('4'), others)).toMatchObject({
      result: { state: 'failed', reason: 'redirect-loop', aliasOf: null },
      undeclared: null,
    });
  });

  test('that declares this one canonical drops the declaration', () => {
    expect(planOutcome(held(), redirect('5'), others)).toMatchObject({
      result: { state: 'done', aliasOf: 5, aliasBy: 'redirect' },
      undeclared: { id: 5 },
    });
  });
});

describe('a redirect within the entry', () => {
  test('is followed without counting as an attempt', () => {
    expect(planOutcome(held(), redirect('1', 'http://h/1/'), others)).toEqual({
      kind: 'again',
      again: { status: null, reason: null, notBefore: null, attempts: 0, hops: 3, fetch: 'http://h/1/' },
      spelling: 'http://h/1/',
      undeclared: null,
      course: null,
    });
  });

  test('to an entry that a claim merged with it counts as one within', () => {
    expect(planOutcome(held(), redirect('3'), others)).toMatchObject({ kind: 'again', again: { fetch: 'http://h/3' } });
  });

  test('back to the URL that the entry had first adds no spelling', () => {
    const entry = held({ finalUrl: 'http://h/1/' });
    expect(planOutcome(entry, redirect('1', 'http://h/1'), others)).toMatchObject({ kind: 'again', spelling: null });
  });

  test('to the URL that redirects is a loop', () => {
    const entry = held({ finalUrl: 'http://h/1/' });
    expect(planOutcome(entry, redirect('1', 'http://h/1/'), others)).toMatchObject({
      kind: 'finished',
      result: { state: 'failed', status: 301, reason: 'redirect-loop' },
    });
  });
});

test.each([
  ['the canonical URL of another entry', canonical('2'), '2'],
  ['the target of a redirect', redirect('4'), '4'],
  ['not its own canonical URL', canonical('1'), null],
  ['not that of an entry merged with it', redirect('3'), null],
  ['nothing without either', page(), null],
])('names %s', (_, outcome, key) => {
  expect(namedByOutcome(held(), outcome, others)?.key ?? null).toBe(key);
});

test.each<[string, Outcome, ReturnType<typeof linksAfter>]>([
  ['a page', page(), 'replaced'],
  ['a redirect', redirect('2'), 'replaced'],
  ['a redirect within the entry', redirect('1', 'http://h/1/'), 'kept'],
  ['a redirect to itself', redirect('1', 'http://h/1'), 'removed'],
  ['an unchanged document', { kind: 'unchanged' }, 'kept'],
  ['a retry', { kind: 'retry', reason: 'timeout', status: null, notBefore: 0 }, 'kept'],
  ['status 404', { kind: 'failed', reason: 'http-404', status: 404 }, 'removed'],
  ['status 503', { kind: 'failed', reason: 'http-503', status: 503 }, 'kept'],
  ['no response', { kind: 'failed', reason: 'timeout', status: null }, 'kept'],
  ['a rule of robots.txt', { kind: 'refused', reason: 'robots' }, 'removed'],
  ['a robots.txt that is unreachable', { kind: 'refused', reason: 'robots-unreachable' }, 'kept'],
])('after %s, the links of the entry are its own, gone or kept', (_, outcome, links) => {
  expect(linksAfter(outcome, planOutcome(held(), outcome, others))).toBe(links);
});
