/** Tests sessions of one frontier whose clocks differ widely. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Frontier, openSqliteFrontier } from '../../db/index.ts';
import { request } from '../db/helpers.ts';
import { type Crawled, type CrawlTestOptions, crawl } from './crawling.ts';
import { links, respond, site, type Web } from './web.ts';

const DAY = 24 * 3_600_000;

const directory = mkdtempSync(join(tmpdir(), 'dustpan-clock-'));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;
let path = '';
beforeEach(() => {
  path = join(directory, `${files++}.db`);
});

async function inFrontier<T>(work: (frontier: Frontier) => Promise<T>): Promise<T> {
  const frontier = await openSqliteFrontier(path);
  try {
    return await work(frontier);
  } finally {
    await frontier.close();
  }
}

/** A session that is stopped when it would wait for long. */
function session(seeds: readonly string[], options: CrawlTestOptions = {}): Promise<Crawled> {
  return inFrontier((frontier) =>
    crawl(seeds, { robots: true, signal: AbortSignal.timeout(120_000), ...options }, frontier),
  );
}

/** The file as if the clock had been that far ahead when it was written. */
function shift(web: Web, by: number): void {
  const db = new Database(path);
  db.prepare('UPDATE entry SET not_before = not_before + @by, fetched_at = fetched_at + @by').run({
    by,
  });
  db.prepare('UPDATE site SET next_at = next_at + ? WHERE next_at > 0').run(by);
  db.prepare(`UPDATE meta SET value = json_set(value, '$.at', (value ->> '$.at') + ?) WHERE name = ?`).run(
    by,
    `robots ${web.origin}`,
  );
  db.close();
}

function times(frontier: Frontier): Promise<(number | null)[]> {
  return Array.fromAsync(frontier.entries(), ({ fetchedAt }) => fetchedAt);
}

describe.each([
  ['a day ahead', DAY],
  ['a day behind', -DAY],
  ['years ahead', 3650 * DAY],
])('written by a clock that was %s', (_, by) => {
  test('a crawl that waited, and was killed, goes on at once and fetches each page once', async () => {
    let isBusy = true;
    const web = await site({
      '/robots.txt': 'User-agent: *\nDisallow: /private',
      '/': links('/busy', '/a', '/b', '/private'),
      '/busy': (_request, response) => {
        response.writeHead(isBusy ? 503 : 200, { 'retry-after': '200', 'content-type': 'text/html' }).end(links('/c'));
        isBusy = false;
      },
      '/a': 'a',
      '/b': 'b',
      '/c': 'c',
    });
    const stop = new AbortController();
    await session([`${web.origin}/`], {
      concurrency: 1,
      signal: stop.signal,
      onProgress: ({ retried }) => retried > 0 && stop.abort(),
    });
    shift(web, by);
    const now = Date.now() + by + 210_000;
    const held = await inFrontier((frontier) => frontier.lease(request({ run: 'killed', limit: 1, now })));
    expect(held).toHaveLength(1);
    const { entries } = await session([]);
    expect(entries.map(({ state }) => state).toSorted()).toEqual([...Array(5).fill('done'), 'skipped']);
    const pages = web.requests.filter((target) => target !== '/robots.txt');
    expect(pages.toSorted()).toEqual(['/', '/a', '/b', '/busy', '/busy', '/c']);
  });

  test('its robots.txt is asked for anew', async () => {
    let rules = 'User-agent: *\nDisallow: /';
    const web = await site({ '/robots.txt': (_request, response) => response.end(rules), '/': 'page' });
    await session([`${web.origin}/`]);
    shift(web, by);
    rules = '';
    const { entries } = await session([], { recrawl: 0 });
    expect(entries).toMatchObject([{ state: 'done' }]);
  });
});

describe('pages from a clock that was ahead', () => {
  test('are from now: no more than --recrawl asks for is fetched again, and all of it in time', async () => {
    const web = await site({ '/': links('/a'), '/a': 'a' });
    await session([`${web.origin}/`]);
    shift(web, DAY);
    const before = Date.now();
    await session([], { recrawl: 3_600_000 });
    expect(web.requests).toHaveLength(2);
    for (const at of await inFrontier(times)) {
      expect(at).toBeGreaterThan(before - 3_600_000);
      expect(at).toBeLessThan(before + 3_600_000);
    }
    shift(web, DAY);
    await session([], { recrawl: 0 });
    expect(web.requests).toHaveLength(4);
  });

  test('a delay of hours is kept to: it is no fault of the clock', async () => {
    const web = await site({ '/': links('/a'), '/a': 'a' });
    const slowly = { robots: false, maxPages: 1, delay: 7_200_000 };
    await session([`${web.origin}/`], slowly);
    const { nextAt } = await inFrontier((frontier) => frontier.stats());
    await session([], { ...slowly, signal: AbortSignal.timeout(100) });
    expect((await inFrontier((frontier) => frontier.stats())).nextAt).toBe(nextAt);
    expect(web.requests).toEqual(['/']);
  });
});

test('a robots.txt that is unreachable since tomorrow is so since now', async () => {
  const web = await site({ '/robots.txt': respond(503), '/': 'page' });
  const name = `robots ${web.origin}`;
  const kept = (frontier: Frontier): Promise<string | null> => frontier.getMeta(name);
  const tomorrow = JSON.stringify({ at: 0, body: null, unreachableSince: Date.now() + DAY });
  await inFrontier((frontier) => frontier.setMeta(name, tomorrow));
  await session([`${web.origin}/`], { retries: 0 });
  const copy: unknown = JSON.parse((await inFrontier(kept)) ?? '');
  expect(Object(copy).unreachableSince).toBeLessThan(Date.now() + 1000);
});
