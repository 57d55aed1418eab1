/** Covers: src/cli/io/report-files.ts */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSqliteFrontier } from '../../db/index.ts';
import { entriesOf, found, ONCE, page, request } from '../db/helpers.ts';
import { type Crawled, crawled } from './crawled.ts';
import { dustpan, ndjson, start, temporaryFolder } from './dustpan.ts';

const GOLDEN = {
  csv: `url,key,state,status,depth,contentType,source,foundOn,aliasOf,aliasBy,reason,title,canonical
http://h/,http://h/,done,200,0,text/html; charset=utf-8,seed,,,,,t,
http://h/a,http://h/a,done,200,1,text/html,link,http://h/,,,,t,
http://h/old,http://h/old,done,302,1,,link,http://h/,http://h/older,redirect,,,
http://h/p?id=1&x,http://h/p?id=1&x,done,200,1,text/html,link,http://h/,http://h/a,canonical,,t,http://h/a
http://h/private,http://h/private,skipped,,1,,link,http://h/,,,robots,,
http://h/missing,http://h/missing,failed,404,1,,link,http://h/,,,http-404,,
http://h/loop,http://h/loop,done,301,1,,link,http://h/,http://h/pool,redirect,,,
http://h/deep,http://h/deep,done,200,1,text/html; charset=utf-8,link,http://h/,,,,t,
http://h/b.pdf,http://h/b.pdf,done,200,1,application/pdf,link,http://h/,,,,,
http://127.0.0.1/x,http://127.0.0.1/x,skipped,,1,,link,http://h/,,,credentials,,
mailto:=cmd@example.com,mailto:=cmd@example.com,skipped,,1,,link,http://h/,,,scheme,,
http://[,invalid:http://[,skipped,,1,,link,http://h/,,,host-invalid-ipv6,,
"http://h/\\x1b]0;x\\x07?=""<'>",http://h/%1B]0;x%07?=%22%3C%27%3E,done,200,1,text/html,link,http://h/,,,,\\x1b[2J=1+1,
http://h/older,http://h/older,done,301,1,,redirect,http://h/old,http://h/new,redirect,,,
http://h/pool,http://h/pool,failed,301,1,,redirect,http://h/loop,,,redirect-loop,,
http://h/deeper,http://h/deeper,done,200,2,text/html; charset=utf-8,link,http://h/deep,,,,t,
http://h/new,http://h/new,done,200,1,text/html; charset=utf-8,redirect,http://h/older,,,,t,
http://h/deepest,http://h/deepest,skipped,,3,,link,http://h/deeper,,,depth,,
`.replaceAll('\n', '\r\n'),
  sitemap: `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>http://h/</loc></url>
<url><loc>http://h/a</loc><lastmod>2026-11-13T11:12:04Z</lastmod></url>
<url><loc>http://h/deep</loc></url>
<url><loc>http://h/%1B]0;x%07?=%22%3C%27%3E</loc></url>
<url><loc>http://h/deeper</loc></url>
<url><loc>http://h/new</loc></url>
</urlset>
`,
  dot: `digraph aliases {
  rankdir=LR;
  node [shape=box];
  "http://h/old" -> "http://h/older" [label="302"];
  "http://h/p?id=1&amp;x" -> "http://h/a" [style=dashed];
  "http://h/loop" -> "http://h/pool" [label="301"];
  "http://h/older" -> "http://h/new" [label="301"];
}
`,
  redirects: 'http://h/old\thttp://h/new\t302\t2\nhttp://h/older\thttp://h/new\t301\t1\n',
} as const;

