/**
 * Tests how long servers make a crawl wait, and how it reports that.
 * Covers: crawler/politeness/waiting-sites.ts
 */

import { execFileSync } from 'node:child_process';
import { describe, expect, test, vi } from 'vitest';
import { Discovery } from '../../../crawler/discovery.ts';
import type { FetchResponse } from '../../../crawler/fetch/fetch-result.ts';
import { judge } from '../../../crawler/judge.ts';
import { type Judgement } from '../../../crawler/judgement.ts';
import type { CrawlWait } from '../../../crawler/politeness/waits.ts';
import { lastLook } from '../../../crawler/recrawl/look.ts';
import { RobotsPolicy } from '../../../crawler/robots/policy.ts';
import { Scope } from '../../../crawler/scope/scope.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import { CrawlView } from '../../../src/cli/render/crawl-view.ts';
import { compile } from '../../../src/index.ts';
import { found, request } from '../../db/helpers.ts';
import { crawl } from '../crawling.ts';
import { plainReader } from '../plain-reader.ts';
import { links, respond, site, type Web } from '../web.ts';

/** A whole second, in milliseconds since the epoch. */
const NOW = 1_800_000_000_000;
const PAGE = 'http://a.example/';
const DAY = 24 * 3_600_000;

function answer(status: number, headers: FetchResponse['headers'] = {}): FetchResponse {
  return { kind: 'response', status, headers, body: null, truncated: false, elapsed: 1 };
}

async function judged(response: FetchResponse, retries = 2): Promise<Judgement> {
  const frontier = new MemoryFrontier();
  await frontier.add([found(PAGE)]);
  const [lease] = await frontier.lease(request());
  if (lease === undefined) throw new Error('nothing to lease');
  const scope = new Scope([PAGE], { kind: 'host', include: [], exclude: [], maxDepth: null, traps: null });
  const discovery = new Discovery(compile(), scope);
  const reader = plainReader(frontier, discovery);
  const judgement = await judge(lease, PAGE, response, NOW, { discovery, reader, retries });
  if (judgement === null) throw new Error('the page was given back');
  return judgement;
}

describe('Retry-After', () => {
  test.each([
    ['seconds', '7', 7000],
    ['seconds with space', ' 120 ', 120_000],
    ['seconds with a fraction', '2.5', 2500],
    ['as long as a crawl waits', '300', 300_000],
    ['a date', new Date(NOW + 90_000).toUTCString(), 90_000],
    ['a date with an offset', new Date(NOW + 90_000).toUTCString().replace('GMT', '+0000'), 90_000],
  ])('%s: the page and its site wait for that long', async (_, value, wait) => {
    for (const status of [429, 503]) {
      const { outcome, pause } = await judged(answer(status, { 'retry-after': value }));
      expect(outcome).toEqual({ kind: 'retry', reason: `http-${status}`, status, notBefore: NOW + wait });
      expect(pause).toBe(wait);
    }
  });

  test('RFC 9110 5.6.7: a date without a time zone is of GMT, also in New York', () => {
    const [, day, month, year, time] = new Date(NOW + 90_000).toUTCString().split(' ');
    const response = { headers: { 'retry-after': `Fri ${month} ${day} ${time} ${year}` } };
    const path = new URL('../../../crawler/politeness/retry-after.ts', import.meta.url).href;
    const script = `import { retryAfter } from '${path}'; console.log(retryAfter(${JSON.stringify(response)}, ${NOW}))`;
    const env = { ...process.env, TZ: 'America/New_York' };
    // A thread cannot change the time zone of its process.
    const shown = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' });
    expect(shown).toBe('90000\n');
  });

  test.each(['-5', '0', 'soon', 'back in 2030', '1 Feb 2027', 'Mon, 01 Jan 2001 00:00:00 GMT'])(
    '%s: the page waits as without it',
    async (value) => {
      const { outcome, pause } = await judged(answer(503, { 'retry-after': value }));
      expect(outcome).toMatchObject({ kind: 'retry', notBefore: NOW + 500 });
      expect(pause).toBe(0);
    },
  );

  test.each([
    ['301', 301_000],
    [new Date(NOW + 3_600_000).toUTCString(), 3_600_000],
    ['1000000000', DAY],
    ['9'.repeat(400), DAY],
  ])('%s: a site that is overloaded waits for that long, but not for more than a day', async (value, wait) => {
    for (const status of [429, 503]) {
      const { outcome, pause } = await judged(answer(status, { 'retry-after': value }));
      expect(outcome).toEqual({ kind: 'retry', reason: `http-${status}`, status, notBefore: NOW + wait });
      expect(pause).toBe(wait);
    }
    const { outcome, pause } = await judged(answer(500, { 'retry-after': value }));
    expect(outcome).toEqual({ kind: 'failed', reason: 'wait-too-long', status: 500 });
    expect(pause).toBe(0);
  });

  test('of a page that a retry cannot help is ignored', async () => {
    const { outcome } = await judged(answer(404, { 'retry-after': '1000000000' }));
    expect(outcome).toEqual({ kind: 'failed', reason: 'http-404', status: 404 });
  });
});

