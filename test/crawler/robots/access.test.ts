import { describe, expect, test } from 'vitest';
import type { FetchResult } from '../../../crawler/fetch/fetch-result.ts';
import { accessFor } from '../../../crawler/robots/access.ts';
import { parseRobots } from '../../../crawler/robots/parse.ts';
import { Robots } from '../../../crawler/robots/robots-file.ts';

const DAY = 24 * 60 * 60 * 1000;
const FILE = Buffer.from('User-agent: *\nDisallow: /x\nDisallow: /');

function answer(status: number, body: Uint8Array | null = FILE, truncated = false): FetchResult {
  return { kind: 'response', status, headers: {}, body, truncated, elapsed: 1 };
}

const ALL_ALLOWED = { kind: 'known', robots: null };

const failure: FetchResult = { kind: 'failure', code: 'timeout', message: 'too slow', retryable: true };

function decides(result: FetchResult, path: string): unknown {
  const access = accessFor(result);
  return access.kind === 'known' ? access.robots?.groupFor('Foo').decide(`https://h${path}`) : access;
}

describe('RFC 9309 2.3.1: access results', () => {
  test.each([200, 203, 206, 299])('2.3.1.1: with %i the rules apply', (status) => {
    expect(accessFor(answer(status))).toMatchObject({ kind: 'known', robots: expect.any(Robots) });
    expect(decides(answer(status), '/y')).toMatchObject({ allowed: false });
  });

  test('2.3.1.1: no body is an empty file', () => {
    expect(decides(answer(204, null), '/x')).toEqual({ allowed: true, rule: null });
  });

  test('a body that was cut loses its last line', () => {
    expect(decides(answer(200, FILE, true), '/x')).toMatchObject({ allowed: false });
    expect(decides(answer(200, FILE, true), '/y')).toMatchObject({ allowed: true });
  });

  test.each([300, 301, 304, 308, 399])('2.3.1.2: %i is a redirect too many', (status) => {
    expect(accessFor(answer(status))).toEqual(ALL_ALLOWED);
  });

  test.each([400, 401, 403, 404, 410, 428, 430, 451, 499])('2.3.1.3: with %i all is allowed', (status) => {
    expect(accessFor(answer(status))).toEqual(ALL_ALLOWED);
  });

  test.each([429, 500, 503, 599, 600, 199])('2.3.1.4: with %i nothing is allowed', (status) => {
    expect(accessFor(answer(status))).toEqual({ kind: 'unreachable', reason: `http-${status}` });
  });

  test('2.3.1.4: without an answer nothing is allowed', () => {
    expect(accessFor(failure)).toEqual({ kind: 'unreachable', reason: 'timeout' });
  });

  describe.each([
    ['an error', answer(503), 'http-503'],
    ['no answer', failure, 'timeout'],
  ])('2.3.1.4: %s', (_, result, reason) => {
    test('for less than 30 days: nothing is allowed, whatever was known before', () => {
      const cached = parseRobots(FILE);
      expect(accessFor(result, { unreachableFor: 30 * DAY - 1, cached })).toEqual({ kind: 'unreachable', reason });
    });

    test('for 30 days: what was known before applies', () => {
      const cached = parseRobots(FILE);
      const access = accessFor(result, { unreachableFor: 30 * DAY, cached });
      expect(access).toEqual({ kind: 'known', robots: cached });
    });

    test('for 30 days, and nothing known: all is allowed', () => {
      const access = accessFor(result, { unreachableFor: 30 * DAY, cached: null });
      expect(access).toEqual(ALL_ALLOWED);
    });
  });
});
