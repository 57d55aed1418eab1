import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FetchResult } from '../../../crawler/fetch/fetch-result.ts';
import { Fetcher } from '../../../crawler/fetch/fetcher.ts';
import type { FetchFailureCode } from '../../../db/reasons.ts';
import { BEHAVIOURS } from '../../hostile/behaviours.ts';
import { type HostileServer, startServer } from '../../hostile/server.ts';

const MAX_BYTES = 1024 * 1024;
/** In milliseconds. A busy machine may answer late. */
const PATIENT = 20_000;
/** For what never answers. Where the machine stands still for longer, the fetch is repeated. */
const IMPATIENT = 500;

let server: HostileServer;
let fetcher: Fetcher;

beforeAll(async () => {
  server = await startServer(BEHAVIOURS);
});
afterAll(() => server.close());
beforeEach(() => {
  fetcher = fetcherWith(PATIENT);
});
const fetcherWith = (timeout: number): Fetcher =>
  new Fetcher({ userAgent: 'test', timeout, maxBytes: MAX_BYTES, connections: 1, seeds: [server.origin] });
afterEach(async () => {
  // The next URL of the same fetcher works and gets its own answer.
  const next = await fetchUnless(['connect-timeout', 'timeout'], '/ok');
  expect(next).toMatchObject({ kind: 'response', status: 200, body: Buffer.from('fine') });
  await fetcher.close();
});

/** Fetches again after each failure that a machine standing still can cause. */
async function fetchUnless(late: readonly FetchFailureCode[], path: string): Promise<FetchResult> {
  const result = await fetcher.fetch(`${server.origin}${path}`);
  return result.kind === 'failure' && late.includes(result.code) ? fetchUnless(late, path) : result;
}

const FAILURES: readonly (readonly [path: string, code: FetchFailureCode, retryable: boolean])[] = [
  ['/silent', 'timeout', true],
  ['/status-drip', 'timeout', true],
  ['/header-drip', 'timeout', true],
  ['/endless-headers', 'headers-too-large', false],
  ['/endless-status-text', 'timeout', true],
  ['/endless-interim-responses', 'timeout', true],
  ['/large-header', 'headers-too-large', false],
  ['/body-drip', 'timeout', true],
  ['/length-too-long', 'connection-reset', true],
  ['/length-too-long-and-close', 'connection-reset', true],
  ['/two-lengths', 'bad-response', false],
  ['/chunked-cut', 'connection-reset', true],
  ['/chunked-cut-and-close', 'connection-reset', true],
  ['/reset-in-body', 'connection-reset', true],
  ['/reset-at-once', 'connection-reset', true],
  ['/not-http', 'bad-response', false],
  ['/status-below-100', 'bad-response', false],
  ['/upgrade', 'bad-response', false],
  ['/continue', 'bad-response', false],
  ['/ten-codings', 'bad-encoding', false],
  ['/gzip-broken', 'bad-encoding', false],
  ['/unknown-coding', 'bad-encoding', false],
  ['/location-too-long', 'headers-too-large', false],
];

describe('an unreadable response is a typed failure with one printable line', () => {
  test.each(FAILURES)('%s: %s', async (path, code, retryable) => {
    if (code === 'timeout') {
      await fetcher.close();
      fetcher = fetcherWith(IMPATIENT);
    }
    const result = await fetchUnless(['connect-timeout'], path);
    expect(result).toMatchObject({ kind: 'failure', code, retryable });
    expect(result.kind === 'failure' && result.message).toMatch(/^[ -~]{20,300}$/);
  });
});

describe('an endless body is cut at the limit', () => {
  test.each(['/endless-body', '/one-byte-chunks', '/gzip-bomb', '/gzip-bomb-in-gzip'])('%s', async (path) => {
    const patient = new Fetcher({ userAgent: 'test', maxBytes: MAX_BYTES, seeds: [server.origin] });
    const result = await patient.fetch(`${server.origin}${path}`);
    expect(result).toMatchObject({ kind: 'response', status: 200, truncated: true });
    expect(result.kind === 'response' && result.body?.length).toBe(MAX_BYTES);
    await patient.close();
  });
});

describe('an odd response is still a response', () => {
  test('text under an unknown coding is returned unchanged, as browsers show it', async () => {
    const result = await fetcher.fetch(`${server.origin}/text-with-unknown-coding`);
    expect(result).toMatchObject({ kind: 'response', truncated: false });
    expect(result.kind === 'response' && Buffer.from(result.body ?? []).toString()).toMatch(/^<title>page<\/title>/);
  });

  test('the readable part of a cut gzip body is kept', async () => {
    const result = await fetcher.fetch(`${server.origin}/gzip-cut`);
    expect(result).toMatchObject({ kind: 'response', truncated: true });
    const text = result.kind === 'response' ? Buffer.from(result.body ?? []).toString() : '';
    expect(text).toMatch(/^(<title>page<\/title>){1000}/);
  });

  test('bytes after the declared length are not the next response', async () => {
    const result = await fetcher.fetch(`${server.origin}/length-too-short`);
    expect(result).toMatchObject({ kind: 'response', body: Buffer.from('first') });
  });

  test('a hundred cookies are a list in order, and none is sent back', async () => {
    const result = await fetcher.fetch(`${server.origin}/many-cookies`);
    const cookies = result.kind === 'response' ? result.headers['set-cookie'] : [];
    expect(cookies).toHaveLength(100);
    expect(cookies?.[99]).toBe('c99=1');
    await fetcher.fetch(`${server.origin}/ok`);
    expect(server.requests.at(-1)?.headers.has('cookie')).toBe(false);
  });

  test('binary data under text/html is returned unchanged', async () => {
    const result = await fetcher.fetch(`${server.origin}/binary-as-html`);
    expect(result.kind === 'response' && result.body).toEqual(Buffer.from(Array.from({ length: 256 }, (_, i) => i)));
  });

  test('header names of Object.prototype are plain headers', async () => {
    const result = await fetcher.fetch(`${server.origin}/header-from-prototype`);
    expect(result.kind === 'response' && Object.entries(result.headers)).toContainEqual(['constructor', 'b']);
    expect(result.kind === 'response' && Object.hasOwn(result.headers, '__proto__')).toBe(true);
  });

  test.each([
    ['/location-with-bytes', '/caf\xc3\xa9'],
    ['/location-empty', ''],
    ['/location-to-itself', '/location-to-itself'],
    ['/location-to-file', 'file:///etc/passwd'],
    ['/location-to-script', 'javascript:alert(1)'],
    ['/location-to-metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['/location-to-loopback', 'http://127.0.0.1:22/'],
  ])('%s is one hop, its location as sent', async (path, location) => {
    const before = server.requests.length;
    const result = await fetcher.fetch(`${server.origin}${path}`);
    expect(result).toMatchObject({ kind: 'response', headers: { location } });
    expect(server.requests.length - before).toBe(1);
  });
});

describe('an unwanted body', () => {
  test.each(['/endless-body', '/one-byte-chunks', '/body-drip', '/chunked-cut', '/reset-in-body', '/gzip-broken'])(
    '%s does not matter',
    async (path) => {
      const result = await fetcher.fetch(`${server.origin}${path}`, { wantBody: () => false });
      expect(result).toMatchObject({ kind: 'response', status: 200, body: null, truncated: false });
    },
  );
});