test.each([408, 429, 500, 502, 503, 504])('%i is retried', async (status) => {
  expect((await judged(answer(status))).outcome).toMatchObject({ kind: 'retry', notBefore: NOW + 500 });
});

test.each([400, 401, 403, 404, 410, 451, 501, 505, 511])('%i is not retried', async (status) => {
  expect((await judged(answer(status))).outcome).toEqual({ kind: 'failed', reason: `http-${status}`, status });
});

describe('a site that asks for an hour', () => {
  /** A site whose page `/busy` answers so; the crawl takes one page after the other. */
  async function busySite(): Promise<{ readonly web: Web; readonly end: () => void }> {
    let isBusy = true;
    const web = await site({
      '/': links('/busy', '/a'),
      '/busy': (_, response) => response.writeHead(isBusy ? 429 : 200, { 'retry-after': '3600' }).end(),
      '/a': 'page',
    });
    return { web, end: () => (isBusy = false) };
  }
  const alone = { concurrency: 1, retries: 2 } as const;

  test('is not asked again: the crawl ends, also when it is resumed, and goes on after that time', async () => {
    const { web, end } = await busySite();
    const frontier = new MemoryFrontier();
    const asked = Date.now();
    for (const seeds of [[`${web.origin}/`], []]) {
      const { report, failures } = await crawl(seeds, alone, frontier);
      expect(report.waiting).toMatchObject([{ site: web.origin.slice(7), queued: 2 }]);
      expect(report.waiting[0]?.until).toBeGreaterThanOrEqual(asked + 3_600_000);
      expect(failures).toEqual([]);
      expect(await lastLook(frontier)).toMatchObject({ finishedAt: null });
    }
    expect(web.requests).toEqual(['/', '/busy']);
    end();
    vi.spyOn(frontier, 'now').mockImplementation(() => Date.now() + 3_700_000);
    const { report, entries } = await crawl([], alone, frontier);
    expect(report.waiting).toEqual([]);
    expect(entries.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  });

  test('does not hold up other sites', async () => {
    const { web } = await busySite();
    const other = await site({ '/': links('/b', '/c'), '/b': 'page', '/c': 'page' });
    await crawl([`${web.origin}/`, `${other.origin}/`], alone);
    expect(web.requests).toEqual(['/', '/busy']);
    expect(other.requests.toSorted()).toEqual(['/', '/b', '/c']);
  });

  test('ends a crawl by levels, which can fetch nothing below it', async () => {
    const { web } = await busySite();
    const other = await site({ '/': links('/b'), '/b': links('/c'), '/c': links('/d'), '/d': 'page' });
    const { report } = await crawl([`${web.origin}/`, `${other.origin}/`], { ...alone, scope: { maxDepth: 9 } });
    expect(report.waiting).toMatchObject([{ site: web.origin.slice(7) }]);
    expect(other.requests).toEqual(['/', '/b']);
  });

  test('of a level keeps the levels below back, and a limit of pages does not end the crawl', async () => {
    const slow = await site({ '/': links('/a', '/b', '/c'), '/a': 'page', '/b': 'page', '/c': 'page' });
    const other = await site({ '/': links('/b'), '/b': links('/c'), '/c': links('/d'), '/d': 'page' });
    const options = { delay: 300, maxPages: 100, scope: { maxDepth: 9 } };
    const { entries } = await crawl([`${slow.origin}/`, `${other.origin}/`], options);
    expect(entries.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'done'));
  });

  test('is not probed meanwhile', async () => {
    const { web } = await busySite();
    const probed: string[] = [];
    await crawl([`${web.origin}/`], { ...alone, probe: 'full', onProbe: (url) => probed.push(url) });
    expect(probed).toEqual([]);
  });

  test('is asked again after a restart if the clock was ahead: the time may be wrong', async () => {
    const { web } = await busySite();
    const frontier = new MemoryFrontier();
    const now = vi.spyOn(frontier, 'now').mockImplementation(() => Date.now() + 7_200_000);
    await crawl([`${web.origin}/`], alone, frontier);
    now.mockRestore();
    await crawl([], alone, frontier);
    expect(web.requests.slice(2)).not.toEqual([]);
  });
});

