import { describe, expect, it } from 'vitest';
import { type Attempted, otherSpelling } from '../../../db/plan/other-spelling.ts';

const A = 'http://h/a';
const attempted = (spellings: readonly string[], change: Partial<Attempted> = {}): Attempted => ({
  url: `${A}?utm_source=x`,
  finalUrl: null,
  firstFailure: null,
  reason: 'http-404',
  status: 404,
  spellings,
  ...change,
});

describe('an entry that failed is fetched by another spelling', () => {
  it('that follows the one fetched last, and remembers why the first one failed', () => {
    const spellings = [A, `${A}/`];
    expect(otherSpelling(attempted(spellings))).toEqual({ finalUrl: A, firstFailure: 'http-404' });
    const second = { finalUrl: A, firstFailure: 'http-404', reason: 'http-500', status: 500 } as const;
    expect(otherSpelling(attempted(spellings, second))).toEqual({ finalUrl: `${A}/`, firstFailure: 'http-404' });
    expect(otherSpelling(attempted(spellings, { ...second, finalUrl: `${A}/` }))).toBeNull();
  });

  it('unless it makes the same request', () => {
    const same = ['http://h/a?utm_source=x#top', 'HTTP://H:80/a?utm_source=x'];
    expect(otherSpelling(attempted(same))).toBeNull();
    expect(otherSpelling(attempted([...same, `${A}#top`]))?.finalUrl).toBe(`${A}#top`);
  });

  it('but not by one that no request can be made of', () => {
    expect(otherSpelling(attempted(['http://[', A]))?.finalUrl).toBe(A);
  });

  it('also where a redirect led from the first one to a later one', () => {
    const redirected = attempted([A, `${A}/`], { finalUrl: `${A}/` });
    expect(otherSpelling(redirected)?.finalUrl).toBe(A);
  });

  it('if the site is not overloaded', () => {
    expect(otherSpelling(attempted([A], { reason: 'http-503', status: 503 }))).toBeNull();
    expect(otherSpelling(attempted([A], { reason: 'http-429', status: 429 }))).toBeNull();
    expect(otherSpelling(attempted([A], { reason: 'robots', status: null }))?.firstFailure).toBe('robots');
  });

  it('up to the fifth one', () => {
    const spellings = Array.from({ length: 20 }, (_, n) => `${A}?utm_source=${n}`);
    let entry = attempted(spellings);
    let fetched = 1;
    for (let next = otherSpelling(entry); next !== null; next = otherSpelling(entry)) {
      entry = { ...entry, ...next };
      fetched++;
    }
    expect(fetched).toBe(5);
  });
});
