import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { type Answer, links, redirect, site, type Web } from '../crawler/web.ts';
import { dustpan, type Started, start, temporaryFolder } from './dustpan.ts';

const PAGES = 400;

/** A page of many links, each to a page with links to others. */
function manyPages(target: string): Answer | undefined {
  if (target === '/old') return redirect(301, '/p1');
  const number = target === '/' ? 0 : Number(/^\/p(\d+)$/.exec(target)?.[1] ?? Number.NaN);
  if (Number.isNaN(number) || number >= PAGES) return undefined;
  const next = Array.from({ length: 60 }, (_, n) => 60 * number + n + 1).filter((page) => page < PAGES);
  return links(...next.flatMap((page) => [`/p${page}`, `/p${page}#top`]), '/old', '/');
}

interface SharedSite extends Web {
  /** Requests of each crawler, by the name that it was given. */
  readonly by: (name: string) => number;
}

/** Serves the pages; after the first page, not before all of the crawlers named have asked for one. */
async function sharedSite(
  names: readonly string[],
  onRequest: (count: number) => void = () => {},
): Promise<SharedSite> {
  const requests = new Map<string, number>();
  const waiting: (() => void)[] = [];
  const web = await site((target) => {
    const answer = manyPages(target);
    return (request, response) => {
      const name = request.headers['user-agent'] ?? '';
      requests.set(name, (requests.get(name) ?? 0) + 1);
      onRequest(web.requests.length);
      waiting.push(() => answerWith(answer, request, response));
      if (target === '/' || names.every((one) => requests.has(one))) for (const go of waiting.splice(0)) go();
    };
  });
  return { ...web, by: (name) => requests.get(name) ?? 0 };
}

function answerWith(answer: Answer | undefined, request: IncomingMessage, response: ServerResponse): void {
  if (typeof answer === 'function') answer(request, response);
  else response.writeHead(200, HTML).end(answer);
}

const HTML = { 'content-type': 'text/html' };

function crawl(web: Web, database: string, name: string, ...args: readonly string[]): Started {
  return start(order(web, database, name, ...args));
}

function order(web: Web, database: string, name: string, ...args: readonly string[]): string[] {
  const plain = ['--no-robots', '--json', '--concurrency', '8', '--user-agent', name];
  return ['crawl', `${web.origin}/`, '--db', database, ...plain, ...args];
}

/** Sets the wall clock of a process ahead by an hour, when it is preloaded. */
const AN_HOUR_AHEAD = `
  const [hour, now, { timeOrigin }] = [3_600_000, Date.now, performance];
  const ahead = () => now() + hour;
  globalThis.Date = class extends Date {
    static now = ahead;
    constructor(...given) {
      super(...(given.length === 0 ? [ahead()] : given));
    }
  };
  Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin + hour });
`;

/**
 * Freezes a process while it does not write, since it would keep the file locked, and leaves the file as if it had not heard of
 * it for half a minute.
 */
function freeze({ process: frozen }: Started, database: string): void {
  const db = new Database(database);
  db.exec('BEGIN IMMEDIATE');
  frozen.kill('SIGSTOP');
  db.prepare('UPDATE writer SET seen = seen - 31000 WHERE pid = ?').run(frozen.pid);
  db.exec('COMMIT');
  db.close();
}

/** Resolves once so many programs have the file open for writing. */
async function writers(database: string, count: number): Promise<void> {
  const db = new Database(database, { readonly: true });
  try {
    const open = db.prepare<[], number>('SELECT count(*) FROM writer').pluck();
    while ((open.get() ?? 0) < count) await new Promise(setImmediate);
  } finally {
    db.close();
  }
}

