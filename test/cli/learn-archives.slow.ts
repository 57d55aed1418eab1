/** Covers: src/cli/jobs/learn-archives.ts, src/cli/jobs/read-archives.ts, src/cli/io/spool.ts, src/cli/io/lazy-workspace.ts */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { openSqliteFrontier } from '../../db/index.ts';
import { SqliteWorkspace } from '../../db/workspace.ts';
import { LazyWorkspace } from '../../src/cli/io/lazy-workspace.ts';
import { Spool } from '../../src/cli/io/spool.ts';
import { found } from '../db/helpers.ts';
import { dustpan, ndjson, temporaryFolder } from './dustpan.ts';

const DIGEST = 'SZB4KJUWBEXXONSGTVEL7ICMGCRUXKYC';
const CONFIRMED = 'slash  example.com/docs/  confirmed  remove  same digest in the archive on 30 of 30 samples\n';

function digestOf(n: number): string {
  return DIGEST.slice(0, -3) + String(n).padStart(3, 'A');
}

/** Lines of pages with and without a slash, in the order of an index. */
function lines(host: string, count = 30, first = 0): string[] {
  return Array.from({ length: count }, (_, at) =>
    ['', '/'].map((slash, day) => {
      const n = first + at;
      const url = `http://${host}/docs/p${100 + n}${slash}`;
      const key = `${host.split('.').toReversed().join(',')})/docs/p${100 + n}`;
      return `${key} 2026010${day + 1}000000 ${url} text/html 200 ${digestOf(n)} - - 820 12 a.warc.gz`;
    }),
  ).flat();
}

