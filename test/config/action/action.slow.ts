/** Covers: config/action/{audit,comment,inputs,known,server,workflow}.ts, config/action/pull-request-comment.ts */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { freePort } from '../../free-port.ts';
import { type GitHub, gitHub } from './github.ts';
import { type Job, type Ran, runAction } from './runner.ts';

/** A server that shows each file of its folder as a page, on the port in its argument. */
const SERVER = `
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
createServer(({ url }, response) => {
  const file = 'site' + (url === '/' ? '/index.html' : url);
  if (!existsSync(file)) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': 'text/html' }).end(readFileSync(file));
}).listen(process.argv[2], '127.0.0.1', () => console.log('listening'));
`;

/** The same server, which answers late, and notes the most requests that waited together. */
const LATE_SERVER = SERVER.replace(
  'createServer(({ url }, response) => {',
  `let waiting = 0, most = 0;
createServer(async ({ url }, response) => {
  writeFileSync('most', String((most = Math.max(most, ++waiting))));
  await new Promise((resolve) => setTimeout(resolve, 50));
  waiting--;`,
).replace('readFileSync }', 'readFileSync, writeFileSync }');

/** The same server, which answers one page when another one is asked for. */
const WAITING_SERVER = SERVER.replace(
  'createServer(({ url }, response) => {',
  `const straw = Promise.withResolvers();
createServer(async ({ url }, response) => {
  if (url === '/straw') straw.resolve();
  if (url === '/birch') await straw.promise;`,
);

/** A page that names its canonical URL. */
function page(origin: string, path: string, canonical: string, ...links: readonly string[]): string {
  const list = links.map((link) => `<a href="${link}">${link}</a>`).join(' ');
  return `<!doctype html><html lang="en"><title>${path}</title><meta name="description" content="About ${path}"><link rel="canonical" href="${origin}${canonical}"><h1>${path}</h1><p>Brooms of ${path}.</p>${list}`;
}

let workspace: string;
let cache: string;
let port: number;
let origin: string;
let runId = 1000;
let api: GitHub;

beforeEach(async () => {
  workspace = mkdtempSync(join(tmpdir(), 'workspace-'));
  cache = mkdtempSync(join(tmpdir(), 'cache-'));
  mkdirSync(join(workspace, 'site'));
  writeFileSync(join(workspace, 'server.mjs'), SERVER);
  port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  api = await gitHub('ann/brooms', 7);
  put('index.html', page(origin, '/', '/', '/birch', '/straw'));
  put('birch', page(origin, '/birch', '/birch'));
  put('straw', page(origin, '/straw', '/straw'));
});

function put(file: string, text: string): void {
  writeFileSync(join(workspace, 'site', file), text);
}

/** The page about birch names a URL that does not exist. */
function breakBirch(): void {
  put('birch', page(origin, '/birch', '/lost'));
}

function run(event: Job['event'], inputs: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const payload = event === 'pull_request' ? { pull_request: { number: 7 } } : {};
  const start = `node server.mjs ${port}`;
  return runAction({
    inputs: { url: `${origin}/`, start, options: '--probe off\n--retries 0', ...inputs },
    workspace,
    cache,
    event,
    payload,
    api: api.url,
    runId: runId++,
  });
}

/** What the cache has. */
function cached(): readonly string[] {
  return readdirSync(cache).map((name) => `${name} ${readFileSync(join(cache, name), 'utf8')}`);
}

function errorsIn({ log }: Ran): readonly string[] {
  return log.split('\n').filter((line) => line.startsWith('::error'));
}

const sarif = z.fromJSONSchema(
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../../report/audit/sarif-2.1.0-rtm.5.json'), 'utf8'),
    (name, value: unknown) => (name === 'format' && value === 'uri-reference' ? undefined : value),
  ),
);

describe('a pull request that breaks a canonical URL', () => {
  test('fails, and says so by an annotation, a summary, a comment and code scanning', async () => {
    expect((await run('push')).succeeded).toBe(true);
    breakBirch();
    const broken = await run('pull_request', { sarif: 'true' });
    expect(broken.codes).toEqual(
      new Map([
        ['Audit', 1],
        ['Comment on the pull request', 0],
      ]),
    );
    expect(errorsIn(broken)).toEqual([
      expect.stringMatching(/^::error title=target\/error%3A .*::http:\/\/127\.0\.0\.1:\d+\/birch /),
    ]);
    expect(broken.summary).toMatch(
      /^New findings only\. Already known: \d+\.\n\n## Canonical URLs: 1 error, 0 warnings, /,
    );
    expect(api.comments).toEqual([`<!-- dustpan: dustpan -->\n${broken.summary.trimEnd()}\n`]);
    expect(api.comments[0]).toContain('/birch');
    const [log = ''] = broken.scanned;
    expect(sarif.safeParse(JSON.parse(log)).error).toBeUndefined();
    expect(log).toContain('"ruleId":"target/error"');
    expect(readFileSync(join(broken.outputs['folder'] ?? '', 'report.html'), 'utf8')).toContain('<html');
  });

  test('gets one comment, which says so when it is mended', async () => {
    await run('push');
    breakBirch();
    await run('pull_request');
    await run('pull_request');
    expect(api.comments).toHaveLength(1);
    put('birch', page(origin, '/birch', '/birch'));
    const mended = await run('pull_request');
    expect(mended.succeeded).toBe(true);
    expect(errorsIn(mended)).toEqual([]);
    expect(api.comments).toEqual([expect.stringContaining('Nothing to report.')]);
    expect(api.requests.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'PATCH', 'GET', 'PATCH']);
  });

  test('passes if only the summary should tell', async () => {
    breakBirch();
    const ran = await run('pull_request', { 'fail-on': 'none', comment: 'false' });
    expect(ran.succeeded).toBe(true);
    expect(errorsIn(ran)).toHaveLength(1);
    expect(api.requests).toEqual([]);
  });
});

