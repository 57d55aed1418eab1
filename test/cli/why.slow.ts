/** Covers: src/cli/options/crawl-settings.ts, src/cli/render/reasons.ts */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSqliteFrontier } from '../../db/index.ts';
import { links, respond, site } from '../crawler/web.ts';
import { NO_WWW, rekeying } from '../db/claims.ts';
import { entriesOf, found, ONCE, page, request } from '../db/helpers.ts';
import { type Crawled, crawled } from './crawled.ts';
import { dustpan, temporaryFolder } from './dustpan.ts';

describe('why', () => {
  let crawl: Crawled;
  beforeAll(async () => {
    crawl = await crawled('--exclude', '/nothing/**');
  });

  /** What is said of a URL, times and the site's port aside. */
  const why = async (url: string): Promise<{ readonly code: number | null; readonly text: string }> => {
    const { code, stdout, stderr } = await dustpan(['why', crawl.database, url]);
    expect(stderr).toBe('');
    return { code, text: crawl.plain(stdout).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME') };
  };

  test.each([
    [
      'a duplicate: its key, the pass that told, and the page',
      '/a?utm_source=x',
      `http://h/a?utm_source=x
key       http://h/a
            changing  drop-tracking-params  http://h/a
state     done, 200, text/html, at TIME, 1 link from a seed
spelling  a duplicate of http://h/a, by drop-tracking-params
found     by a link on http://h/
          which is a seed
also as   http://h/a      found first
          http://h/a#top  drop-fragment
`,
    ],
    [
      'a redirect: where it leads, step by step',
      '/old',
      `http://h/old
key       http://h/old
state     done, 302, a redirect, at TIME, 1 link from a seed
found     by a link on http://h/
          which is a seed
alias of  http://h/older  by a redirect (302)
          http://h/new    by a redirect (301)
`,
    ],
    [
      'a page with another canonical',
      '/p?id=1&x',
      `http://h/p?id=1&x
key       http://h/p?id=1&x
state     done, 200, text/html, at TIME, 1 link from a seed
found     by a link on http://h/
          which is a seed
alias of  http://h/a  by rel=canonical
`,
    ],
    [
      'a page that is too deep: the way to it, and the limit',
      '/deepest#x',
      `http://h/deepest#x
key       http://h/deepest
            changing  drop-fragment  http://h/deepest
state     skipped: recorded, not fetched, 3 links from a seed
why       depth: it is more links away from the seeds than --depth allows; raise --depth
          options of the crawl: --scope host --exclude /nothing/** --depth 2, seeds: http://h/
spelling  not found in this spelling; the entry's URL is http://h/deepest
found     by a link on http://h/deeper
          which was found by a link on http://h/deep
          which was found by a link on http://h/
          which is a seed
also as   http://h/deepest  found first
`,
    ],
    [
      'a URL that robots.txt disallows',
      '/private',
      `http://h/private
key    http://h/private
state  skipped: recorded, not fetched, at TIME, 1 link from a seed
why    robots: robots.txt disallows this; add --no-robots if you are allowed to
       line 2 of http://h/robots.txt: Disallow: /private
found  by a link on http://h/
       which is a seed
`,
    ],
    [
      'a failure',
      '/missing',
      `http://h/missing
key    http://h/missing
state  failed, 404, at TIME, 1 link from a seed
why    http-404: the server answered 404: the page does not exist; fix the link
found  by a link on http://h/
       which is a seed
`,
    ],
    [
      'a redirect that ends in a circle',
      '/loop',
      `http://h/loop
key       http://h/loop
state     done, 301, a redirect, at TIME, 1 link from a seed
found     by a link on http://h/
          which is a seed
alias of  http://h/pool  by a redirect (301)  failed: redirect-loop
`,
    ],
  ])('%s', async (_, path, expected) => {
    expect(await why(crawl.origin + path)).toEqual({ code: 0, text: expected });
  });

  test.each([
    ['mailto:=cmd@example.com', /why +scheme: its scheme is neither http nor https\n/],
    ['http://[', /key +none: the host in brackets is not an IPv6 address\n[^]*why +host-invalid-ipv6: the host in/],
    ['http://ann:secret@127.0.0.1/x', /^http:\/\/127\.0\.0\.1\/x\n[^]*user name is removed[^]*why +credentials: /],
  ])('%s, which was not fetched', async (url, expected) => {
    const { code, text } = await why(url);
    expect(code).toBe(0);
    expect(text).toMatch(expected);
    expect(text).not.toContain('secret');
  });

  test.each([
    ['/nowhere', /not found by the crawl in any spelling; a link or seed would queue it/],
    ['/nothing/x', /it would be skipped\nwhy +excluded: .*\n.*--exclude \/nothing\/\*\*/],
    ['x'.repeat(9000), /why +too-long: it is longer than 8192 characters/],
  ])('a URL that was never found, exit 1: %.20s', async (path, expected) => {
    const { code, text } = await why(crawl.origin + path);
    expect(code).toBe(1);
    expect(text).toMatch(expected);
  });

  test('what stands in a URL cannot write to the terminal', async () => {
    const { code, text } = await why(`${crawl.origin}/\u001b]0;x\u0007?="<'>`);
    expect(code).toBe(0);
    expect(text).toMatch(/^http:\/\/h\/\\x1b\]0;x\\x07/);
    // oxlint-disable-next-line no-control-regex -- what must not get through
    expect(text.replaceAll('\n', '')).not.toMatch(/[\0-\x1f\x7f-\x9f]/);
  });

  test('a URL without its scheme is found', async () => {
    const { host } = new URL(crawl.origin);
    const { code, stdout } = await dustpan(['why', crawl.database, `${host}/old`]);
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toBe(`${crawl.origin}/old`);
  });

  test('a path is that of the URL on the site of the seed', async () => {
    expect(await why('/old')).toEqual(await why(`${crawl.origin}/old`));
    const { code, text } = await why('/nowhere');
    expect([code, text]).toEqual([1, expect.stringContaining('http://h/nowhere\n')]);
  });

  test('--json prints the same as an object', async () => {
    const { stdout } = await dustpan(['why', crawl.database, `${crawl.origin}/deepest#x`, '--json']);
    expect(JSON.parse(crawl.plain(stdout))).toMatchObject({
      url: 'http://h/deepest#x',
      key: 'http://h/deepest',
      changes: [{ pass: 'drop-fragment' }],
      error: null,
      met: true,
      entry: { state: 'skipped', depth: 3 },
      reason: { code: 'depth', remedy: 'raise --depth' },
      foundThrough: [
        { url: 'http://h/deeper', source: 'link' },
        { url: 'http://h/deep', source: 'link' },
        { url: 'http://h/', source: 'seed' },
      ],
      aliases: [],
    });
    const unmet = await dustpan(['why', crawl.database, 'http://[::', '--json']);
    expect(unmet.code).toBe(1);
    expect(JSON.parse(unmet.stdout)).toMatchObject({
      met: false,
      entry: null,
      error: { code: 'host-invalid-ipv6' },
      reason: { code: 'host-invalid-ipv6' },
    });
  });
});

