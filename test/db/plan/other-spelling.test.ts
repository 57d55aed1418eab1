import { describe, expect, it } from 'vitest';
import {
  type Attempted,
  type End,
  type Failure,
  faultOf,
  isOfSpelling,
  MAX_SPELLINGS,
  type MarkedSpelling,
  nextTry,
  TRIED,
} from '../../../db/plan/other-spelling.ts';

const A = 'http://h/a';
const FIRST = `${A}?utm_source=x`;
const GONE: Failure = { state: 'failed', reason: 'http-404', status: 404 };
const entry = (change: Partial<Attempted> = {}): Attempted => ({
  url: FIRST,
  finalUrl: null,
  firstFailure: null,
  ...change,
});
const spelled = (...urls: readonly string[]): readonly MarkedSpelling[] => urls.map((url) => ({ url, mark: null }));
const tried = (...urls: readonly string[]): readonly MarkedSpelling[] => urls.map((url) => ({ url, mark: TRIED }));
/** The next URL to fetch after a failure, or after a redirect. */
const next = (spellings: readonly MarkedSpelling[], reason: 'http-404' | 'http-302' = 'http-404'): string | null =>
  nextTry(entry(), reason, spellings)?.finalUrl ?? null;

describe('an entry without a page is fetched by another spelling', () => {
  it('in order of discovery, and knows why the first one failed', () => {
    expect(nextTry(entry(), 'http-404', spelled(A, `${A}/`))).toEqual({ finalUrl: A, firstFailure: 'http-404' });
    const second = entry({ finalUrl: A, firstFailure: 'http-404' });
    const course = nextTry(second, 'http-500', [...tried(A), ...spelled(`${A}/`)]);
    expect(course).toEqual({ finalUrl: `${A}/`, firstFailure: 'http-404' });
    expect(nextTry(second, 'http-500', tried(A, `${A}/`))).toBeNull();
  });

  it('also if that was found before one that was tried', () => {
    expect(next([...spelled(A), ...tried(`${A}/`)])).toBe(A);
  });

  it('unless it makes the same request as one that was tried', () => {
    const same = [`${FIRST}#top`, 'HTTP://H:80/a?utm_source=x'];
    expect(next(spelled(...same))).toBeNull();
    expect(next(spelled(...same, `${A}#top`))).toBe(`${A}#top`);
    expect(next([...tried(A), ...spelled(`${A}#top`)])).toBeNull();
  });

  it('that is equivalent after a failure, but not after a redirect', () => {
    const equivalent = spelled('http://h/%61?utm_source=x');
    expect(next(equivalent)).toBe('http://h/%61?utm_source=x');
    expect(next([...equivalent, ...spelled(A)], 'http-302')).toBe(A);
  });

  it('but not by one that no request can be made of', () => {
    expect(next(spelled('http://[', A))).toBe(A);
  });

  it('up to the fifth one', () => {
    const urls = Array.from({ length: MAX_SPELLINGS }, (_, n) => `${A}?utm_source=${n}`);
    const after = (count: number): string | null =>
      next([...tried(...urls.slice(0, count)), ...spelled(...urls.slice(count))]);
    expect(after(3)).toBe(urls[3]);
    expect(after(4)).toBeNull();
  });
});

describe('a redirect to another key is the fault of a spelling', () => {
  const end = (change: Partial<End>): End => ({ state: 'done', reason: null, status: 302, location: null, ...change });
  it.each<[string, string | null, string | null, number]>([
    ['if it is temporary', 'http://h/login', 'http-302', 302],
    ['of any temporary kind', 'http://h/login', 'http-307', 307],
    ['but not if it is permanent', 'http://h/login', null, 301],
    ['unless it is to a home page', 'http://h', 'http-301', 301],
    ['of any site', 'https://www.h/#top', 'http-308', 308],
    ['but not if that is not all', 'http://h/?a', null, 301],
    ['but not if it keeps path and query', 'https://www.h/a?utm_source=x', null, 302],
    ['if it keeps only the path', 'https://h/a', 'http-302', 302],
    ['but not if nothing is known of its target', null, null, 302],
  ])('%s', (_, location, fault, status) => {
    expect(faultOf(entry(), end({ location, status }))).toBe(fault);
  });

  it('of the one that was fetched', () => {
    const within = entry({ finalUrl: 'http://h/b' });
    expect(faultOf(within, end({ location: 'https://h/b' }))).toBeNull();
    expect(faultOf(within, end({ location: 'https://h/a?utm_source=x' }))).toBe('http-302');
    const atHome = entry({ finalUrl: 'http://h/' });
    expect(faultOf(atHome, end({ location: 'https://h/', status: 301 }))).toBeNull();
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