/** Its summary; throws as soon as it ends otherwise, so that what others wait for does not hide it. */
async function summaryOf({ ended }: Started): Promise<unknown> {
  const { code, stdout, stderr } = await ended;
  if (code !== 0) throw new Error(`ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

function temporaryDatabase(): string {
  return join(temporaryFolder(), 'shared.dustpan');
}

describe('several processes on one file', () => {
  test('fetch every page once, together, and each tells of the whole crawl', async () => {
    const web = await sharedSite(['one', 'two', 'three']);
    const database = temporaryDatabase();
    const crawlers = ['one', 'two', 'three'].map((name) => crawl(web, database, name, '--join'));
    const summaries = await Promise.all(crawlers.map(summaryOf));
    expect(web.requests.toSorted()).toEqual([...new Set(web.requests)].toSorted());
    expect(web.requests).toHaveLength(PAGES + 1);
    for (const name of ['one', 'two', 'three']) expect(web.by(name)).toBeGreaterThan(0);
    for (const summary of summaries) expect(summary).toMatchObject({ pages: PAGES, states: { leased: 0 } });
  });

  test('one that is killed loses nothing: the others fetch what it had', async () => {
    const database = temporaryDatabase();
    const web = await sharedSite(['one', 'two', 'victim'], (count) => {
      if (count === 150) victim.process.kill('SIGKILL');
    });
    const one = crawl(web, database, 'one', '--join');
    const two = crawl(web, database, 'two', '--join');
    const victim = crawl(web, database, 'victim', '--join');
    const [killed, ...summaries] = await Promise.all([victim.ended, summaryOf(one), summaryOf(two)]);
    expect(killed).toMatchObject({ code: null, stderr: '' });
    for (const summary of summaries) {
      expect(summary).toMatchObject({ pages: PAGES, states: { queued: 0, leased: 0, done: PAGES + 1 } });
    }
    expect(new Set(web.requests).size).toBe(PAGES + 1);
    expect(web.requests.length).toBeLessThanOrEqual(PAGES + 1 + 16);
  });

  test('one that freezes holds up nobody, and takes part again when it goes on', async () => {
    const database = temporaryDatabase();
    let isFrozen = true;
    const held: (() => void)[] = [];
    const by = new Map<string, number>();
    const web = await site((target) => (request, response) => {
      const name = request.headers['user-agent'] ?? '';
      by.set(name, (by.get(name) ?? 0) + 1);
      const answer = (): void => answerWith(manyPages(target), request, response);
      if (isFrozen && name === 'victim' && target !== '/') held.push(answer);
      else answer();
    });
    const victim = crawl(web, database, 'victim', '--join');
    while (held.length < 8) await new Promise(setImmediate);
    freeze(victim, database);
    const other = await summaryOf(crawl(web, database, 'other', '--join'));
    expect(other).toMatchObject({ pages: PAGES, states: { queued: 0, leased: 0, done: PAGES + 1 } });
    isFrozen = false;
    for (const answer of held) answer();
    victim.process.kill('SIGCONT');
    expect(await summaryOf(victim)).toMatchObject({ pages: PAGES, states: { queued: 0, leased: 0 } });
    expect(by.get('other')).toBe(PAGES);
    // It goes on with the leases that it does not know it lost, two for each fetch at a time.
    expect(by.get('victim')).toBeLessThanOrEqual(1 + 2 * held.length);
  });

  test('one whose clock is an hour ahead fetches no page that another one fetches', async () => {
    const database = temporaryDatabase();
    const preload = join(temporaryFolder(), 'ahead.mjs');
    writeFileSync(preload, AN_HOUR_AHEAD);
    const web = await sharedSite(['one', 'ahead']);
    const one = crawl(web, database, 'one', '--join');
    while (web.requests.length === 0) await new Promise(setImmediate);
    const ahead = start(order(web, database, 'ahead', '--join'), '', undefined, {
      NODE_OPTIONS: `--import ${preload}`,
    });
    const summaries = await Promise.all([one, ahead].map(summaryOf));
    expect(web.requests.toSorted()).toEqual([...new Set(web.requests)].toSorted());
    expect(web.by('ahead')).toBeGreaterThan(0);
    for (const summary of summaries) expect(summary).toMatchObject({ pages: PAGES, states: { leased: 0 } });
    const db = new Database(database, { readonly: true });
    expect(db.prepare('SELECT max(fetched_at) FROM entry').pluck().get()).toBeLessThan(Date.now() + 60_000);
    db.close();
  });

  test('one that finds nothing to do waits for what another one may find', async () => {
    const database = temporaryDatabase();
    let answer = (): void => {};
    const web = await site((target) =>
      target === '/'
        ? (_, response) => void (answer = () => response.writeHead(200, HTML).end(links('/a', '/b')))
        : 'page',
    );
    const first = crawl(web, database, 'first');
    while (web.requests.length === 0) await new Promise(setImmediate);
    const second = crawl(web, database, 'second', '--join');
    await writers(database, 2);
    answer();
    const summaries = await Promise.all([first, second].map(summaryOf));
    expect(web.requests.toSorted()).toEqual(['/', '/a', '/b']);
    for (const summary of summaries) expect(summary).toMatchObject({ pages: 3 });
  });

  test('must have the options that belong to the data in common', async () => {
    const database = temporaryDatabase();
    const web = await site(() => () => {});
    const first = crawl(web, database, 'first');
    while (web.requests.length === 0) await new Promise(setImmediate);
    const other = [
      [['--depth', '3'], /with other limits .*use the same limits/],
      [
        ['--delay', '0'],
        /runs this crawl without --delay and without --per-host: leave these options out, give the same, or wait until the others end/,
      ],
      [['--per-host', '4'], /runs this crawl without --delay and without --per-host/],
      [['--profile', 'usual'], /made with other options .*use the same options/],
      [['--fresh'], /--join.*cannot be used with.*--fresh/],
      [['--recrawl'], /cannot be used with/],
    ] as const;
    for (const [args, message] of other) {
      const { code, stderr } = await crawl(web, database, 'second', '--join', ...args).ended;
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    }
    const alone = await crawl(web, database, 'second', '--fresh').ended;
    expect(alone.code).toBe(2);
    expect(alone.stderr).toMatch(new RegExp(`in use by process ${first.process.pid} since 2\\d{3}-.*--join`));
    first.process.kill('SIGKILL');
    await first.ended;
    expect((await dustpan(['urls', database])).stdout).toContain(`${web.origin}/`);
  });

  test('--join where nobody crawls just crawls', async () => {
    const web = await site({ '/': 'page' });
    const { code, stdout } = await crawl(web, temporaryDatabase(), 'one', '--join').ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ pages: 1 });
  });
});