describe('export', () => {
  let crawl: Crawled;
  beforeAll(async () => {
    crawl = await crawled();
  });
  const run = (...args: readonly string[]): ReturnType<typeof dustpan> => dustpan(['export', crawl.database, ...args]);

  test.each(Object.entries(GOLDEN))('--format %s', async (format, expected) => {
    const { code, stdout } = await run('--format', format);
    expect(code).toBe(0);
    expect(crawl.plain(stdout)).toBe(expected);
  });

  test('--format ndjson is what `urls` prints', async () => {
    const { stdout } = await run('--format', 'ndjson');
    expect(stdout).toBe((await dustpan(['urls', crawl.database])).stdout);
    expect(ndjson(stdout)).toHaveLength(18);
  });

  test('--format surt has each URL, and says what is none', async () => {
    const { stdout, stderr } = await run('--format', 'surt');
    const lines = crawl.plain(stdout).trim().split('\n');
    expect(lines).toHaveLength(17);
    expect(lines[1]).toMatch(/^http:\/\/\(127\.0\.0\.1:\d+\)\/a http:\/\/h\/a$/);
    expect(stderr).toBe('left out: 1 that are not valid URLs\n');
  });

  test('circles among redirects are counted', async () => {
    expect((await run('--format', 'redirects')).stderr).toBe('left out: 2 redirects in a loop\n');
  });

  test('--where takes some of the entries; chains of redirects lead through the others all the same', async () => {
    const { stdout } = await run('--format', 'redirects', '--where', 'status=302');
    expect(crawl.plain(stdout)).toBe('http://h/old\thttp://h/new\t302\t2\n');
  });

  test('-o writes the file, in place of the one before', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'redirects.tsv');
    writeFileSync(file, 'before');
    expect(await run('--format', 'dot', '-o', file)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(crawl.plain(readFileSync(file, 'utf8'))).toBe(GOLDEN.dot);
    expect(readdirSync(folder)).toEqual([basename(file)]);
  });

  test('the crawl itself is never written over', async () => {
    const { code, stderr } = await run('--format', 'csv', '-o', join(crawl.folder, '.', 'a.dustpan'));
    expect(code).toBe(2);
    expect(stderr).toContain('choose another output file');
    expect((await dustpan(['urls', crawl.database, '--count'])).stdout).toBe('18\n');
  });

  test.each([
    [['--format', 'sitmap'], /Unknown format "sitmap"; did you mean "sitemap"\?/],
    [[], /--format/],
    [['--format', 'csv', '-o', '/no/such/folder/a.csv'], /the folder does not exist/],
    [['--format', 'csv', '--where', 'x=1'], /Unknown field "x"/],
  ])('%j: a clear message and exit 2', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

describe('export of a large crawl', () => {
  let database: string;
  beforeAll(async () => {
    database = join(temporaryFolder(), 'large.dustpan');
    const frontier = await openSqliteFrontier(database);
    await frontier.add(Array.from({ length: 50_001 }, (_, n) => found(`http://h/${n}`)));
    const leases = await frontier.lease(request({ limit: 50_001, perSite: 50_001 }));
    const outcome = page({ contentType: 'text/html' });
    await frontier.settle(
      'run',
      leases.map(({ id }) => ({ ...ONCE, id, outcome, found: [] })),
    );
    await frontier.close();
  });

  test('several sitemaps and their index lie beside each other', async () => {
    const folder = temporaryFolder();
    const args = ['export', database, '--format', 'sitemap', '-o', join(folder, 'map.xml')];
    const { code, stderr } = await dustpan(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '2 sitemaps; the index expects them at http://h/\n' });
    expect(readdirSync(folder).toSorted()).toEqual(['map-1.xml', 'map-2.xml', 'map.xml']);
    expect(readFileSync(join(folder, 'map.xml'), 'utf8')).toContain('<loc>http://h/map-2.xml</loc>');
    expect(readFileSync(join(folder, 'map-2.xml'), 'utf8')).toContain('<loc>http://h/50000</loc>');
  });

  test('several sitemaps are gzipped, each under a name that says so', async () => {
    const folder = temporaryFolder();
    await dustpan(['export', database, '--format', 'sitemap', '-o', join(folder, 'map.xml.gz')]);
    const names = ['map-1.xml.gz', 'map-2.xml.gz', 'map.xml.gz'];
    expect(readdirSync(folder).toSorted()).toEqual(names);
    const [, last, index] = names.map((name) => gunzipSync(readFileSync(join(folder, name))).toString());
    expect(index).toContain('<loc>http://h/map-2.xml.gz</loc>');
    expect(last).toContain('<loc>http://h/50000</loc>');
  });

  test('several sitemaps do not fit standard output: nothing is printed, and what to do', async () => {
    const { code, stdout, stderr } = await dustpan(['export', database, '--format', 'sitemap']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^dustpan: more than 50000 URLs.*-o sitemap\.xml\n$/);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends it with 130, and leaves the file that was there',
    async (signal) => {
      const folder = temporaryFolder();
      const file = join(folder, 'a.csv');
      writeFileSync(file, 'before');
      // It has begun as soon as there is something beside the file. If we looked, it might have ended before we sign.
      const look = `import { readdirSync } from 'node:fs';
        const look = () => readdirSync(${JSON.stringify(folder)}).length === 1 ? setImmediate(look) : process.kill(process.pid, '${signal}');
        look();`;
      const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(look)}`;
      const { code } = await start(['export', database, '--format', 'csv', '-o', file], '', folder, { NODE_OPTIONS })
        .ended;
      expect(code).toBe(130);
      expect(readdirSync(folder)).toEqual(['a.csv']);
      expect(readFileSync(file, 'utf8')).toBe('before');
    },
  );

  test('a reader that has had enough ends it quietly', async () => {
    const child = start(['export', database, '--format', 'csv']);
    child.process.stdout?.once('data', () => child.process.stdout?.destroy());
    expect(await child.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('it reads while another program writes', async () => {
    const writer = await openSqliteFrontier(database);
    try {
      await writer.add([found('http://h/late')]);
      const { code, stdout } = await dustpan(['export', database, '--format', 'csv', '--where', 'state=queued']);
      expect(code).toBe(0);
      expect(stdout.split('\r\n')[1]).toMatch(/^http:\/\/h\/late,/);
      expect((await entriesOf(writer)).length).toBe(50_002);
    } finally {
      await writer.close();
    }
  });
});