test('why: what robots.txt says about the use of a page', async () => {
  const text = 'User-agent: *\nContent-Signal: search=yes, ai-train=no\nContent-Usage: /b bots=n\nAllow: /';
  const web = await site({ '/robots.txt': respond(200, {}, text), '/': '' });
  const database = join(temporaryFolder(), 'a.dustpan');
  await dustpan(['crawl', `${web.origin}/`, '--db', database]);
  const { stdout } = await dustpan(['why', database, `${web.origin}/`]);
  expect(stdout).toContain('search=yes, ai-train=no (content-signal, line 2 of robots.txt)\n');
  expect(stdout).not.toContain('bots=n');
  const { stdout: json } = await dustpan(['why', database, `${web.origin}/b`, '--json']);
  expect(Object(JSON.parse(json)).usage).toMatchObject([{ line: 2 }, { kind: 'content-usage', path: '/b', line: 3 }]);
});

describe('why: a rule of robots.txt', () => {
  const rule = async (database: string, url: string): Promise<unknown> => {
    const { stdout } = await dustpan(['why', database, url, '--json']);
    return Object(JSON.parse(stdout)).forbiddenBy;
  };

  test('is that of the crawler, the most specific one, with the line it stands in', async () => {
    const text =
      'User-agent: *\nDisallow: /\n\nUser-agent: ExampleBot\nDisallow: /a\nAllow: /a/b\n\nDisallow: /a/b/*.x\nDisallow: /*utm_';
    const web = await site({
      '/robots.txt': respond(200, {}, text),
      '/': links('/a', '/a/b', '/a/b/%63.x#y', '/x', '/y?utm_source=z'),
    });
    const database = join(temporaryFolder(), 'a.dustpan');
    await dustpan(['crawl', `${web.origin}/`, '--db', database, '--user-agent', 'ExampleBot/1.0']);
    const robots = `${web.origin}/robots.txt`;
    expect(await rule(database, `${web.origin}/a`)).toEqual({
      robots,
      rule: { kind: 'disallow', pattern: '/a', line: 5 },
    });
    expect(await rule(database, `${web.origin}/a/b/c.x`)).toMatchObject({ robots, rule: { line: 8 } });
    // What was to be fetched is the URL as found, and not its key.
    expect(await rule(database, `${web.origin}/y`)).toMatchObject({ robots, rule: { line: 9 } });
    expect(await rule(database, `${web.origin}/a/b`)).toBeNull();
    expect(await rule(database, `${web.origin}/x`)).toBeNull();
  });

  test('is not named where the copy that is kept says otherwise by now, or cannot be read', async () => {
    const web = await site({ '/robots.txt': respond(200, {}, 'User-agent: *\nDisallow: /'), '/': '' });
    const database = join(temporaryFolder(), 'a.dustpan');
    await dustpan(['crawl', `${web.origin}/`, '--db', database]);
    const url = `${web.origin}/`;
    expect(await rule(database, url)).toMatchObject({ rule: { pattern: '/' } });
    const keep = async (name: string, value: string): Promise<string> => {
      const frontier = await openSqliteFrontier(database);
      const before = (await frontier.getMeta(name)) ?? '';
      await frontier.setMeta(name, value);
      await frontier.close();
      return before;
    };
    const copy = await keep(`robots ${web.origin}`, '[');
    expect(await rule(database, url)).toBeNull();
    await keep(`robots ${web.origin}`, JSON.stringify({ at: 1, body: null, unreachableSince: null }));
    expect(await rule(database, url)).toBeNull();
    await keep(`robots ${web.origin}`, copy);
    await keep('product-token', 'other-bot');
    expect(await rule(database, url)).toMatchObject({ rule: { pattern: '/' } });
    const body = Buffer.from('User-agent: other-bot\nAllow: /\nUser-agent: *\nDisallow: /').toString('base64');
    await keep(`robots ${web.origin}`, JSON.stringify({ at: 1, body, unreachableSince: null }));
    expect(await rule(database, url)).toBeNull();
  });

  test('cannot write to the terminal, and does not fill it', async () => {
    const pattern = `/*\u001b]0;x\u0007${'x'.repeat(5000)}`;
    const web = await site({ '/robots.txt': respond(200, {}, `User-agent: *\nDisallow: /*\nDisallow: ${pattern}`) });
    const database = join(temporaryFolder(), 'a.dustpan');
    const url = `${web.origin}/%1B]0;x%07${'x'.repeat(5000)}`;
    await dustpan(['crawl', url, '--db', database]);
    const { stdout } = await dustpan(['why', database, url]);
    expect(stdout).toMatch(/line 3 of http.*robots\.txt: Disallow: \/\*\\x1b\]0;x\\x07x{50,120}…\n/);
  });
});