describe('what is known', () => {
  test('a pull request without new findings passes, gets no comment, and changes nothing that others know', async () => {
    breakBirch();
    const first = await run('push');
    expect(first.succeeded).toBe(false);
    expect(first.summary).toContain('All findings: there is nothing to compare with yet.');
    const known = cached();
    put('new', page(origin, '/new', '/lost'));
    put('index.html', page(origin, '/', '/', '/birch', '/straw', '/new'));
    expect((await run('pull_request')).succeeded).toBe(false);
    put('index.html', page(origin, '/', '/', '/birch', '/straw'));
    const ran = await run('pull_request');
    expect(ran.succeeded).toBe(true);
    expect(cached()).toEqual(known);
  });

  test('the next run on the branch knows the findings of the last one, but not those that were mended in between', async () => {
    breakBirch();
    await run('push');
    expect((await run('push')).succeeded).toBe(true);
    put('birch', page(origin, '/birch', '/birch'));
    expect((await run('push')).succeeded).toBe(true);
    breakBirch();
    expect((await run('push')).succeeded).toBe(false);
  });

  test('a file of the repository takes the place of the cache', async () => {
    breakBirch();
    const first = await run('push');
    const report = readFileSync(join(first.outputs['folder'] ?? '', 'report.json'));
    writeFileSync(join(workspace, 'audit-baseline.json'), report);
    const ran = await run('pull_request', { baseline: 'audit-baseline.json', name: 'other' });
    expect(ran.succeeded).toBe(true);
    expect(ran.summary).toContain('New findings only.');
  });
});

describe('a token that may not comment', () => {
  test('costs the comment, not the run, and never shows in the log', async () => {
    breakBirch();
    api.refuses = 403;
    const ran = await run('pull_request', { 'fail-on': 'none' });
    expect(ran.succeeded).toBe(true);
    expect(ran.log).toContain('::notice title=dustpan::No comment was written (GitHub answered 403)');
    expect(ran.log).toContain('pull-requests: write');
    expect(ran.log + ran.summary).not.toContain('secret-token');
  });

  test('a comment of somebody else who copied the marker stays as it is', async () => {
    breakBirch();
    api.add('<!-- dustpan: dustpan -->\nmine', 'mallory');
    await run('pull_request');
    expect(api.comments).toEqual(['<!-- dustpan: dustpan -->\nmine', expect.stringContaining('/birch')]);
  });
});

describe('inputs', () => {
  test('are data: a shell does not read them', async () => {
    const mark = join(workspace, 'mark');
    const hostile = [
      ['url', `${origin}/"; touch ${mark}; "`],
      ['url', `$(touch ${mark})`],
      ['options', `--max-pages $(touch ${mark})`],
      ['fail-on', `none; touch ${mark}`],
      ['wait-seconds', `1; touch ${mark}`],
      ['name', `../$(touch ${mark})`],
    ] as const;
    const rans = await Promise.all(
      hostile.map(([name, value], index) => run('push', { ...(index > 0 && { start: '' }), [name]: value })),
    );
    expect(rans.map(({ succeeded }) => succeeded)).toEqual(hostile.map(() => false));
    expect(existsSync(mark)).toBe(false);
  });

  test('options reach dustpan, one per line', async () => {
    breakBirch();
    const ran = await run('push', { options: '--no-rule target/*\n\n--max-pages 2\n--probe off' });
    expect(ran.log).toContain('2 pages');
    expect(errorsIn(ran)).toEqual([]);
  });
});

test('pages are fetched one after the other, so that each run finds the same, unless options say otherwise', async () => {
  writeFileSync(join(workspace, 'server.mjs'), LATE_SERVER);
  const most = (): string => readFileSync(join(workspace, 'most'), 'utf8');
  await run('push');
  expect(most()).toBe('1');
  writeFileSync(join(workspace, 'server.mjs'), WAITING_SERVER);
  const together = await run('push', { options: '--probe off\n--retries 0\n--concurrency 4' });
  expect(together.log).toContain('3 pages');
});

describe('the server', () => {
  test('has ended when the audit has, with all its processes', async () => {
    await run('push', { start: `node server.mjs ${port} & wait` });
    await expect(fetch(origin)).rejects.toThrow('fetch failed');
  });

  test('that fails is quoted, and no line of it is a command', async () => {
    const ran = await run('push', { start: 'echo "::error::not mine"; echo no such port >&2; exit 3' });
    expect(ran.codes.get('Audit')).toBe(2);
    expect(ran.log).toMatch(
      /::stop-commands::(\S+)\n[^]*no such port\n::\1::\n::error title=dustpan::the command of start ended with 3\n$/,
    );
    expect(ran.outputs['folder']).toBe('');
  });

  test('that does not answer is not waited for longer than asked', async () => {
    const ran = await run('push', { start: 'sleep 600', 'wait-seconds': '0' });
    expect(ran.log).toContain('did not answer within 0 s (ECONNREFUSED)');
  });
});

test('what pages say is not a command', async () => {
  put('birch', page(origin, '/birch', '/a%0A::warning::x##[stop-commands]y'));
  const ran = await run('push');
  const [, token] = /::stop-commands::(\S+)/.exec(ran.log) ?? [];
  const outside = ran.log.split(/^::stop-commands::.*\n[^]*?^::[\w-]{36}::$/m).join('');
  expect(token).toBeDefined();
  for (const line of outside.split('\n').filter((text) => text !== ''))
    expect(line).toMatch(/^::(?:error|warning|notice) title=/);
});
