import { describe, expect, it } from 'vitest';
import { type Attempted, type Failure, isOfSpelling, MAX_SPELLINGS, nextTry } from '../../../db/plan/other-spelling.ts';
import type { Spelling } from '../../../db/store.ts';

const A = 'http://h/a';
const FIRST = `${A}?utm_source=x`;
const GONE: Failure = { state: 'failed', reason: 'http-404', status: 404 };
const entry = (change: Partial<Attempted> = {}): Attempted => ({
  url: FIRST,
  firstFailure: null,
  spellingsTried: 0,
  ...change,
});
const spelled = (...urls: readonly string[]): readonly Spelling[] => urls.map((url) => ({ url, pass: 'p' }));

describe('an entry that failed is fetched by another spelling', () => {
  it('in order of discovery, and ends as its first one did', () => {
    const spellings = spelled(A, `${A}/`);
    const first = nextTry(entry(), GONE, spellings);
    expect(first).toEqual({ course: { finalUrl: A, firstFailure: 'http-404', spellingsTried: 1 }, end: null });
    const second = nextTry(entry(first.course), { ...GONE, reason: 'http-500', status: 500 }, spellings);
    expect(second.course).toEqual({ finalUrl: `${A}/`, firstFailure: 'http-404', spellingsTried: 2 });
    expect(nextTry(entry(second.course), { state: 'skipped', reason: 'robots', status: null }, spellings)).toEqual({
      course: { finalUrl: null, firstFailure: null, spellingsTried: 2 },
      end: GONE,
    });
  });

  it('that is found later', () => {
    const tried = entry({ spellingsTried: 1 });
    expect(nextTry(tried, GONE, spelled(A, `${A}/`)).course.finalUrl).toBe(`${A}/`);
    expect(nextTry(tried, GONE, spelled(A)).end).toEqual(GONE);
  });

  it('unless it makes the same request as one that was tried', () => {
    const same = [`${FIRST}#top`, 'HTTP://H:80/a?utm_source=x'];
    expect(nextTry(entry(), GONE, spelled(...same)).end).toEqual(GONE);
    expect(nextTry(entry(), GONE, spelled(...same, `${A}#top`)).course.finalUrl).toBe(`${A}#top`);
    expect(nextTry(entry({ spellingsTried: 1 }), GONE, spelled(A, `${A}#top`)).end).toEqual(GONE);
  });

  it('but not by one that a redirect led to, or that no request can be made of', () => {
    const redirected = { url: `${A}/`, pass: null };
    expect(nextTry(entry(), GONE, [redirected, ...spelled('http://[', A)]).course.finalUrl).toBe(A);
  });

  it('up to the fifth one', () => {
    const spellings = spelled(...Array.from({ length: MAX_SPELLINGS }, (_, n) => `${A}?utm_source=${n}`));
    let fetched = 1;
    let next = nextTry(entry(), GONE, spellings);
    for (; next.end === null; next = nextTry(entry(next.course), GONE, spellings)) fetched++;
    expect(fetched).toBe(5);
    expect(next).toEqual({ course: { finalUrl: null, firstFailure: null, spellingsTried: 20 }, end: GONE });
  });
});

describe('a failure is about the URL', () => {
  it.each<[boolean, Failure]>([
    [true, GONE],
    [true, { state: 'failed', reason: 'http-500', status: 500 }],
    [true, { state: 'failed', reason: 'redirect-loop', status: 301 }],
    [true, { state: 'failed', reason: 'not-archived', status: null }],
    [true, { state: 'skipped', reason: 'robots', status: null }],
    [false, { state: 'skipped', reason: 'robots-unreachable', status: null }],
    [false, { state: 'failed', reason: 'http-503', status: 503 }],
    [false, { state: 'failed', reason: 'http-504', status: 504 }],
    [false, { state: 'failed', reason: 'http-408', status: 408 }],
    [false, { state: 'failed', reason: 'wait-too-long', status: 500 }],
    [false, { state: 'failed', reason: 'http-429', status: 429 }],
    [false, { state: 'failed', reason: 'timeout', status: null }],
    [false, { state: 'failed', reason: 'handler-error', status: 200 }],
  ])('%s: %j', (is, failure) => {
    expect(isOfSpelling(failure)).toBe(is);
  });
});
