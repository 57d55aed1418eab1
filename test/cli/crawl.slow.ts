/**
 * Covers: src/cli/io/open-crawl.ts, src/cli/jobs/run-crawl.ts
 * Covers: src/cli/options/{crawl-options,fetch-options,units}.ts, src/lists/read-urls.ts
 */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { crawl } from '../../crawler/index.ts';
import { openSqliteFrontier } from '../../db/index.ts';
import { links, site } from '../crawler/web.ts';
import { dustpan, start, temporaryFolder } from './dustpan.ts';
import { manyPages, PAGES, urls } from './many-pages.ts';

describe('crawl', () => {
  test('says at the end what each pass saved, and `urls` lists the entries', async () => {
    const web = await site(manyPages);
    const database = join(temporaryFolder(), 'a.dustpan');
    const { code, stdout, stderr } = await dustpan(['crawl', `${web.origin}/`, '--db', database]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('300 pages');
    expect(stdout).toMatch(
      /898 duplicate URLs avoided[^]*599 +drop-fragment +changing[^]*299 +decode-unreserved +preserving/,
    );
    const entries = await urls(database);
    expect(entries).toHaveLength(300);
    expect(entries[1]).toMatchObject({
      url: `${web.origin}/p1`,
      key: `${web.origin}/p1`,
      state: 'done',
      status: 200,
      depth: 1,
      aliasOf: null,
    });
  });

  test('--json prints one object', async () => {
    const web = await site({ '/': links('/404', 'mailto:a@b') });
    const { stdout } = await dustpan(['crawl', `${web.origin}/`, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      pages: 1,
      failed: { 'http-404': 1 },
      skipped: { scheme: 1 },
      interrupted: false,
    });
  });

  test('goes on with a crawl of the library, and the library with one of it', async () => {
    const web = await site({ '/': links('/a', '/b'), '/a': 'a', '/b': 'b' });
    const db = join(temporaryFolder(), 'a.dustpan');
    await crawl(`${web.origin}/`, { db, maxPages: 1 }).finish();
    expect(await dustpan(['crawl', `${web.origin}/`, '--db', db])).toMatchObject({ code: 0, stderr: '' });
    await dustpan(['crawl', `${web.origin}/`, '--db', db, '--fresh', '--max-pages', '1']);
    const { resumed, progress } = await crawl(`${web.origin}/`, { db }).finish();
    expect({ resumed, pages: progress.pages }).toEqual({ resumed: true, pages: 2 });
  });

  test('its database hands on the facts that it was given: --facts DB', async () => {
    const web = await site({ '/': links('/a') });
    const folder = temporaryFolder();
    const facts = [{ kind: 'slash', host: 'example.com', value: 'add' }];
    writeFileSync(join(folder, 'facts.json'), JSON.stringify({ version: 1, facts }));
    await dustpan(['crawl', `${web.origin}/`, '--db', 'a.dustpan', '--facts', 'facts.json'], '', folder);
    const known = await dustpan(['canon', '--facts', 'a.dustpan', 'http://example.com/b'], '', folder);
    expect(known).toEqual({ code: 0, stdout: 'http://example.com/b/\n', stderr: '' });
    const list = 'http://example.com/b\nhttp://example.com/b/\n';
    const { stdout } = await dustpan(['dedup', '--facts', 'a.dustpan'], list, folder);
    expect(stdout).toBe('http://example.com/b\n');
    const missing = await dustpan(['canon', '--facts', 'b.dustpan', 'http://example.com/b'], '', folder);
    expect(missing).toMatchObject({ code: 2, stdout: '' });
  });

  test('a private address beyond the seed is left alone until --allow-private', async () => {
    const other = await site({ '/': 'other' });
    const web = await site({ '/': links(`${other.origin}/`) });
    const database = join(temporaryFolder(), 'a.dustpan');
    const args = ['crawl', `${web.origin}/`, '--scope', 'any', '--db', database];
    const refused = await dustpan(args);
    expect(refused.code).toBe(0);
    expect(refused.stdout).toMatch(/1 +failed +private-address 1\n.*private-address: .*set --allow-private/);
    expect(other.requests).toEqual([]);
    expect((await urls(database))[1]).toMatchObject({ state: 'failed', reason: 'private-address', status: null });
    expect((await dustpan([...args, '--allow-private', '--fresh'])).code).toBe(0);
    expect(other.requests).toEqual(['/']);
  });

  test('killed half-way and started again, it ends with the same set', async () => {
    const database = join(temporaryFolder(), 'killed.dustpan');
    const web = await site((target) => {
      if (web.requests.length === 150) child.process.kill('SIGKILL');
      return manyPages(target);
    });
    const child = start(['crawl', `${web.origin}/`, '--db', database]);
    expect((await child.ended).code).toBeNull();
    const before = (await urls(database)).filter(({ state }) => state === 'done').length;
    expect(before).toBeGreaterThan(50);
    expect(before).toBeLessThan(PAGES);
    const { code } = await dustpan(['crawl', `${web.origin}/`, '--db', database]);
    expect(code).toBe(0);
    const entries = await urls(database);
    expect(entries.filter(({ state }) => state === 'done')).toHaveLength(PAGES);
    expect(entries).toHaveLength(PAGES);
    // Only what was under way when it was killed is fetched twice: two leases for each of sixteen fetches.
    expect(web.requests.length).toBeLessThanOrEqual(PAGES + 32);
  });

  test('--rate and --per-host hold also for the command that goes on', async () => {
    const database = join(temporaryFolder(), 'slow.dustpan');
    const web = await site({ '/': links('/a', '/b', '/c', '/d'), '/a': '', '/b': '', '/c': '', '/d': '' });
    const flags = ['--rate', '10', '--per-host', '2', '--max-pages', '1'];
    await dustpan(['crawl', `${web.origin}/`, '--db', database, ...flags]);
    expect(web.requests).toEqual(['/']);
    const { code, stdout } = await dustpan(['crawl', '--db', database, '--json']);
    expect(code).toBe(0);
    expect(web.requests).toHaveLength(5);
    // Three times 100 ms, by the clock that starts the fetches; without a delay it takes a few.
    expect(JSON.parse(stdout).seconds).toBeGreaterThan(0.3);
    const frontier = await openSqliteFrontier(database, { readonly: true });
    expect(await frontier.getMeta('politeness')).toBe('{"delay":100,"perSite":2}');
    await frontier.close();
  });

  test('a second signal ends it at once', async () => {
    const web = await site(() => () => {});
    const child = start(['crawl', `${web.origin}/`]);
    const { stderr } = child.process;
    while (web.requests.length === 0) await new Promise(setImmediate);
    child.process.kill('SIGINT');
    if (stderr) await once(stderr, 'data');
    child.process.kill('SIGINT');
    expect((await child.ended).code).toBe(130);
  });

  test('a second crawl of one file is refused while the first one runs', async () => {
    const database = join(temporaryFolder(), 'shared.dustpan');
    const web = await site(() => () => {});
    const child = start(['crawl', `${web.origin}/`, '--db', database]);
    while (web.requests.length === 0) await new Promise(setImmediate);
    const { code, stderr } = await dustpan(['crawl', `${web.origin}/`, '--db', database]);
    const learned = await dustpan(['learn', database]);
    child.process.kill('SIGKILL');
    await child.ended;
    expect([code, learned.code]).toEqual([2, 2]);
    expect(stderr).toContain(String(child.process.pid));
    // `learn` has no --join.
    expect(learned.stderr).toMatch(/: wait until that process ends, or name another file; a crawl can join it/);
  });

  test('--fresh starts over, and refuses a file that is not ours', async () => {
    const web = await site({ '/': 'x' });
    const folder = temporaryFolder();
    const database = join(folder, 'a.dustpan');
    await dustpan(['crawl', `${web.origin}/`, '--db', database]);
    await dustpan(['crawl', `${web.origin}/`, '--db', database, '--fresh']);
    expect(web.requests).toHaveLength(2);
    const foreign = join(folder, 'notes.txt');
    writeFileSync(foreign, 'my notes\n'.repeat(1000));
    const { code, stderr } = await dustpan(['crawl', `${web.origin}/`, '--db', foreign, '--fresh']);
    expect(code).toBe(2);
    expect(stderr).toContain('not a crawl file');
    expect(readFileSync(foreign, 'utf8')).toBe('my notes\n'.repeat(1000));
  });

  test.each([
    ['no URL', [], /--fresh deletes the crawl and where it started; give a URL to start from\n$/],
    ['an invalid URL', ['http://a b/'], /no seed is a valid URL/],
    [
      'a list whose format dedup must be told',
      ['--seeds', process.execPath],
      /set --input-format; crawl does not have this option: dustpan dedup --json OPTIONS LIST \| dustpan crawl --seeds -\n$/,
    ],
    ['an empty list', ['--seeds', '/dev/null'], /give a URL to start from\n$/],
    ['an archive that cannot be written', ['http://127.0.0.1:9/', '--warc', '/dev/null'], /\/dev\/null/],
  ])('--fresh with %s deletes nothing', async (_, args, message) => {
    const web = await site({ '/': 'x' });
    const database = join(temporaryFolder(), 'a.dustpan');
    await dustpan(['crawl', `${web.origin}/`, '--db', database]);
    const { code, stdout, stderr } = await dustpan(['crawl', ...args, '--db', database, '--fresh']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect((await dustpan(['status', database])).stdout).toContain('1 page;');
  });

  test.each([
    ['an unparsable seed', ['http://['], 2, /IPv6/],
    ['no seed', [], 2, /--db FILE/],
    ['a refused connection', ['http://127.0.0.1:1/', '--retries', '0'], 3, /nothing is listening at 127\.0\.0\.1:1/],
    ['a host that does not resolve', ['http://no.such.host.invalid/', '--retries', '0'], 3, /no\.such\.host\.invalid/],
    ['an unknown option', ['--nonsense', 'http://a/'], 2, /nonsense/],
    ['a bad duration', ['--delay', 'soon', 'http://a/'], 2, /250ms/],
    [
      'a glob that matches no URL',
      ['--exclude', 'docs/**', 'http://a/'],
      2,
      /Start it with a slash for paths, as in \/docs/,
    ],
    ['a glob that is too long', ['--include', '*'.repeat(5000), 'http://a/'], 2, /5000 characters is too long: split/],
    ['a bad header', ['--header', 'no colon', 'http://a/'], 2, /Name: value/],
    [
      'a header that HTTP cannot send',
      ['--header', 'X-A: ключ', 'http://a/'],
      2,
      /"X-A" has a value .* beyond Latin-1/,
    ],
    ['a mail address', ['mailto:ann@example.com'], 2, /mailto:ann@example\.com is not an http or https URL/],
    ['a bad rule', ['--connect-to', 'x', 'http://a/'], 2, /HOST:PORT:ADDR:PORT/],
    ['a telephone number', ['tel:112'], 2, /tel:112 is not an http or https URL/],
    ['no name of a file', ['--db', '', 'http://127.0.0.1:1/'], 2, /the name of the crawl file is empty/],
    [
      'a missing folder',
      ['--db', '/no/such/folder/a.dustpan', 'http://127.0.0.1:1/'],
      2,
      /the folder of .* does not exist: create it/,
    ],
    ['a certificate that is not there', ['--ca', '/no/such/ca.pem', 'https://127.0.0.1:1/'], 2, /ca\.pem/],
  ])('%s: a clear message, and its exit code', async (_, args, code, message) => {
    const result = await dustpan(['crawl', ...args]);
    expect(result.code).toBe(code);
    expect(result.stderr + result.stdout).toMatch(message);
    expect(result.stderr).not.toMatch(/ {4}at /);
  });

  test('a rejected seed among good ones: the rest is crawled, exit 1', async () => {
    const web = await site({ '/': 'x' });
    const { code, stdout } = await dustpan(['crawl', `${web.origin}/`, 'http://[']);
    expect(code).toBe(1);
    expect(stdout).toContain('seed ignored: http://[');
  });

  test('seeds without a scheme are taken as people write them', async () => {
    const web = await site({ '/': 'x' });
    expect((await dustpan(['crawl', `127.0.0.1:${web.port}`])).code).toBe(0);
  });

  test('titles and URLs cannot write to the terminal', async () => {
    const web = await site({ '/': links('/\u001b[2J\u009b') });
    const { stdout, stderr } = await dustpan(['crawl', `${web.origin}/`, '--retries', '0']);
    // oxlint-disable-next-line no-control-regex -- what must not get through
    expect((stdout + stderr).replaceAll('\n', '')).not.toMatch(/[\0-\x1f\x7f-\x9f]/);
  });
});

test('urls of what is no crawl: a clear message and exit 2', async () => {
  const file = join(temporaryFolder(), 'x.dustpan');
  writeFileSync(file, 'plain text, and enough of it to be no database header');
  for (const name of [file, '/no/such/file']) {
    const { code, stderr } = await dustpan(['urls', name]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^dustpan: .*\n$/);
  }
});

describe('--seeds', () => {
  test('takes the URLs of lists of any format, beside those that are named', async () => {
    const web = await site((target) => `page ${target}`);
    const folder = temporaryFolder();
    const lines = join(folder, 'urls.txt');
    const outline = join(folder, 'feeds.opml');
    writeFileSync(lines, `${web.origin}/1\r\n\n${web.origin}/2`);
    writeFileSync(outline, `<opml><body><outline htmlUrl="${web.origin}/3?a&amp;b"/></body></opml>`);
    const database = join(folder, 'x.dustpan');
    const { code } = await dustpan([
      'crawl',
      `${web.origin}/0`,
      '--seeds',
      lines,
      '--seeds',
      outline,
      '--db',
      database,
    ]);
    expect(code).toBe(0);
    expect(web.requests.toSorted()).toEqual(['/0', '/1', '/2', '/3?a&b']);
  });

  test('ignores what bookmarks hold besides web pages, and says why', async () => {
    const web = await site({ '/': 'x' });
    const folder = temporaryFolder();
    const file = join(folder, 'bookmarks.txt');
    writeFileSync(file, `javascript:void(0)\nmailto:a@127.0.0.1:${web.port}\n${web.origin}/\n`);
    const { code, stdout } = await dustpan(['crawl', '--seeds', file], '', folder);
    expect(code).toBe(1);
    expect(stdout).toContain('seed ignored: javascript:void(0): its scheme is neither http nor https\n');
    expect(stdout).toContain(`seed ignored: mailto:a@127.0.0.1:${web.port}: its scheme is neither http nor https\n`);
    expect(web.requests).toEqual(['/']);
    expect(existsSync(join(folder, `127.0.0.1_${web.port}.dustpan`))).toBe(true);
    writeFileSync(file, 'javascript:void(0)\n');
    const none = await dustpan(['crawl', '--seeds', file], '', folder);
    expect(none.stderr).toBe('dustpan: javascript:void(0) is not an http or https URL; dustpan fetches no others\n');
  });

  test('says which list has no URL, and ignores comments and paths in a list', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'empty.txt'), '\n');
    for (const db of [[], ['--db', 'new.dustpan']]) {
      const empty = await dustpan(['crawl', '--seeds', 'empty.txt', ...db], '', folder);
      expect([empty.code, empty.stderr]).toEqual([
        2,
        'dustpan: there is no URL in empty.txt; give a URL to start from\n',
      ]);
    }
    const web = await site({ '/': 'x' });
    writeFileSync(join(folder, 'urls.txt'), `# pages\n/page\n${web.origin}/\n`);
    const { stdout } = await dustpan(['crawl', '--seeds', 'urls.txt'], '', folder);
    expect(stdout).toMatch(/^seed ignored: # pages: .*the URL is relative/m);
    expect(stdout).toMatch(/^seed ignored: \/page: .*the URL is relative/m);
    expect(web.requests).toEqual(['/']);
  });

  test('a table with two columns of URLs is read as the message about it says', async () => {
    const web = await site({ '/a': 'a', '/b': 'b' });
    const folder = temporaryFolder();
    const rows = ['/a', '/b'].map((path) => `${web.origin}${path},http://127.0.0.1:1/\n`);
    writeFileSync(join(folder, 'list.csv'), `mine,theirs\n${rows.join('')}`);
    const { stderr } = await dustpan(['crawl', '--seeds', 'list.csv'], '', folder);
    expect(stderr).toMatch(
      /--column mine; crawl does not have this option: dustpan dedup --json OPTIONS LIST \| dustpan crawl --seeds -\n$/,
    );
    const list = await dustpan(['dedup', '--json', '--column', 'mine', 'list.csv'], '', folder);
    const { code } = await dustpan(['crawl', '--seeds', '-', '--db', 'a.dustpan'], list.stdout, folder);
    expect(code).toBe(0);
    expect(web.requests.toSorted()).toEqual(['/a', '/b']);
  });

  test('objects without a URL are not taken for URLs', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'list.jsonl'), '{"page":"http://127.0.0.1:1/"}\n');
    const { code, stderr } = await dustpan(['crawl', '--seeds', 'list.jsonl'], '', folder);
    expect([code, stderr]).toEqual([
      2,
      'dustpan: list.jsonl: no line has a URL in a usual field (url, link, href, loc, address, uri); the first object has page: name the field with --field NAME; crawl does not have this option: dustpan dedup --json OPTIONS LIST | dustpan crawl --seeds -\n',
    ]);
    expect(readdirSync(folder)).toEqual(['list.jsonl']);
  });

  test('a file that is not there is said, before a database is made', async () => {
    const folder = temporaryFolder();
    const { code, stderr } = await dustpan(['crawl', '--seeds', join(folder, 'none.txt'), '--db', join(folder, 'x')]);
    expect(code).toBe(2);
    expect(stderr).toContain('none.txt');
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });
});
