import { describe, expect, test } from 'vitest';
import { Discovery } from '../../crawler/discovery.ts';
import type { Reading } from '../../crawler/document-reader.ts';
import type { FetchResponse, FetchResult } from '../../crawler/fetch/fetch-result.ts';
import { judge } from '../../crawler/judge.ts';
import { type Judgement } from '../../crawler/judgement.ts';
import { Scope, type ScopeKind } from '../../crawler/scope/scope.ts';
import { type Lease, MemoryFrontier } from '../../db/index.ts';
import { compile } from '../../src/index.ts';
import { found, request } from '../db/helpers.ts';
import { plainReader } from './plain-reader.ts';

const NOW = 1_800_000_000_000;
const PAGE = 'http://h/a';
const EARLIER = { status: 200, etag: null, lastModified: null, digest: null };

interface Circumstances {
  readonly lease?: Partial<Lease>;
  /** What the program's handler did with the page. Default: there is none. */
  readonly reading?: Reading;
  readonly retries?: number;
  readonly scope?: ScopeKind;
}

/** The judgement of a result for `http://h/a`, with retries after 500, 1000, 2000… milliseconds. */
async function judged(result: FetchResult, circumstances: Circumstances = {}): Promise<Judgement> {
  const judgement = await judgedOrNot(result, circumstances);
  if (judgement === null) throw new Error('the page was given back');
  return judgement;
}

async function judgedOrNot(
  result: FetchResult,
  { lease = {}, reading, retries = 2, scope: kind = 'host' }: Circumstances,
): Promise<Judgement | null> {
  const frontier = new MemoryFrontier();
  await frontier.add([found(PAGE, { key: PAGE })]);
  const [taken] = await frontier.lease(request());
  if (taken === undefined) throw new Error('nothing to lease');
  const scope = new Scope([PAGE], {
    kind,
    include: [],
    exclude: [],
    maxDepth: null,
    traps: { maxSimilar: 20, maxEndless: 20 },
  });
  const discovery = new Discovery(compile(), scope);
  const reader = plainReader(frontier, discovery);
  if (reading !== undefined) reader.read = async () => reading;
  return judge({ ...taken, ...lease }, PAGE, result, NOW, { discovery, reader, retries });
}

function answer(status: number, headers: FetchResponse['headers'] = {}): FetchResponse {
  return { kind: 'response', status, headers, body: null, truncated: false, elapsed: 1 };
}

function failure(retryable: boolean): FetchResult {
  return { kind: 'failure', code: 'timeout', message: 'too slow', retryable };
}

/** Milliseconds before the next retry; null if there is none. */
function waitOf({ outcome }: Judgement): number | null {
  return outcome.kind === 'retry' ? outcome.notBefore - NOW : null;
}

describe('a page whose handler ended it', () => {
  const thrown = {
    kind: 'failed',
    reason: 'handler-error',
    message: 'it threw',
    error: new Error('no price'),
  } as const;

  test('and gave it back has no outcome', async () => {
    expect(await judgedOrNot(answer(200), { reading: { kind: 'given-back' } })).toBeNull();
  });

  test('is retried with what the handler threw', async () => {
    const judgement = await judged(answer(200), { reading: { ...thrown, isFinal: false } });
    expect(judgement).toMatchObject({ message: 'it threw', error: thrown.error });
    expect(waitOf(judgement)).toBe(500);
  });

  test('fails at once if that is final', async () => {
    const { outcome } = await judged(answer(200), { reading: { ...thrown, isFinal: true } });
    expect(outcome).toEqual({ kind: 'failed', reason: 'handler-error', status: 200 });
  });
});

describe('a failure', () => {
  test('that may be temporary is retried as often as configured, after twice as long each time', async () => {
    const waits = [0, 1, 2, 3].map(async (attempts) => waitOf(await judged(failure(true), { lease: { attempts } })));
    expect(await Promise.all(waits)).toEqual([500, 1000, null, null]);
  });

  test('has its reason, during retries and in the end', async () => {
    const retry = { kind: 'retry', reason: 'timeout', status: null, notBefore: NOW + 500 };
    expect(await judged(failure(true))).toEqual({ outcome: retry, found: [], pause: 0, duplicates: 0, leadsOn: false });
    const failed = { kind: 'failed', reason: 'timeout', status: null };
    expect(await judged(failure(false))).toEqual({
      outcome: failed,
      found: [],
      pause: 0,
      duplicates: 0,
      leadsOn: false,
    });
  });
});

describe('a status', () => {
  test.each([200, 204, 299, 399])('%i is read', async (status) => {
    expect((await judged(answer(status))).outcome).toMatchObject({ kind: 'page', status });
  });

  test('304 for a page asked for under a condition means that it has not changed; no other status does', async () => {
    const lease = { earlier: { ...EARLIER, etag: '"e"' } };
    expect(await judged(answer(304), { lease })).toEqual({
      outcome: { kind: 'unchanged' },
      found: [],
      pause: 0,
      duplicates: 0,
      leadsOn: false,
    });
    expect((await judged(answer(200), { lease })).outcome).toMatchObject({ kind: 'page' });
  });

  test.each([null, EARLIER])('304 without such a condition is a failure (known before: %j)', async (earlier) => {
    const { outcome } = await judged(answer(304), { lease: { earlier } });
    expect(outcome).toEqual({ kind: 'failed', reason: 'http-304', status: 304 });
  });
});