describe('a robots.txt with Retry-After', () => {
  test('is requested again then, and not earlier', async () => {
    const web = await site({ '/robots.txt': respond(503, { 'retry-after': '200' }), '/': 'page' });
    const frontier = new MemoryFrontier();
    const settle = vi.spyOn(frontier, 'settle');
    const stop = new AbortController();
    const waits: CrawlWait[] = [];
    const onWait = (wait: CrawlWait): void => {
      waits.push(wait);
      stop.abort();
    };
    const asked = frontier.now();
    await crawl([`${web.origin}/`], { robots: true, signal: stop.signal, onWait }, frontier);
    const first = settle.mock.calls[0]?.[1][0];
    if (first?.outcome.kind !== 'retry') throw new Error('it is not tried again');
    expect(first.outcome.reason).toBe('robots-unreachable');
    // The answer arrived after it was asked for, and before it was recorded.
    expect(first.outcome.notBefore).toBeGreaterThanOrEqual(asked + 200_000);
    expect(first.outcome.notBefore).toBeLessThanOrEqual(first.at + 200_000);
    // So do all other URLs of the site, also those that other programs lease.
    expect(first.siteUntil).toBe(first.outcome.notBefore);
    expect(waits).toMatchObject([{ site: web.origin.slice(7), why: 'Retry-After of robots.txt' }]);
    expect(web.requests).toEqual(['/robots.txt']);
  });

  test('of years is not waited for: nothing of the site is fetched in that session and the next', async () => {
    const web = await site({ '/robots.txt': respond(429, { 'retry-after': '1000000000' }), '/': links('/a') });
    const frontier = new MemoryFrontier();
    for (const seeds of [[`${web.origin}/`, `${web.origin}/b`], []]) {
      const { report, entries } = await crawl(seeds, { robots: true, concurrency: 1, retries: 2 }, frontier);
      expect(entries.map(({ state }) => state)).toEqual(['queued', 'queued']);
      expect(report.waiting).toMatchObject([{ queued: 2 }]);
    }
    expect(web.requests).toEqual(['/robots.txt']);
  });

  test.each([
    ['3600', 30_000],
    ['86400', 30_000],
    ['7', 7000],
  ])('Crawl-delay: %s keeps its site waiting for %i milliseconds, and says so', async (crawlDelay, wait) => {
    const body = new TextEncoder().encode(`User-agent: *\nCrawl-delay: ${crawlDelay}\n`);
    const stop = new AbortController();
    const waits: CrawlWait[] = [];
    const delays: number[] = [];
    const gate = new RobotsPolicy({
      frontier: new MemoryFrontier(),
      fetcher: { fetch: async () => ({ ...answer(200), body }) },
      productToken: '*',
      onRead: async (news) => void delays.push(news.crawlDelay),
      onWait: (one) => {
        waits.push(one);
        stop.abort();
      },
    });
    await gate.ask(PAGE, 1000, stop.signal);
    expect(delays).toEqual([wait]);
    expect(waits).toMatchObject([{ site: 'a.example', why: 'Crawl-delay' }]);
  });
});

test('a waiting crawl reports which site it waits for, and why', async () => {
  const web = await site({ '/': respond(503, { 'retry-after': '200' }) });
  const stop = new AbortController();
  const waits: CrawlWait[] = [];
  const onWait = (wait: CrawlWait): void => {
    waits.push(wait);
    stop.abort();
  };
  await crawl([`${web.origin}/`], { signal: stop.signal, onWait });
  expect(waits).toMatchObject([{ site: web.origin.slice(7), why: 'Retry-After' }]);
});

describe('the line of a crawl', () => {
  const stats = { states: { queued: 3, leased: 0, done: 1, failed: 0, skipped: 0 } };
  const line = '0 done · 3 queued · 0/s · 0 duplicates avoided · 0 errors';

  test('says what a waiting crawl waits for', () => {
    const view = new CrawlView(NOW);
    view.wait({ site: 'example.com', until: NOW + 46_000, why: 'Retry-After' });
    expect(view.text(stats, NOW + 1000)).toBe(`waiting 45 s for example.com: Retry-After · ${line}`);
    expect(view.text(stats, NOW + 45_500)).toMatch(/^waiting 1 s for/);
  });

  test('does not mention the wait while pages come in, or when it is over', () => {
    const view = new CrawlView(NOW);
    view.wait({ site: 'example.com', until: NOW + 46_000, why: 'Retry-After' });
    expect(view.text(stats, NOW + 999)).toBe(line);
    expect(view.text(stats, NOW + 46_000)).toBe(line);
  });

  test('says that it waits, even if only an earlier run knew why', () => {
    const view = new CrawlView(NOW);
    view.wait({ site: '', until: NOW + 5000, why: '' });
    expect(view.text(stats, NOW + 2000)).toBe(`waiting 3 s · ${line}`);
  });
});

describe('the default delay', () => {
  const nobody = { code: 'ENOTFOUND' };

  async function delayOf(seeds: readonly string[]): Promise<number | undefined> {
    const frontier = new MemoryFrontier();
    const lease = vi.spyOn(frontier, 'lease');
    const fetch = {
      userAgent: 'dustpan-test',
      lookup: (_host: string, _options: object, done: (error: NodeJS.ErrnoException, address: string) => void): void =>
        done(Object.assign(new Error('nobody'), nobody), ''),
    };
    await crawl(seeds, { fetch, retries: 0 }, frontier);
    return lease.mock.calls[0]?.[0].delay;
  }

  test('is a second if any seed is not on this machine', async () => {
    const web = await site({ '/': 'page' });
    expect(await delayOf([`${web.origin}/`])).toBe(0);
    expect(await delayOf(['http://public.example/'])).toBe(1000);
    expect(await delayOf([`${web.origin}/`, 'http://public.example/'])).toBe(1000);
    expect(await delayOf(['http://public.example/', `${web.origin}/`])).toBe(1000);
  });
});
