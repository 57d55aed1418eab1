/** Covers: src/cli/jobs/read-logs.ts */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openSqliteFrontier } from '../../db/index.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { THRESHOLDS } from '../../src/evidence/thresholds.ts';
import { adjudicate } from '../../src/evidence/verdict.ts';
import { links, redirect, site } from '../crawler/web.ts';
import { found, NO_DETAILS, ONCE, page, request } from '../db/helpers.ts';
import { pages } from '../evidence/evidence.ts';
import { dustpan, launcher, ndjson, temporaryFolder } from './dustpan.ts';
import { ledger } from './ledgers.ts';

const LINES = Array.from({ length: 30 }, (_, n) => [line(`/docs/${n}`, 301), line(`/docs/${n}/`, 200)]).flat();

function line(path: string, status: number): string {
  return `192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET ${path} HTTP/1.1" ${status} 1000 "-" "Agent"`;
}

function logFile(lines: readonly string[], isPacked = false): string {
  const path = join(temporaryFolder(), 'access.log');
  const text = `${lines.join('\n')}\n`;
  writeFileSync(path, isPacked ? gzipSync(text) : text);
  return path;
}

it('learns from logs, packed or not, and writes what is confirmed as facts', async () => {
  const files = [logFile(LINES.slice(0, 30), true), logFile(['noise', ...LINES.slice(30)])];
  const facts = join(temporaryFolder(), 'facts.json');
  const { code, stdout, stderr } = await dustpan([
    'learn',
    '--host',
    'example.com',
    '--facts',
    facts,
    '--log',
    ...files,
  ]);
  expect(stdout).toMatch(/^slash  example\.com\/docs\/  confirmed  add  redirects in the log on 30 of 30 samples\n$/);
  expect(stderr).toContain('read 61 lines, used 60 requests; skipped 1 line in an unknown format');
  expect(code).toBe(0);
  expect(JSON.parse(readFileSync(facts, 'utf8'))).toEqual({
    version: 1,
    facts: [{ kind: 'slash', host: 'example.com', path: '/docs/', value: 'add' }],
  });
  const canon = await dustpan(['canon', '--facts', facts, 'http://example.com/docs/31', 'http://example.com/a']);
  expect(canon.stdout).toBe('http://example.com/docs/31/\nhttp://example.com/a\n');
});

it('prints a claim a line as JSON', async () => {
  const { stdout } = await dustpan(['learn', '--json', '--host', 'example.com', '--log', logFile(LINES)]);
  expect(ndjson(stdout)).toMatchObject([
    {
      kind: 'slash',
      scope: 'example.com/docs/',
      verdict: 'confirmed',
      target: 'add',
      source: 'log',
      samples: 30,
      evidence: { length: 30 },
    },
  ]);
});

it('reads a log from standard input, once', async () => {
  const args = ['learn', '--host', 'example.com', '--log', '-'];
  const { stdout } = await dustpan(args, LINES.join('\n'));
  expect(stdout).toContain('redirects in the log on 30 of 30 samples');
  const twice = await dustpan([...args, '-'], LINES.join('\n'));
  expect(twice.stderr).toContain('standard input can be read only once; use - once');
  expect(twice.code).toBe(2);
});

it('leaves no file behind when it is interrupted while a log is open', async () => {
  const cwd = temporaryFolder();
  const args = [launcher, 'learn', '--host', 'example.com', '--log', '-', '--facts', 'facts.json'];
  const child = spawn(process.execPath, args, { cwd });
  child.stdin.on('error', () => {}).write(LINES.join('\n'));
  child.stdout.resume();
  child.stderr.resume();
  while (readdirSync(cwd).length === 0) await new Promise(setImmediate);
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([130, null]);
  expect(readdirSync(cwd)).toEqual([]);
});

it('when interrupted after storing, does not claim that nothing was stored', async () => {
  const hosts = Array.from({ length: 99 }, (_, n) => `h${n}.example`);
  const database = await ledger(
    hosts.flatMap((host) => pages(5, 'slash', '/docs/', 'content', { host, target: 'add' })),
  );
  // More than fits into the pipe, so it is still printing claims.
  const args = [launcher, 'learn', database, '--json', '--facts', 'facts.json'];
  const child = spawn(process.execPath, args, { cwd: temporaryFolder() });
  await once(child.stdout, 'readable');
  child.kill('SIGINT');
  child.stdout.resume();
  expect(await textOf(child.stderr)).toContain('\nstopping\n');
});

it('asks for the host of a log before it has read the rest', async () => {
  const child = spawn(process.execPath, [launcher, 'learn', '--log', '-'], { cwd: temporaryFolder() });
  child.stdin.on('error', () => {}).write(`${LINES.join('\n')}\n`);
  child.stdout.resume();
  child.stderr.resume();
  expect(await once(child, 'exit')).toEqual([2, null]);
  child.stdin.destroy();
});

it('counts no request as used whose URL it passes over', async () => {
  const log = logFile([...LINES, line(`/${'a'.repeat(3000)}`, 200)]);
  const { stderr } = await dustpan(['learn', '--host', 'example.com', '--log', log]);
  expect(stderr).toContain('read 61 lines, used 60 requests; skipped 1 request because of too many or too long URLs');
});