test('why: a long way back is cut, long lists too; sitemaps are named by their URLs', async () => {
  const database = join(temporaryFolder(), 'a.dustpan');
  const frontier = await openSqliteFrontier(database);
  await frontier.add([found('http://h/0', { source: 'seed' })]);
  for (let n = 1; n <= 25; n++) {
    const [lease] = await frontier.lease(request());
    const next =
      n === 24
        ? found('http://h/24?utm_source=x', { key: 'http://h/24' })
        : found(`http://h/${n}`, { source: n === 25 ? 'sitemap' : 'link', lastmod: '2026-01-31' });
    const id = lease?.id ?? 0;
    await frontier.settle('run', [{ ...ONCE, id, outcome: page(), found: [next] }]);
  }
  const spellings = Array.from({ length: 30 }, (_, n) => found(`http://h/25#${n}`, { key: 'http://h/25', pass: 'p' }));
  await frontier.add(spellings);
  expect(await entriesOf(frontier)).toHaveLength(26);
  await frontier.close();
  const { code, stdout } = await dustpan(['why', database, 'http://h/25']);
  expect(code).toBe(0);
  expect(stdout).toContain('found      in the sitemap http://h/24?utm_source=x\n');
  expect(stdout).toContain('by a link on http://h/5\n           and so on, back to a seed\n');
  expect(stdout).not.toContain('http://h/4\n');
  expect(stdout).toMatch(/http:\/\/h\/25#9 +p\n +and 20 more: --json\n/);
  expect(stdout).toContain('listed in  http://h/24?utm_source=x  lastmod 2026-01-31\n');
  const { stdout: json } = await dustpan(['why', database, 'http://h/25', '--json']);
  expect(Object(JSON.parse(json)).listedIn).toEqual([
    { url: 'http://h/24?utm_source=x', key: 'http://h/24', lastmod: '2026-01-31' },
  ]);
});

describe('why makes keys as the crawl did', () => {
  test('profile, passes, kinds of sites and facts are in its database', async () => {
    const web = await site({ '/': links('/A_b/', '/C?z=1&a=2') });
    const folder = temporaryFolder();
    const facts = [{ kind: 'slash', host: `127.0.0.1:${web.port}`, value: 'remove' }];
    writeFileSync(join(folder, 'facts.json'), JSON.stringify({ version: 1, facts }));
    const flags = ['--facts', 'facts.json', '--site', 'wikidot', '--no-pass', 'drop-fragment', '--assume', 'order'];
    await dustpan(['crawl', `${web.origin}/`, '--db', 'a.dustpan', '--retries', '0', ...flags], '', folder);
    const keyOf = async (path: string): Promise<string | undefined> => {
      const { stdout } = await dustpan(['why', 'a.dustpan', web.origin + path], '', folder);
      return /^key +(\S+)/m.exec(stdout)?.[1]?.replace(web.origin, '');
    };
    expect(await keyOf('/A_b/')).toBe('/a-b');
    expect(await keyOf('/c?z=1&a=2#x')).toBe('/c?a=2&z=1#x');
  });

  test('lists of parameters have to be named again, and be the same', async () => {
    const web = await site({ '/': links('/a?from=x') });
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mine.txt'), 'from\n');
    writeFileSync(join(folder, 'other.txt'), 'to\n');
    await dustpan(
      ['crawl', `${web.origin}/`, '--db', 'a.dustpan', '--retries', '0', '--params', 'mine.txt'],
      '',
      folder,
    );
    const why = (...args: readonly string[]): ReturnType<typeof dustpan> =>
      dustpan(['why', 'a.dustpan', `${web.origin}/a?from=x`, ...args], '', folder);
    expect((await why('--params', 'mine.txt')).stdout).toContain(`key    ${web.origin}/a\n`);
    for (const args of [[], ['--params', 'other.txt']]) {
      const { code, stdout, stderr } = await why(...args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/used lists of tracking parameters; pass the same --params or --config again/);
    }
  });

  test.each([
    ['keys', '{', /is not valid JSON/],
    ['keys', '{"version":"0"}', /another version/],
    ['keys', '{"version":"1","sites":"sha256:0"}', /kinds of sites/],
    ['keys', '{"version":"1","pass":7}', /pass/],
    ['keys', '{"version":"1","pass":["no-such"]}', /no-such/],
  ])('settings that are no crawl’s (%s: %s): a clear message and exit 2', async (name, value, message) => {
    const database = join(temporaryFolder(), 'a.dustpan');
    const frontier = await openSqliteFrontier(database);
    await frontier.setMeta(name, value);
    await frontier.close();
    const { code, stderr } = await dustpan(['why', database, 'http://h/']);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/ {4}at /);
  });

  test('a database without settings, or with limits that are none, still answers', async () => {
    const database = join(temporaryFolder(), 'a.dustpan');
    const frontier = await openSqliteFrontier(database);
    await frontier.add([found('http://h/')]);
    await frontier.setMeta('scope', 'none');
    await frontier.setMeta('seeds', '7');
    await frontier.close();
    const { code, stdout } = await dustpan(['why', database, 'HTTP://H']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/state +queued, 0 links/);
  });
});