function asJson(line: string): string {
  const [key, time, url, mime, status, digest] = line.split(' ');
  return `${key} ${time} ${JSON.stringify({ url, mime, status, digest })}`;
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

describe('an index', () => {
  const cdx = lines('example.com');
  const members = [cdx.slice(0, 20), cdx.slice(20)].map((some) => gzipSync(`${some.map(asJson).join('\n')}\n`));

  it.each([
    ['CDX with a header', file('a.cdx', [' CDX N b a m s k r M S V g', ...cdx].join('\n'))],
    ['CDX without order', file('b.cdx', cdx.toReversed().join('\n'))],
    ['CDXJ of several gzip members', file('cdx-00000.gz', Buffer.concat(members))],
  ])('of %s confirms facts', async (_, path) => {
    const { code, stdout, stderr } = await dustpan(['learn', '--cdx', path]);
    expect(stdout).toBe(CONFIRMED);
    expect(stderr).toBe(
      'read 60 captures, used 60 as evidence about pages\n1 claim confirmed, 0 refuted, 0 undecided\n',
    );
    expect(code).toBe(0);
  });

  it('is read again and sorted on disk, if it turns out not to be in order', async () => {
    const hosts = Array.from({ length: 9 }, (_, n) => `s${n}.example`);
    const files = [0, 15].map((first) =>
      file(`from-${first}.cdx`, hosts.flatMap((host) => lines(host, 15, first)).join('\n')),
    );
    const { code, stdout, stderr } = await dustpan(['learn', '--memory', '1M', '--cdx', ...files]);
    expect(stdout.trimEnd().split('\n').toSorted()).toEqual(
      hosts.map((host) => CONFIRMED.trimEnd().replace('example.com', host)),
    );
    expect(stderr).toBe(
      'read 540 captures, used 540 as evidence about pages\n9 claims confirmed, 0 refuted, 0 undecided\n',
    );
    expect(code).toBe(0);
  });

  it('from standard input writes facts that canon uses', async () => {
    const facts = join(temporaryFolder(), 'facts.json');
    const { stdout } = await dustpan(['learn', '--json', '--cdx', '-', '--facts', facts], cdx.join('\n'));
    expect(ndjson(stdout)).toMatchObject([
      {
        kind: 'slash',
        scope: 'example.com/docs/',
        verdict: 'confirmed',
        source: 'archive',
        expires: '2026-02-01T00:00:00.000Z',
        evidence: { length: 30, 0: { by: 'archive', seen: 'same-digest', at: '2026-01-02T00:00:00.000Z' } },
      },
    ]);
    expect(JSON.parse(readFileSync(facts, 'utf8'))).toEqual({
      version: 1,
      facts: [{ kind: 'slash', host: 'example.com', path: '/docs/', value: 'remove' }],
    });
    const canon = await dustpan(['canon', '--facts', facts, 'http://example.com/docs/x/']);
    expect(canon.stdout).toBe('http://example.com/docs/x\n');
  });

  it('with mistakes names them, and the rest counts', async () => {
    const mistakes = ['noise', 'a'.repeat(100_000), ...Array.from({ length: 9 }, () => 'com,example)/ x')];
    const bad = file('bad.cdx', [...mistakes, ...cdx].join('\n'));
    const cut = file('cut.gz', gzipSync(lines('example.org').join('\n')).subarray(0, -60));
    const { code, stdout, stderr } = await dustpan(['learn', '--cdx', cut, bad]);
    expect(stdout).toContain(CONFIRMED);
    expect(stderr).toMatch(/cut\.gz: damaged gzip data/);
    expect(stderr).toMatch(/bad\.cdx"?:1: not a line of CDX or CDXJ/);
    expect(stderr).toMatch(/bad\.cdx"?:2: the line is longer than 64 KiB/);
    expect(stderr).toMatch(/and 7 more\n/);
    expect(stderr).toMatch(/unreadable lines, records and files: 12\n/);
    expect(code).toBe(1);
  });
});

test('captures of a very large site are used or left out', async () => {
  const { stderr } = await dustpan([
    'learn',
    '--memory',
    '1M',
    '--cdx',
    file('large.cdx', lines('a.example', 700).join('\n')),
  ]);
  const [, used, leftOut] =
    /read 1,400 captures, used (\d+) as evidence about pages\nleft out (\d+) captures/.exec(stderr) ?? [];
  expect(Number(used) + Number(leftOut)).toBe(1400);
});

test('an index and the records of wget say the same, however they are packed', async () => {
  const of = (name: string): string => join(import.meta.dirname, '../fixtures/archives', name);
  const configuration = file('dustpan.config.json', JSON.stringify({ evidence: { slash: { archive: 1 } } }));
  const all = [
    ['--cdx', of('wget.cdx')],
    ['--warc', of('wget.warc.gz')],
    ['--warc', of('wget.warc.zst')],
  ].map((archive) => dustpan(['learn', '--config', configuration, ...archive]));
  for (const { stdout, stderr } of await Promise.all(all)) {
    expect(stdout).toMatch(
      /^slash +archive\.test\/docs\/c\/\$ +confirmed +add +redirects in the archive on 1 of 1 sample\n$/,
    );
    expect(stderr).toContain('read 6 captures, used 6 as evidence');
  }
});

test('a crawl gets the evidence about its own sites', async () => {
  const path = join(temporaryFolder(), 'site.dustpan');
  const frontier = await openSqliteFrontier(path);
  await frontier.add([found('http://www.example.com/')]);
  await frontier.close();
  const archive = file('a.cdx', [...lines('example.com'), ...lines('example.org')].join('\n'));
  const { stdout, stderr } = await dustpan(['learn', path, '--cdx', archive]);
  expect(stdout).toBe(CONFIRMED);
  expect(stderr).toContain(
    'found 0 pieces of evidence in the crawl and 30 in the archives, 30 in total\nthe next crawl into this file uses the confirmed claims\n',
  );
  const facts = await dustpan(['facts', path]);
  expect(facts.stdout).toMatch(/^slash +example\.com\/docs\/ +confirmed/);
});

test('a crawl of other sites than the archive is named', async () => {
  const path = join(temporaryFolder(), 'site.dustpan');
  const frontier = await openSqliteFrontier(path);
  await frontier.add(['a', 'www.a', 'b', 'c', 'd'].map((name) => found(`http://${name}.example/`)));
  await frontier.close();
  const archive = file('a.cdx', lines('example.com').join('\n'));
  const { code, stdout, stderr } = await dustpan(['learn', path, '--cdx', archive]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toContain(
    `read 60 captures, used 0 as evidence about pages
no capture shows a page of this crawl's sites (a.example, b.example, c.example and 1 more)
found 0 pieces of evidence in the crawl and 0 in the archives, 0 in total
`,
  );
  expect(stderr).not.toContain('the next crawl');
});

test('a file in another format is named, with what to do', async () => {
  const crawl = join(temporaryFolder(), 'site.dustpan');
  await (await openSqliteFrontier(crawl)).close();
  const index = file('a.cdxj', lines('example.com').map(asJson).join('\n'));
  const json = file('wayback.json', '[["urlkey","timestamp"],\n["com,example)/","20260101000000"]]\n');
  const cluster = file('cluster.idx', 'com,example)/ 20260101000000\tcdx-00000.gz\t0\t188224\t1\n'.repeat(9));
  const [database, noRecords, noIndex, noCluster, mixed] = await Promise.all([
    dustpan(['learn', '--cdx', index, crawl]),
    dustpan(['learn', '--warc', index]),
    dustpan(['learn', '--cdx', json]),
    dustpan(['learn', '--cdx', cluster]),
    dustpan(['learn', '--cdx', json, index]),
  ]);
  expect(database.stderr).toContain(`${crawl} is a crawl file; put it before --cdx\n`);
  expect(noRecords.stderr).toBe(
    `dustpan: no captures found: ${index} is not a WARC file; if it is an index: --cdx ${index}\n`,
  );
  expect(noIndex.stderr).toBe(
    `dustpan: no captures found: ${json} is JSON of a CDX server; ask the server without output=json\n`,
  );
  expect(noCluster.stderr).toBe(
    `dustpan: no captures found: ${cluster} only lists the files of an index; name those, such as cdx-00000.gz\n`,
  );
  expect(mixed.stdout).toBe(CONFIRMED);
  expect(mixed.stderr).toContain('unreadable lines, records and files: 1\n');
  expect([database, noRecords, noIndex, noCluster, mixed].map(({ code }) => code)).toEqual([2, 2, 2, 2, 1]);
});

test('says what to do with ARC files', async () => {
  const path = file('a', 'filedesc://a.arc 0.0.0.0 20260101000000 text/plain 1\n');
  const { code, stderr } = await dustpan(['learn', '--warc', path]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`${path} is an ARC file; convert it to WARC first, as with warcio recompress`),
  ]);
});

test('says that Zstandard is not read from a pipe', async () => {
  const path = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [path]);
  const [{ code, stderr }] = await Promise.all([
    dustpan(['learn', '--warc', path]),
    writeFile(path, readFileSync(join(import.meta.dirname, '../fixtures/archives/wget.warc.zst'))),
  ]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(
      /pipe is packed with Zstandard, which dustpan does not read from a pipe; save it to a file, and give the name of the file/,
    ),
  ]);
});