describe('an overloaded site (RFC 6585 4, RFC 9110 15.6.4)', () => {
  test.each([429, 503])('%i: a page has eight retries, or more if more are configured', async (status) => {
    const isTried = async (attempts: number, retries: number): Promise<boolean> =>
      (await judged(answer(status), { lease: { attempts }, retries })).outcome.kind === 'retry';
    expect([await isTried(7, 1), await isTried(8, 1)]).toEqual([true, false]);
    expect([await isTried(9, 10), await isTried(10, 10)]).toEqual([true, false]);
  });

  test.each([502, 504, 521, 524])('%i: behind a gateway, a page has six retries', async (status) => {
    const isTried = async (attempts: number): Promise<boolean> =>
      (await judged(answer(status), { lease: { attempts } })).outcome.kind === 'retry';
    expect([await isTried(5), await isTried(6)]).toEqual([true, false]);
  });

  test.each([502, 503])('%i: a page is not retried if retries are off', async (status) => {
    expect((await judged(answer(status), { retries: 0 })).outcome).toMatchObject({ kind: 'failed' });
  });

  test.each([
    [503, 1000, 4000],
    [429, 50_000, 60_000],
    [503, 0, 500],
    [500, 1000, 500],
  ])(
    '%i with a delay of %i ms: a page is retried after %i ms, when another one had its turn',
    async (status, delay, wait) => {
      expect(waitOf(await judged(answer(status), { lease: { delay } }))).toBe(wait);
    },
  );

  test('a page with another error has as many retries as configured', async () => {
    expect((await judged(answer(500), { lease: { attempts: 2 } })).outcome).toMatchObject({ kind: 'failed' });
  });
});

describe('RFC 9110 10.2.3: Retry-After', () => {
  test('applies only to the page if the site is not overloaded', async () => {
    const judgement = await judged(answer(500, { 'retry-after': '7' }));
    expect([judgement.pause, waitOf(judgement)]).toEqual([0, 7000]);
  });

  test('is respected after the last retry', async () => {
    const last = await judged(answer(503, { 'retry-after': '7' }), { lease: { attempts: 8 } });
    expect(last).toEqual({
      outcome: { kind: 'failed', reason: 'http-503', status: 503 },
      found: [],
      pause: 7000,
      duplicates: 0,
      leadsOn: false,
    });
  });
});

describe('a redirect', () => {
  const to = (location: string) => answer(301, { location });

  test('resolves the location against the URL as sent', async () => {
    const { outcome } = await judged(to('b?x#y'), { lease: { depth: 3, hops: 2, role: 'sitemap' } });
    expect(outcome).toMatchObject({
      kind: 'redirect',
      status: 301,
      to: { url: 'http://h/b?x#y', depth: 3, hops: 3, source: 'redirect', role: 'sitemap', skip: null },
    });
  });

  test('keeps bytes above ASCII in the location', async () => {
    expect((await judged(to('/\u00e9'))).outcome).toMatchObject({ to: { url: 'http://h/%E9' } });
  });

  test('without a location is a page', async () => {
    expect((await judged(answer(301))).outcome).toMatchObject({ kind: 'page', status: 301 });
  });

  test('depends on its status: a location with another status is ignored', async () => {
    expect((await judged(answer(404, { location: '/b' }))).outcome).toMatchObject({ kind: 'failed' });
    expect((await judged(answer(201, { location: '/b' }))).outcome).toMatchObject({ kind: 'page' });
  });

  test('leads on if its target is a new URL of the same site', async () => {
    const leadsOn = [to('/new'), to('http://other/'), to('mailto:a@b'), answer(404)];
    const judgements = await Promise.all(leadsOn.map((result) => judged(result, { scope: 'any' })));
    expect(judgements.map((judgement) => judgement.leadsOn)).toEqual([true, false, false, false]);
  });

  test('to an invalid URL leads to a skipped one', async () => {
    expect((await judged(to('http://['))).outcome).toMatchObject({
      kind: 'redirect',
      to: { skip: 'host-invalid-ipv6' },
    });
  });

  test('to the page itself is a loop; to another spelling of it, fetches that spelling', async () => {
    for (const same of [PAGE, `${PAGE}#top`, 'HTTP://H/a']) {
      expect((await judged(to(same))).outcome).toEqual({ kind: 'failed', reason: 'redirect-loop', status: 301 });
    }
    expect((await judged(to('/a?utm_source=x'))).outcome).toMatchObject({ kind: 'redirect', to: { key: PAGE } });
  });

  test('out of the scope is still a redirect', async () => {
    expect((await judged(to('http://other/'))).outcome).toMatchObject({ kind: 'redirect', to: { skip: 'scope' } });
  });
});