test('why of a redirect within one entry names the URL that was fetched', async () => {
  const web = await site({
    '/': links('/a/#x'),
    '/a/': respond(301, { location: '/a' }),
    '/a': links(),
  });
  const folder = temporaryFolder();
  const flags = ['--db', 'a.dustpan', '--assume', 'slash', '--retries', '0'];
  await dustpan(['crawl', `${web.origin}/`, ...flags], '', folder);
  const why = async (path: string): Promise<string> =>
    (await dustpan(['why', 'a.dustpan', web.origin + path], '', folder)).stdout.replaceAll(web.origin, 'http://h');
  expect(await why('/a/#x')).toContain('spelling  found first; it redirects to http://h/a, which has the same key\n');
  expect(await why('/a')).not.toContain('spelling');
  expect(await why('/a/')).toContain("spelling  not found in this spelling; the entry's URL is http://h/a\n");
  const { stdout } = await dustpan(['export', 'a.dustpan', '--format', 'sitemap'], '', folder);
  expect(stdout.replaceAll(web.origin, 'http://h')).toContain('<loc>http://h/a</loc>');
});

test('why: an alias by a claim is shown with the entry that stands for it', async () => {
  const database = join(temporaryFolder(), 'a.dustpan');
  const frontier = await openSqliteFrontier(database);
  await frontier.add(['http://a/1', 'http://www.a/1'].map((url) => found(url, { source: 'seed' })));
  await frontier.rekey(rekeying([NO_WWW]));
  await frontier.close();
  const { code, stdout } = await dustpan(['why', database, 'http://www.a/1']);
  expect(code).toBe(0);
  expect(stdout).toContain(
    'why          equivalent: it is a duplicate of another URL, by a confirmed claim about its site\n',
  );
  expect(stdout).toMatch(/alias of {5}http:\/\/a\/1 {2}by a confirmed claim {2}queued\n/);
  const where = ['--where', 'aliasBy=equivalence'];
  const urls = await dustpan(['urls', database, ...where]);
  expect(urls.stdout.split('\n').map((line) => line && JSON.parse(line))).toMatchObject([
    { url: 'http://www.a/1', state: 'skipped', reason: 'equivalent', aliasOf: 'http://a/1' },
    '',
  ]);
  const redirects = await dustpan(['export', database, '--format', 'redirects']);
  expect(redirects).toMatchObject({ code: 0, stdout: '' });
});
