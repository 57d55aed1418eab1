import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFrontier } from '../../db/index.ts';
import { links, site, type Web } from '../crawler/web.ts';
import { startServer, type TestServer } from '../db/postgres/server.ts';
import { copyOf, type Running, run, start } from './project.ts';

const PAGES = 40;
const WORKERS = ['one', 'two', 'three'];

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

/** Pages that link to each other in two spellings. `onPage` is called before each answer. */
function pages(onPage: (target: string) => Promise<void> | void = () => {}): Promise<Web> {
  return site((target) => async (_, response) => {
    const page = /^\/(?:(\d+)(?:\?.*)?)?$/.exec(target);
    if (page === null) return void response.writeHead(404).end();
    await onPage(target);
    const next = [1, 2, 3, 4].map((n) => `/${(Number(page[1] ?? 0) * 4 + n) % PAGES}`);
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(links(...next.flatMap((path) => [path, `${path}?utm_source=x`])));
  });
}

async function pagesIn(crawl: string): Promise<readonly string[]> {
  const store = await openFrontier(crawl, { readonly: true });
  const entries = await Array.fromAsync(store.entries());
  await store.close();
  return entries.filter(({ state }) => state === 'done').map(({ key }) => new URL(key).pathname);
}

const ALL = ['/', ...Array.from({ length: PAGES }, (_, page) => `/${page}`)].toSorted();

test('three workers share the crawl, announce each page once, and fetch none twice', async () => {
  const CRAWL = `${server.url}?crawl=shared`;
  const { origin, requests } = await pages();
  const { code, stdout, stderr } = await run(copyOf('shared-crawl'), 'start', [`${origin}/`], { CRAWL });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const announced = [...stdout.matchAll(/^(\w+): page (.*)$/gm)].map(([, name, url]) => ({ name, url }));
  expect(announced.map(({ url }) => new URL(url ?? '').pathname).toSorted()).toEqual(ALL);
  const counts = [...stdout.matchAll(/^(\w+): (\d+) pages$/gm)];
  expect(counts.map(([, name = '']) => name).toSorted()).toEqual(WORKERS.toSorted());
  expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(PAGES + 1);
  expect(requests.map((target) => target.replace(/\?.*/, '')).toSorted()).toEqual(ALL);
  expect((await pagesIn(CRAWL)).toSorted()).toEqual(ALL);
});

test('Ctrl-C stops all workers, and the same command goes on', async () => {
  const CRAWL = `${server.url}?crawl=stopped`;
  const folder = copyOf('shared-crawl');
  const stopped = Promise.withResolvers<void>();
  const { origin } = await pages((target) => {
    // The pages two links away wait, so that nothing behind them is known yet.
    if (!/^\/[5-9]/.test(target)) return;
    if (target === '/7') {
      running?.signal('SIGINT');
      running = null;
      stopped.resolve();
    }
    return stopped.promise;
  });
  let running: Running | null = start(folder, 'start', [`${origin}/`], { CRAWL });
  const { code, stdout } = await running.ended;
  expect(code).toBe(130);
  expect(stdout).toMatch(/^\w+: \d+ pages$/m);
  expect((await pagesIn(CRAWL)).length).toBeLessThan(PAGES);
  expect((await run(folder, 'start', [`${origin}/`], { CRAWL })).code).toBe(0);
  expect((await pagesIn(CRAWL)).toSorted()).toEqual(ALL);
});

test('what is missing or wrong is said in one line', async () => {
  const folder = copyOf('shared-crawl');
  expect(await run(folder, 'start', ['https://example.com/'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'name the crawl and the site: CRAWL=postgres://ann@localhost/crawls npm start -- https://example.com/\n',
  });
  const CRAWL = server.url.replace(/\/postgres$/, '/missing');
  const { code, stderr } = await run(folder, 'start', ['https://example.com/'], { CRAWL });
  expect(code).toBe(2);
  expect(stderr.trim().split('\n')).toHaveLength(WORKERS.length);
  expect(stderr).toMatch(/^one: .*missing.* has no such database .*: create it/m);
});