it('says what may decide a claim with too few samples, without options that learn lacks', async () => {
  const { stdout } = await dustpan(['learn', '--host', 'example.com', '--log', logFile(LINES.slice(0, 4))]);
  expect(stdout).toMatch(/ undecided .*too few; a larger crawl, archive or log may show more, or a probe\n$/);
});

it('says so if no two URLs of a log can be compared', async () => {
  const none = await dustpan(['learn', '--host', 'example.com', '--log', logFile(LINES.slice(0, 1))]);
  expect([none.code, none.stdout]).toEqual([0, '']);
  expect(none.stderr).toMatch(/^read 1 line, used 1 request\nfound no evidence: no two of the URLs differ only in/);
  const some = await dustpan(['learn', '--host', 'example.com', '--log', logFile(LINES)]);
  expect(some.stderr).not.toContain('found no evidence');
});

it('counts a single piece of evidence in a crawl', async () => {
  const web = await site({ '/': links('/a'), '/a': redirect(301, '/a/'), '/a/': 'a' });
  const folder = temporaryFolder();
  await dustpan(['crawl', `${web.origin}/`, '--db', 'a.dustpan'], '', folder);
  const { stderr } = await dustpan(['learn', 'a.dustpan'], '', folder);
  expect(stderr).toContain('found 1 piece of evidence in the crawl, 1 in total\n');
});

it('makes no file of a name that is misspelled', async () => {
  const path = join(temporaryFolder(), 'misspelled.dustpan');
  const { code, stderr } = await dustpan(['learn', path]);
  expect(code).toBe(2);
  expect(stderr).toContain('misspelled.dustpan');
  expect(existsSync(path)).toBe(false);
});

it('says what is missing', async () => {
  const log = logFile(LINES);
  const [nothing, both, noHost, noLog, noFile] = await Promise.all([
    dustpan(['learn']),
    dustpan(['learn', 'a.dustpan', '--log', log]),
    dustpan(['learn', '--log', log]),
    dustpan(['learn', '--host', 'example.com', '--log', logFile(['http://example.com/'])]),
    dustpan(['learn', '--host', 'example.com', '--log', `${log}.1`]),
  ]);
  expect(nothing.stderr).toMatch(/give a crawl file, archives or logs/);
  expect(both.stderr).toMatch(/--log stands alone/);
  expect(noHost.stderr).toMatch(/the log does not name its site; add --host/);
  expect(noLog.stderr).toMatch(/no line is in an access log format/);
  expect(noFile.stderr).toMatch(/does not exist/);
  for (const { code } of [nothing, both, noHost, noLog, noFile]) expect(code).toBe(2);
});

it('overwrites no file that it reads', async () => {
  const log = logFile(LINES);
  const { code, stderr } = await dustpan(['learn', '--host', 'example.com', '--log', log, '--facts', log]);
  expect(stderr).toMatch(/access\.log is one of the files to read; choose another output file\n$/);
  expect(code).toBe(2);
  expect(readFileSync(log, 'utf8')).toBe(`${LINES.join('\n')}\n`);
});

it('refuses the host of a log without one', async () => {
  const { code, stderr } = await dustpan(['learn', '--cdx', 'x.cdx', '--host', 'example.com']);
  expect(stderr).toMatch(/--host has no effect without --log/);
  expect(code).toBe(2);
});

it('compares links under the claims of the crawl: one page may have been read before a claim merged them', async () => {
  const database = join(temporaryFolder(), 'a.dustpan');
  const urls = [1, 2, 3, 4, 5].flatMap((id) => [1, 2].map((view) => `http://example.com/item?id=${id}&view=${view}`));
  const known = ['sid', 'view'].flatMap((about) =>
    [1, 2, 3, 4, 5].map((id): Evidence => {
      const [url, standing] = [2, 1].map((value) => `http://example.com/item?old=${id}&${about}=${value}`);
      const seen = {
        source: 'content',
        supports: true,
        seen: 'same-text',
        hops: [],
        by: 'crawl',
        at: Date.now(),
      } as const;
      const subject = { kind: 'param', host: 'example.com', about, path: '/item', target: null } as const;
      return { ...subject, ...seen, url: url ?? '', page: standing ?? '' };
    }),
  );
  const frontier = await openSqliteFrontier(database);
  await frontier.add(urls.map((url) => found(url)));
  for (const { id, url } of await frontier.lease(request())) {
    const text = /id=\d/.exec(url)?.[0].repeat(8) ?? '';
    const details = { ...NO_DETAILS, text, sketch: '', record: JSON.stringify({ words: 40, canonicals: [] }) };
    const linked = found(`http://example.com/item${url.endsWith('view=1') ? '?sid=1' : ''}`);
    const outcome = page({ digest: url, contentType: 'text/html', details });
    await frontier.settle('run', [{ id, ...ONCE, at: Date.now(), found: [linked], outcome }]);
  }
  await frontier.addEvidence(known);
  const epoch = await frontier.keyEpoch();
  const claims = adjudicate(known, THRESHOLDS);
  await frontier.rekey({ sites: [], claims, epoch, find: (url) => found(url), ownKey: (url) => found(url).key });
  await frontier.close();
  const { stdout, stderr } = await dustpan(['learn', database]);
  expect({ stdout, stderr }).toEqual({ stdout: expect.stringMatching(/view.*confirmed/), stderr: expect.any(String) });
});