test('says what is missing', async () => {
  const log = file('access.log', '');
  const [neither, both, noCaptures, noFile, idle] = await Promise.all([
    dustpan(['learn', '--window', '1d']),
    dustpan(['learn', '--log', log, '--cdx', log]),
    dustpan(['learn', '--cdx', file('urls.txt', 'http://example.com/\n')]),
    dustpan(['learn', '--warc', `${log}.1`]),
    dustpan(['learn', '--log', log, '--window', '1d']),
  ]);
  expect(neither.stderr).toMatch(/give a crawl file, archives or logs/);
  expect(both.stderr).toMatch(/--log stands alone/);
  expect(noCaptures.stderr).toMatch(/no captures found: .*urls\.txt"?:1: not a line of CDX or CDXJ; --cdx reads/);
  expect(noFile.stderr).toMatch(/does not exist/);
  expect(idle.stderr).toMatch(/--window has no effect without --cdx or --warc/);
  for (const { code } of [neither, both, noCaptures, noFile, idle]) expect(code).toBe(2);
});

test('output that does not fit into memory comes in order, and can be forgotten', () => {
  const workspace = new LazyWorkspace();
  try {
    const spool = new Spool(() => workspace.open(), -1);
    const text = (): string => Buffer.concat([...spool.blocks()]).toString();
    const parts = Array.from({ length: 5 }, (_, n) => `${n}é`.repeat(300_000));
    for (const part of parts) spool.add(part);
    expect(workspace.open()).toBeInstanceOf(SqliteWorkspace);
    expect(text()).toBe(parts.join(''));
    spool.clear();
    spool.add('again');
    expect(text()).toBe('again');
  } finally {
    workspace.close();
  }
});
