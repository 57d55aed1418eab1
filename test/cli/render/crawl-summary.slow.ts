import { join } from 'node:path';
import { expect, test } from 'vitest';
import { links, respond, site } from '../../crawler/web.ts';
import { dustpan, temporaryFolder } from '../dustpan.ts';

test('what was cut of a site is said to programs, too', async () => {
  const web = await site((target) =>
    links(...[1, 2, 3].map((n) => `/${Number(/\d+/.exec(target)?.[0] ?? 0) * 3 + n}`)),
  );
  const database = join(temporaryFolder(), 'a.dustpan');
  const { stdout, stderr } = await dustpan(['crawl', web.origin, '--db', database, '--json', '--max-endless', '50']);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toMatchObject({
    cut: [
      { reason: 'endless', sites: [{ site: web.origin.slice(7) }], remedy: expect.stringMatching(/--max-endless/) },
    ],
  });
  expect(web.requests.length).toBeLessThan(80);
});

test('a second crawl says what is unchanged, changed and gone, and what robots.txt forbids', async () => {
  let round = 0;
  const web = await site({
    '/robots.txt': 'User-agent: *\nDisallow: /private\n',
    '/': links('/a', '/b', '/c', '/private/1', '/private/2'),
    '/a': 'always the same',
    '/b': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(`round ${round}`),
    '/c': (_, response) => response.writeHead(round === 0 ? 200 : 410).end(),
  });
  const args = ['crawl', `${web.origin}/`, '--db', join(temporaryFolder(), 'a.dustpan'), '--retries', '0'];
  const first = await dustpan(args);
  expect(first.stdout).toMatch(/ 2 +disallowed in this run +by robots\.txt\n/);
  expect(first.stdout).toMatch(/\nrobots \(2 of 6 URLs\): /);
  expect(first.stdout).not.toContain('fetched again');
  round++;
  const second = await dustpan([...args, '--recrawl']);
  expect(second.stdout).toMatch(/ 4 +fetched again +unchanged 2, changed 1, gone 1\n/);
  const json = await dustpan([...args, '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ pages: 3, sitemaps: 0, failed: { 'http-410': 1 } });
});

test('a start URL that is not an HTML page: scripts would not help', async () => {
  const web = await site({ '/': respond(200, { 'content-type': 'application/pdf' }, '%PDF-1.7') });
  const { stdout } = await dustpan(['crawl', `${web.origin}/`, '--db', join(temporaryFolder(), 'a.dustpan')]);
  expect(stdout).toMatch(/\nthe start URL is not an HTML page, and leads to none; start from an HTML page\n$/);
});

test('a finished crawl says so, and how to check the site again', async () => {
  const web = await site({ '/': links('/a'), '/a': 'a', '/b': 'b' });
  const args = ['crawl', `${web.origin}/`, '--db', join(temporaryFolder(), 'a.dustpan')];
  await dustpan(args);
  const again = await dustpan(args);
  expect(again.code).toBe(0);
  expect(again.stdout).toMatch(
    /^2 pages in .*a\.dustpan; nothing to fetch, the crawl finished just now \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\)\n/,
  );
  const hint = '\n--recrawl checks the site for changes; --fresh deletes the crawl and starts';
  expect(again.stdout).toContain(hint);
  const more = await dustpan([...args, `${web.origin}/b`]);
  expect(more.stdout).toMatch(/^3 pages \(1 URL fetched in /);
  expect(more.stdout).toMatch(
    /\n2 pages come from an earlier run, which ended just now \(.*\)\n--recrawl checks the site for changes/,
  );
  const { stdout } = await dustpan([...args, '--recrawl']);
  expect(stdout).not.toContain('--recrawl');
  expect(web.requests).toHaveLength(6);
});

test('a crawl that --max-pages ended is not called finished', async () => {
  const web = await site({ '/': links('/a', '/b'), '/a': 'a', '/b': 'b' });
  const args = ['crawl', `${web.origin}/`, '--db', join(temporaryFolder(), 'a.dustpan'), '--max-pages', '1'];
  await dustpan(args);
  const { stdout } = await dustpan(args);
  expect(stdout).toMatch(/\n1 page comes from an earlier run, which ended just now \(.*\)\n/);
  expect(stdout).toContain(
    '\n--max-pages 1 is reached, and URLs are still queued; run the same command again to continue\n',
  );
  expect(stdout).not.toContain('finished');
  expect(stdout).not.toContain('--recrawl');
});

test('a crawl whose pages failed for now says how to fetch them again', async () => {
  let isDown = true;
  const web = await site({
    '/': links('/a', '/b'),
    '/a': (_, response) => response.writeHead(isDown ? 500 : 200, { 'content-type': 'text/html' }).end('a'),
    '/b': respond(404, {}, ''),
  });
  const args = ['crawl', `${web.origin}/`, '--db', join(temporaryFolder(), 'a.dustpan'), '--retries', '0'];
  const hint = '\n1 failed URL may answer later; --recrawl fetches failed URLs again, and checks all known pages';
  expect((await dustpan(args)).stdout).toContain(hint);
  expect((await dustpan(args)).stdout).toContain(hint);
  isDown = false;
  const { stdout } = await dustpan([...args, '--recrawl']);
  expect(stdout).toMatch(/^2 pages /);
  expect(stdout).not.toContain('may answer later');
});

test('a crawl that failed as a whole says how to repeat it with other options', async () => {
  const web = await site({ '/': respond(403, {}, '') });
  const args = ['crawl', `${web.origin}/`, '--db', join(temporaryFolder(), 'a.dustpan')];
  expect((await dustpan(args)).stdout).not.toContain('--recrawl fetches');
  const { stdout } = await dustpan(args);
  expect(stdout).toMatch(/^no page in .*a\.dustpan; nothing to fetch, the crawl finished /);
  expect(stdout).toContain('\n--recrawl fetches failed URLs again; --fresh deletes');
});

test('a second crawl that reaches no server does not say that there was nothing to fetch', async () => {
  const args = ['crawl', 'http://127.0.0.1:1/', '--db', join(temporaryFolder(), 'a.dustpan'), '--retries', '0'];
  await dustpan(args);
  const { stdout } = await dustpan([...args, '--recrawl']);
  expect(stdout).toMatch(/^no page could be fetched \(0 URLs fetched in /);
  expect(stdout).toContain('nothing is listening at 127.0.0.1:1');
  expect(stdout).not.toContain('--recrawl');
});
