/** Covers: src/cli/commands/serve.ts, src/cli/serve/{crawl-progress,local-server,problem-page,render,revision,server}.ts */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { close, listen } from '../../../config/demo-site/loopback.ts';
import { links, site, type Web } from '../../crawler/web.ts';
import { dustpan, start, temporaryFolder } from '../dustpan.ts';
import { headOf, serving } from './serving.ts';

const PAGES = { '/': links('/a', '/b'), '/a': links('/c'), '/b': links(), '/c': links() };

/** A crawl file of so many pages. */
async function crawled(web: Web, pages = 1, database = join(temporaryFolder(), 'a.dustpan')): Promise<string> {
  await crawlOn(web, database, '--max-pages', String(pages));
  return database;
}

async function crawlOn(web: Web, database: string, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await dustpan(['crawl', `${web.origin}/`, '--db', database, ...args]);
  if (code !== 0) throw new Error(stderr);
}

/** Every file of the folder, with the hash of its bytes. */
function filesBeside(database: string): readonly string[] {
  const folder = dirname(database);
  return readdirSync(folder)
    .toSorted()
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}`,
    );
}

describe('the report', () => {
  test('has the findings of all rules but one that throws, which is named in the terminal', async () => {
    const database = await crawled(await site(PAGES), 2);
    const config = join(dirname(database), 'own.mjs');
    const texts = `severity: 'info', title: 't', condition: 'c', why: 'w', remedy: 'r', reference: 's'`;
    const rules = `{ ${texts}, id: 'ours/bad', checkSite() { throw new Error('no'); } },
      { ${texts}, id: 'ours/good', *checkPage({ key }) { yield { key, message: 'm' }; } }`;
    writeFileSync(config, `export default { rules: [${rules}] };`);
    const server = await serving(database, '--config', config);
    expect(await server.head()).toMatchObject({ summary: { byRule: { 'ours/good': 2 } } });
    const { stderr } = await server.end('SIGTERM');
    expect(stderr).toContain('dustpan: the rule ours/bad failed on the site');
  });

  test('is that of now, while crawls go on in the same file', async () => {
    const web = await site(PAGES);
    const database = await crawled(web, 1);
    const server = await serving(database);
    const first = await server.head();
    expect(first).toMatchObject({ seeds: [`${web.origin}/`], summary: { pages: 1 } });
    expect(await server.progress()).toMatchObject({
      problem: null,
      isWriting: false,
      pages: 1,
      queued: 2,
      failed: 0,
      rate: null,
      states: { done: 1, queued: 2 },
      reportCreatedAt: first.createdAt,
    });
    await crawlOn(web, database);
    await expect.poll(async () => (await server.head()).summary.pages).toBe(4);
    await expect.poll(server.progress).toMatchObject({ pages: 4, queued: 0 });
  });

  test('is there, with the progress, while a crawl is writing; which then leaves the file whole', async () => {
    const asked = Promise.withResolvers<() => void>();
    const web = await site({
      ...PAGES,
      '/c': (_, response) => asked.resolve(() => response.writeHead(200, { 'content-type': 'text/html' }).end(links())),
    });
    const database = await crawled(web, 1);
    const server = await serving(database);
    const crawl = start(['crawl', `${web.origin}/`, '--db', database]);
    const answer = await asked.promise;
    await expect.poll(server.progress).toMatchObject({ isWriting: true, pages: 3, queued: 1 });
    await expect.poll(async () => (await server.progress()).rate).toBe(0);
    expect((await server.head()).summary.pages).toBe(3);
    answer();
    expect((await crawl.ended).code).toBe(0);
    expect(readdirSync(dirname(database))).toEqual(['a.dustpan']);
    await expect.poll(server.progress).toMatchObject({ isWriting: false, pages: 4, rate: null });
  });

  test('names the revision that it is of, which the progress names too until the file changes', async () => {
    const web = await site(PAGES);
    const database = await crawled(web, 1);
    const server = await serving(database);
    const revision = /<meta name="revision" content="([^"]+)">/.exec((await server.get('/')).text)?.[1];
    expect((await server.progress()).revision).toBe(revision);
    await crawlOn(web, database);
    await expect.poll(async () => (await server.progress()).revision).not.toBe(revision);
  });

  test('is made once for all who ask at a time', async () => {
    const server = await serving(await crawled(await site(PAGES)));
    const answers = await Promise.all(Array.from({ length: 10 }, () => server.get('/')));
    expect(new Set(answers.map((answer) => headOf(answer).createdAt)).size).toBe(1);
  });

  test('leaves the bytes of the database as they are, and nothing beside it', async () => {
    const database = await crawled(await site(PAGES), 4);
    const before = filesBeside(database);
    const server = await serving(database);
    expect((await server.head()).summary.pages).toBe(4);
    await server.progress();
    await server.end('SIGINT');
    expect(filesBeside(database)).toEqual(before);
  });
});

describe('who may ask, and what', () => {
  test('only under its own name: what a rebound name leads here is refused', async () => {
    const server = await serving(await crawled(await site(PAGES)));
    const statusFor = async (host: string): Promise<number> => (await server.get('/progress', { host })).status;
    for (const host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`, `LocalHost:${server.port}`]) {
      expect(await statusFor(host), host).toBe(200);
    }
    for (const host of [
      `evil.example:${server.port}`,
      'evil.example',
      '127.0.0.1',
      'localhost',
      `127.0.0.1:${server.port + 1}`,
      `127.0.0.1.evil.example:${server.port}`,
      `localhost:${server.port}:${server.port}`,
      `[::1]:${server.port}`,
    ]) {
      expect(await statusFor(host), host).toBe(421);
      expect((await server.get('/', { host })).text, host).not.toContain('<script');
    }
  });

  test('nobody who names no host', async () => {
    const server = await serving(await crawled(await site(PAGES)));
    const socket = connect(server.port, '127.0.0.1');
    socket.setEncoding('utf8').write('GET / HTTP/1.0\r\n\r\n');
    expect((await Array.fromAsync<string>(socket)).join('')).toMatch(/^HTTP\/1\.1 421 /);
  });

  test('only to look, and no page of another site', async () => {
    const server = await serving(await crawled(await site(PAGES)));
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      expect(await server.get('/progress', { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
    }
    for (const path of ['/', '/progress', '/elsewhere']) {
      const { status, headers } = await server.get(path);
      expect(status).toBe(path === '/elsewhere' ? 404 : 200);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'$/),
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  test('HEAD gets the headers of GET and no body', async () => {
    const server = await serving(await crawled(await site(PAGES)));
    for (const path of ['/', '/progress']) {
      const { status, text, headers } = await server.get(path, { method: 'HEAD' });
      expect([status, text, headers['content-type']]).toEqual([
        200,
        '',
        (await server.get(path)).headers['content-type'],
      ]);
    }
  });

  test('only from this machine', async () => {
    const server = await serving(await crawled(await site(PAGES)));
    const socket = connect(server.port, '127.0.0.2');
    const refused = await Promise.race([
      once(socket, 'connect').then(() => false),
      once(socket, 'error').then(() => true),
    ]).catch(() => true);
    socket.destroy();
    expect(refused).toBe(true);
  });
});

describe('in a container', () => {
  test('it listens on all addresses, and still answers only to its own name', async () => {
    const database = await crawled(await site(PAGES));
    const server = await serving(database, '--listen', '0.0.0.0');
    const socket = connect(server.port, '127.0.0.2');
    await once(socket, 'connect');
    socket.setEncoding('utf8').write(`GET /health HTTP/1.0\r\nhost: evil.example:${server.port}\r\n\r\n`);
    expect((await Array.fromAsync<string>(socket)).join('')).toMatch(/^HTTP\/1\.1 421 /);
    expect((await server.get('/health')).status).toBe(200);
    const { code, stderr } = await dustpan(['serve', database, '--listen', '192.0.2.1']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Allowed choices are 127.0.0.1, 0.0.0.0')]);
  });

  test('a program that watches it learns whether it can read the crawl', async () => {
    const database = await crawled(await site(PAGES));
    const server = await serving(database);
    expect(await server.get('/health')).toMatchObject({ status: 200, text: 'ok\n' });
    renameSync(database, `${database}.away`);
    await expect
      .poll(() => server.get('/health'))
      .toMatchObject({
        status: 503,
        text: expect.stringContaining('does not exist'),
        headers: { 'content-type': 'text/plain; charset=utf-8' },
      });
  });
});

describe('a database that cannot be read is told of, and no more', () => {
  test('replaced by --fresh: the report is of the new crawl', async () => {
    const [web, other] = [await site(PAGES), await site({ '/': links('/only'), '/only': links() })];
    const database = await crawled(web, 4);
    const server = await serving(database);
    expect((await server.head()).seeds).toEqual([`${web.origin}/`]);
    await crawlOn(other, database, '--fresh');
    await expect.poll(server.head).toMatchObject({ seeds: [`${other.origin}/`], summary: { pages: 2 } });
    await expect.poll(server.progress).toMatchObject({ pages: 2, queued: 0 });
  });

  test('gone: the page says so until it is back', async () => {
    const database = join(temporaryFolder(), '<b>&.dustpan');
    await crawled(await site(PAGES), 4, database);
    const server = await serving(database);
    renameSync(database, `${database}.away`);
    const { status, text } = await server.get('/');
    expect(status).toBe(503);
    expect(text).toMatch(/&lt;b&gt;&amp;\.dustpan does not exist; check the path/);
    expect(text).not.toContain('<b>');
    await expect.poll(server.progress).toMatchObject({ problem: expect.stringContaining('does not exist') });
    renameSync(`${database}.away`, database);
    await expect.poll(async () => (await server.get('/')).status).toBe(200);
    await expect.poll(server.progress).toMatchObject({ problem: null, pages: 4 });
  });

  test('locked: the page says so until it is free', async () => {
    const database = await crawled(await site(PAGES), 4);
    const server = await serving(database);
    const other = new Database(database);
    other.exec('BEGIN EXCLUSIVE');
    const { status, text } = await server.get('/');
    expect([status, text]).toEqual([503, expect.stringContaining('is locked by another program')]);
    expect((await server.progress()).problem).toContain('is locked by another program');
    other.close();
    await expect.poll(async () => (await server.get('/')).status).toBe(200);
  });

  test('no database any more', async () => {
    const database = await crawled(await site(PAGES), 4);
    const server = await serving(database);
    writeFileSync(database, 'These are notes.\n'.repeat(100));
    expect(await server.get('/')).toMatchObject({ status: 503, text: expect.stringContaining('is not a crawl file') });
    expect((await server.progress()).problem).toContain('is not a crawl file');
  });
});

describe('the end', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('%s: exit 0, whoever is connected', async (signal) => {
    const server = await serving(await crawled(await site(PAGES)));
    const half = connect(server.port, '127.0.0.1');
    await once(half, 'connect');
    half.on('error', () => {}).write('GET / HTTP/1.1\r\n');
    const slow = connect(server.port, '127.0.0.1');
    slow.on('error', () => {}).write(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n\r\n`);
    await once(slow, 'readable');
    expect(await server.end(signal)).toMatchObject({ code: 0, stdout: server.url + '\n' });
  });

  test('while a report is being made and the file is locked: exit 0, without a word of errors', async () => {
    const database = await crawled(await site(PAGES), 4);
    const server = await serving(database);
    const other = new Database(database);
    other.exec('BEGIN EXCLUSIVE');
    const asked = [server.get('/'), server.get('/progress')].map((answer) => answer.catch(() => null));
    await server.get('/elsewhere');
    expect(await server.end('SIGINT')).toMatchObject({ code: 0, stderr: '\nstopping\n' });
    other.close();
    await Promise.all(asked);
  });

  test('a client that goes away in the middle of an answer leaves the others alone', async () => {
    const server = await serving(await crawled(await site(PAGES)));
    for (let n = 0; n < 5; n++) {
      const client = connect(server.port, '127.0.0.1');
      client.on('error', () => {}).write(`GET / HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n\r\n`);
      await once(client, 'readable');
      client.resetAndDestroy();
    }
    expect((await server.get('/')).status).toBe(200);
    expect(await server.end('SIGINT')).toMatchObject({ code: 0, stderr: '\nstopping\n' });
  });
});

describe('what cannot be served is refused with the remedy', () => {
  test('a file that is not there', async () => {
    const { code, stdout, stderr } = await dustpan(['serve', 'missing.dustpan']);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe('dustpan: missing.dustpan does not exist; check the path\n');
  });

  test('a port that is taken, or is none', async () => {
    const database = await crawled(await site(PAGES));
    const holder = createServer();
    const port = await listen(holder);
    const taken = await dustpan(['serve', database, '--port', String(port)]);
    expect(taken).toMatchObject({ code: 2, stdout: '' });
    expect(taken.stderr).toMatch(
      /^dustpan: cannot listen on port \d+ \(.*EADDRINUSE.*\); choose another port, or omit --port/,
    );
    await close(holder);
    const named = await serving(database, '--port', String(port));
    expect(named.port).toBe(port);
    const none = await dustpan(['serve', database, '--port', '65536']);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('Write a number up to 65535.')]);
  });

  test('keys that cannot be made again without a list of parameters, which it then takes', async () => {
    const folder = temporaryFolder();
    const [database, list] = [join(folder, 'a.dustpan'), join(folder, 'list.txt')];
    writeFileSync(list, 'session\n');
    await crawlOn(await site(PAGES), database, '--params', list);
    expect((await dustpan(['serve', database])).stderr).toMatch(/pass the same --params or --config again/);
    const server = await serving(database, '--params', list);
    expect((await server.head()).summary.pages).toBe(4);
    rmSync(list);
  });
});
