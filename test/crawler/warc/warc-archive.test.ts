/** Covers: crawler/warc/{warc-archive,warc-scan,warc-records,http-fields,http-head,members,packing,file-window,gzip-members,dechunked,text-index,no-archive}.ts */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { FetchResult } from '../../../crawler/fetch/fetch-result.ts';
import { dechunked } from '../../../crawler/warc/dechunked.ts';
import { WarcArchive } from '../../../crawler/warc/warc-archive.ts';
import { WarcWriter } from '../../../crawler/warc/warc-writer.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import { type CrawlTestOptions, crawl } from '../crawling.ts';
import { type Answer, links, redirect, respond, serve, site } from '../web.ts';
import { filesIn } from './records-in.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'dustpan-test-'));

const open: WarcArchive[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((archive) => archive.close()));
});

/** Opens an archive of these files, until the test ends. */
async function archiveOf(...files: readonly (Uint8Array | string)[]): Promise<WarcArchive> {
  const into = folder();
  const paths = files.map((bytes, at) => {
    const path = join(into, `${at}.warc.gz`);
    writeFileSync(path, typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    return path;
  });
  const archive = await WarcArchive.open(paths);
  open.push(archive);
  return archive;
}

function get(archive: WarcArchive, url: string, maxBytes = 1e6): Promise<FetchResult> {
  return archive.fetch(url, { wantBody: () => true, maxBytes, signal: new AbortController().signal });
}

async function bodyAt(archive: WarcArchive, url: string): Promise<string | null> {
  const result = await get(archive, url);
  return result.kind === 'failure' ? result.code : Buffer.from(result.body ?? []).toString('latin1');
}

interface Parts {
  readonly url?: string;
  readonly type?: string;
  readonly date?: string;
  readonly fields?: string;
  readonly head?: string;
  readonly body?: string;
  /** In place of the head and the body. */
  readonly block?: string;
  readonly contentType?: string;
  readonly length?: number | string;
}

function record({ url = 'http://h/', type = 'response', date = '2024-01-01T00:00:00Z', ...parts }: Parts = {}): string {
  const { fields = '', head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html', body = 'a page' } = parts;
  const { block = head === '' ? '' : `${head}\r\n\r\n${body}`, contentType = 'application/http' } = parts;
  const about = `WARC-Target-URI: ${url}\r\nWARC-Date: ${date}\r\nContent-Type: ${contentType}\r\n${fields}`;
  return `WARC/1.0\r\nWARC-Type: ${type}\r\n${about}Content-Length: ${parts.length ?? block.length}\r\n\r\n${block}\r\n\r\n`;
}

const packed = (...records: readonly string[]): Buffer =>
  Buffer.concat(records.map((text) => gzipSync(Buffer.from(text, 'latin1'))));

describe('a crawl of an archive', () => {
  it('has the same entries as the crawl that wrote it', async () => {
    const page = links('/a', '/b?x=1', '/moved', '/image', '/gone', 'http://other.example/');
    const web = await site({
      '/robots.txt': (_, response) => response.end('User-agent: *\nDisallow: /b\nCrawl-delay: 20'),
      '/': page,
      '/a': `${links('/copy', '/half', '/packed')}<link rel=canonical href=/>`,
      '/copy': page,
      '/moved': redirect(302, '/a#x'),
      '/image': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('pixels'),
      '/packed': (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(gzipSync(links('/c'))),
      '/c': (_, response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
      '/half': (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1000 });
        response.write('half', () => response.destroy());
      },
    });
    const into = folder();
    const warc = { folder: into, maxFileSize: 2000, recordsAll: false };
    const common = { retries: 0, robots: true, concurrency: 1, perSite: 1 } as const;
    const fast = { isOffline: true };
    const live = await crawl([`${web.origin}/`], { ...common, ...fast, warc });
    const requests = web.requests.length;
    const archive = await WarcArchive.open(filesIn(into, '.warc.gz'));
    open.push(archive);
    expect(archive.seed).toBe(`${web.origin}/`);
    const customFetch = archive.fetch.bind(archive);
    const replayed = await crawl([archive.seed], { ...common, ...fast, customFetch });
    const view = ({ entries }: typeof live): unknown => entries.map((entry) => ({ ...entry, fetchedAt: null }));
    expect(view(replayed)).toEqual(view(live));
    expect(web.requests).toHaveLength(requests);
    expect(archive.counts).toMatchObject({ unreadable: 0, wrongDigests: 0 });
    expect(live.entries.map(({ url, reason }) => `${new URL(url).pathname} ${reason}`)).toContain(
      '/half connection-reset',
    );
  });

  it('has the same entries and links, whatever the site is', async () => {
    const body = (hrefs: readonly string[], more: string): string => `${more}${links(...hrefs)}<p>caf\u00e9 ${more}`;
    const html = 'text/html; charset=utf-8';
    const answers: Readonly<Record<string, (text: string, to: string) => Answer>> = {
      page: (text) => respond(200, { 'content-type': html }, text),
      named: (text, to) => respond(200, { 'content-type': html, link: `<${to}>; rel=canonical` }, text),
      gzip: (text) => respond(200, { 'content-type': html, 'content-encoding': 'gzip' }, gzipSync(text)),
      'no gzip': (text) => respond(200, { 'content-type': html, 'content-encoding': 'gzip' }, text),
      latin1: (text) => respond(200, { 'content-type': 'text/html; charset=latin1' }, Buffer.from(text, 'latin1')),
      utf16: (text) => respond(200, { 'content-type': 'text/html' }, Buffer.from(`\ufeff${text}`, 'utf16le')),
      untyped: (text) => respond(200, {}, text),
      image: (text) => respond(200, { 'content-type': 'image/png' }, text),
      large: (text) => respond(200, { 'content-type': html }, `${text}${'x'.repeat(3000)}`),
      empty: () => respond(204),
      gone: (text) => respond(410, { 'content-type': html }, text),
      failing: (text) => respond(500, { 'content-type': html }, text),
      moved: (_, to) => redirect(301, to),
      elsewhere: (_, to) => redirect(302, to),
      nowhere: () => respond(302),
      noindex: (text) => respond(200, { 'content-type': html, 'x-robots-tag': 'noindex' }, text),
      chunks: (text) => (_, response) => {
        response.writeHead(200, { 'content-type': html });
        for (const half of [text.slice(0, 9), text.slice(9)]) response.write(half);
        response.end();
      },
      half: (text) => (_, response) => {
        response.writeHead(200, { 'content-type': html, 'content-length': 9999 });
        response.write(text, () => response.destroy());
      },
    };
    const paths = ['/', '/a', '/a/', '/A', '/b?x=1', '/b?x=1&y', '/%7Ec', '/d//e', '/%C3%A9', '/f%20g'];
    const href = fc
      .tuple(fc.constantFrom(...paths, '/none'), fc.constantFrom('', '#top', '?utm_source=x', ' '), fc.boolean())
      .map(([path, end, isDotted]) => `${isDotted ? '/x/..' : ''}${path.replace('%7E', '~')}${end}`);
    const page = fc.record({
      kind: fc.constantFrom('page', ...Object.keys(answers)),
      hrefs: fc.array(href, { maxLength: 4 }),
      more: fc.constantFrom('', 'the same words on several pages', '<link rel=canonical href=/a>', '<base href=/d/>'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: paths.length, maxLength: paths.length }), async (pages) => {
        const of = (at: number): Answer => {
          const { kind, hrefs, more } = pages[at] ?? { kind: 'page', hrefs: [], more: '' };
          const text = body(at === 0 ? paths : hrefs, more);
          return (
            (at === 0 ? respond(200, { 'content-type': html }, text) : answers[kind]?.(text, hrefs[0] ?? '/')) ?? text
          );
        };
        const web = await serve(Object.fromEntries(paths.map((path, at) => [path, of(at)])));
        const into = folder();
        // Level by level, depths do not depend on the order of answers.
        const scope = { maxDepth: 99 };
        const common = {
          retries: 0,
          concurrency: 1,
          isOffline: true,
          scope,
          fetch: { userAgent: 'x', maxBytes: 2000 },
        };
        const known = async (options: CrawlTestOptions): Promise<unknown> => {
          const frontier = new MemoryFrontier();
          const { entries } = await crawl([`${web.origin}/`], { ...common, ...options }, frontier);
          return [entries.map((entry) => ({ ...entry, fetchedAt: null })), await Array.fromAsync(frontier.links())];
        };
        const live = await known({ warc: { folder: into, maxFileSize: 5000, recordsAll: true } });
        await web.close();
        const archive = await WarcArchive.open(filesIn(into, '.warc.gz'));
        const replayed = await known({ customFetch: archive.fetch.bind(archive) });
        await archive.close();
        expect(replayed).toEqual(live);
        expect(archive.counts).toMatchObject({ unreadable: 0, wrongDigests: 0 });
      }),
      { numRuns: 20 },
    );
  }, 30_000);

  it('fails a page that it does not have, and obeys no robots.txt that it does not have', async () => {
    const archive = await archiveOf(packed(record({ body: links('/missing') })));
    const customFetch = archive.fetch.bind(archive);
    const { entries } = await crawl(['http://h/'], { robots: true, customFetch, isOffline: true });
    expect(entries.map(({ url, state, reason }) => [url, state, reason])).toEqual([
      ['http://h/', 'done', null],
      ['http://h/missing', 'failed', 'not-archived'],
    ]);
  });
});

describe('a robots.txt that asked to wait', () => {
  it('between two pages makes a crawl of an archive wait for nothing', async () => {
    const rules = record({ url: 'http://h/robots.txt', body: 'User-agent: *\nCrawl-delay: 30' });
    const archive = await archiveOf(packed(record({ body: links('/2') }), record({ url: 'http://h/2' }), rules));
    const waits: unknown[] = [];
    const customFetch = archive.fetch.bind(archive);
    const options = { robots: true, customFetch, isOffline: true, onWait: (wait: unknown) => waits.push(wait) };
    const { report } = await crawl(['http://h/'], options);
    expect([report.progress.pages, waits]).toEqual([2, []]);
  });

  it('makes a crawl of an archive wait for nothing', async () => {
    const busy = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 3600';
    const secure = [1, 2, 3].map((n) => record({ url: `https://h/${n}`, body: links(`/${n + 1}`) }));
    const robots = record({ url: 'http://h/robots.txt', head: busy, body: '' });
    const archive = await archiveOf(packed(record(), robots, ...secure));
    const options = { robots: true, customFetch: archive.fetch.bind(archive), isOffline: true };
    const { report, entry } = await crawl(['http://h/', 'https://h/1'], options);
    expect(report.waiting).toEqual([]);
    expect(entry('http://h/')).toMatchObject({ state: 'skipped', reason: 'robots-unreachable' });
    expect(entry('https://h/3')).toMatchObject({ state: 'done' });
  });
});

describe('of several captures', () => {
  it('the newest answers, in whichever file it is', async () => {
    const [old, now] = ['2020', '2024'].map((year) => record({ date: `${year}-01-01T00:00:00.5Z`, body: year }));
    expect(await bodyAt(await archiveOf(packed(now ?? ''), packed(old ?? '')), 'http://h/')).toBe('2024');
    expect(await bodyAt(await archiveOf(packed(old ?? '', now ?? '')), 'http://h/')).toBe('2024');
  });

  it('one that says that nothing changed does not count', async () => {
    const unchanged = record({
      type: 'revisit',
      date: '2025-01-01T00:00:00Z',
      head: 'HTTP/1.1 304 Not Modified',
      body: '',
    });
    expect(await bodyAt(await archiveOf(packed(record(), unchanged)), 'http://h/')).toBe('a page');
    expect(await bodyAt(await archiveOf(packed(record({ url: 'http://i/' }), unchanged)), 'http://h/')).toBe(
      'not-archived',
    );
  });
});

describe('a revisit', () => {
  const digest = 'WARC-Payload-Digest: sha1:AAAA\r\n';
  const refers = 'WARC-Refers-To-Target-URI: http://h/\r\n';
  const revisit = (fields: string, head = 'HTTP/1.1 203 Other\r\nContent-Type: text/html'): string =>
    record({ url: 'http://h/b', type: 'revisit', fields, head, body: '' });

  it.each([
    ['by digest', record({ fields: digest }), revisit(digest), 203],
    ['by URL', record(), revisit(refers), 203],
    ['without headers of its own', record(), revisit(refers, ''), 200],
  ])('has the payload that it refers to %s', async (_, original, other, status) => {
    for (const file of [packed(original, other), packed(other, original)]) {
      const result = await get(await archiveOf(file), 'http://h/b');
      expect(result).toMatchObject({ status, body: Buffer.from('a page') });
    }
  });

  it.each([
    ['of a URL', record(), 'WARC-Refers-To-Target-URI: http://i/\r\n'],
    [
      'of a URL whose payload is another one by now',
      record({ fields: digest }),
      `${refers}${digest.replace('AAAA', 'BBBB')}`,
    ],
  ])('of a payload that is not in the archive, %s, is not archived', async (_, original, fields) => {
    expect(await bodyAt(await archiveOf(packed(original, revisit(fields))), 'http://h/b')).toBe('not-archived');
  });

  it('has the whole payload, and not the same bytes that are truncated at another URL', async () => {
    const half = record({ url: 'http://h/half', fields: `${digest}WARC-Truncated: disconnect\r\n` });
    const archive = await archiveOf(packed(half, record({ fields: digest }), revisit(`${refers}${digest}`)));
    expect(await bodyAt(archive, 'http://h/half')).toBe('connection-reset');
    expect(await bodyAt(archive, 'http://h/b')).toBe('a page');
  });

  it.each([
    ['has a digest by another algorithm', '', false],
    ['was cut', 'WARC-Truncated: length\r\n', true],
  ])('is as whole as a payload that %s', async (_, cut, truncated) => {
    const original = record({ fields: `WARC-Payload-Digest: sha256:AAAAAAAA\r\n${cut}` });
    // Where a revisit leaves out its payload, it says that it is cut.
    const archive = await archiveOf(packed(original, revisit(`${refers}${digest}WARC-Truncated: length\r\n`)));
    expect(await get(archive, 'http://h/b')).toMatchObject({ body: Buffer.from('a page'), truncated });
  });
});

describe('the first page', () => {
  const digest = 'WARC-Payload-Digest: sha1:AAAA\r\n';
  const first = record({ url: 'http://h/first', type: 'revisit', fields: digest, body: '' });

  it('may have the payload of the robots.txt before it', async () => {
    const robots = record({ url: 'http://h/robots.txt', fields: digest });
    expect((await archiveOf(packed(robots, first, record()))).seed).toBe('http://h/first');
  });

  it('is one whose Content-Type fields mean HTML together', async () => {
    const fields = (...types: readonly string[]): string =>
      `HTTP/1.1 200 OK${types.map((type) => `\r\nContent-Type: ${type}`).join('')}`;
    const plain = record({ url: 'http://h/plain', head: fields('text/html', 'text/plain') });
    const html = record({ url: 'http://h/html', head: fields('text/plain', 'text/html') });
    expect((await archiveOf(packed(plain, html))).seed).toBe('http://h/html');
  });

  it('is not one whose payload is not in the archive', async () => {
    expect((await archiveOf(packed(first, record()))).seed).toBe('http://h/');
  });
});

describe('files of other programs', () => {
  it('have chunks, other codings, URLs in brackets and several records in a member', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked';
    const records = [
      record({ url: '<http://h/>', head: chunked, body: '4\r\na pa\r\n2;x\r\nge\r\n0\r\n\r\n' }),
      record({ url: 'http://h/b', head: chunked, body: 'no chunks' }),
      record({
        url: 'http://h/\u00c3\u00a9',
        body: gzipSync('packed').toString('latin1'),
        head: `${chunked.slice(0, -26)}Content-Encoding: gzip`,
      }),
      record({ url: 'http://h/request', type: 'request' }),
      record({ url: 'dns:h' }),
      record({ url: 'http://h/dns', fields: 'X: y\r\n', head: 'no HTTP' }),
      record({
        url: '\r\n http://h/folded',
        fields: 'X: y\r\n\tContent-Length: 1\r\n',
        head: 'HTTP/1.1 200 OK\r\nX: y\r\n Transfer-Encoding: chunked',
        body: '1\r\na\r\n',
      }),
      record({ url: 'http://h/part', fields: 'WARC-Segment-Number: 1\r\n' }),
    ];
    const plain = records.join('');
    for (const file of [packed(...records), packed(plain), Buffer.from(plain, 'latin1')]) {
      const archive = await archiveOf(file);
      expect(await bodyAt(archive, 'http://h/')).toBe('a page');
      expect(await bodyAt(archive, 'http://h/b')).toBe('no chunks');
      expect(await bodyAt(archive, 'http://h/%C3%A9')).toBe('packed');
      expect(await bodyAt(archive, 'http://h/folded')).toBe('1\r\na\r\n');
      expect(await get(archive, 'http://h/part')).toMatchObject({ truncated: true });
      expect(archive.counts).toEqual({ records: 8, captures: 5, unreadable: 0, wrongDigests: 0 });
    }
  });

  it('have pages without a response, as warcit writes those of a folder', async () => {
    const resource = (url: string, contentType: string, block: string): string =>
      record({ url, type: 'resource', contentType, fields: `WARC-Payload-Digest: sha1:${block}\r\n`, block });
    const file = packed(
      resource('urn:view:http://h/', 'text/html', 'no page'),
      resource('http://h/a.png', 'image/png', 'pixels'),
      resource('http://h/index.html', 'text/html; charset=utf-8', 'a page'),
      record({ type: 'revisit', fields: 'WARC-Payload-Digest: sha1:a page\r\n', block: '' }),
    );
    const archive = await archiveOf(file);
    expect(archive.counts).toEqual({ records: 4, captures: 3, unreadable: 0, wrongDigests: 0 });
    expect(archive.seed).toBe('http://h/index.html');
    expect(await get(archive, archive.seed)).toMatchObject({
      status: 200,
      headers: { 'content-type': ['text/html; charset=utf-8'] },
      truncated: false,
    });
    expect(await bodyAt(archive, archive.seed)).toBe('a page');
    expect(await bodyAt(archive, 'http://h/')).toBe('a page');
  });

  it('have lines that end without a carriage return', async () => {
    const lf = `WARC/1.0\nWARC-Type: response\nWARC-Target-URI: http://h/\nWARC-Date: 2024-01-01T00:00:00Z\n`;
    const block = 'HTTP/1.1 200 OK\nContent-Type: text/html\n\na page';
    const file = `${lf}Content-Type: application/http\nContent-Length: ${block.length}\n\n${block}\n\n`;
    const archive = await archiveOf(`${file}${record({ url: 'http://h/b' })}${file}`);
    expect(archive.counts).toMatchObject({ records: 3, captures: 3, unreadable: 0 });
    expect(await bodyAt(archive, 'http://h/')).toBe('a page');
  });

  it('by wget are read', async () => {
    const archive = await archiveOf(readFileSync(join(import.meta.dirname, '../../fixtures/archives/wget.warc.gz')));
    expect(archive.counts).toMatchObject({ unreadable: 0, wrongDigests: 0 });
    const customFetch = archive.fetch.bind(archive);
    const { entries } = await crawl([archive.seed], { customFetch, isOffline: true });
    expect(entries[0]).toMatchObject({ url: archive.seed, state: 'done', status: 200 });
  });
});

describe('a hostile file', () => {
  const good = record({ url: 'http://h/good' });
  const bomb = gzipSync(Buffer.alloc(50_000_000));

  it.each([
    ['a wrong length', packed(record({ length: 5 })), 1],
    ['a length beyond the end of the member', packed(record({ length: 99_999_999 })), 1],
    ['no length', packed(record({ length: 'x' })), 1],
    ['a member that ends early', packed(record({ body: 'x'.repeat(1000) })).subarray(0, -30), 1],
    [
      'a damaged member',
      Buffer.concat([packed(record()).subarray(0, 10), Buffer.from('\xff\xff\xff\xff', 'latin1')]),
      1,
    ],
    ['a bomb', bomb, 1],
    ['bytes that are no gzip', Buffer.concat([packed(record()), Buffer.alloc(300_000, 'x')]), 1],
    ['a header without an end', packed(`WARC/1.1\r\nA: ${'x'.repeat(2_000_000)}`), 1],
    ['a header of a response without an end', packed(record({ head: 'x'.repeat(2_000_000) })), 0],
    ['a record of ARC', packed('http://h/ 1.2.3.4 20240101000000 text/html 6\na page\n'), 1],
    ['zero bytes', Buffer.concat([packed(record()), Buffer.alloc(300_000)]), 0],
  ])('with %s goes on with the next record', async (_, bad, unreadable) => {
    const archive = await archiveOf(Buffer.concat([packed(record({ url: 'http://h/first' })), bad, packed(good)]));
    expect(await bodyAt(archive, 'http://h/first')).toBe('a page');
    expect(await bodyAt(archive, 'http://h/good')).toBe('a page');
    // What is left of a damaged member may look like a damaged record.
    expect([unreadable, 2 * unreadable]).toContain(archive.counts.unreadable);
  });

  it('with hundreds of damaged members goes on with the next record', async () => {
    const damaged = packed(record({ body: 'x'.repeat(100) })).fill(0xff, 30, 60);
    const between = [Buffer.alloc(1), Buffer.from('no member')];
    const parts = Array.from({ length: 900 }, () => [damaged, ...between]).flat();
    const archive = await archiveOf(Buffer.concat([packed(record()), ...parts, packed(good)]));
    expect(await bodyAt(archive, 'http://h/good')).toBe('a page');
  });

  it('with wrong digests is read, and they are counted', async () => {
    const digests = ['WARC-Block-Digest', 'WARC-Payload-Digest'].map((name) => `${name}: sha1:${'A'.repeat(32)}\r\n`);
    const archive = await archiveOf(
      packed(...digests.map((fields, at) => record({ url: `http://h/${at}`, fields })), good),
    );
    expect(archive.counts).toMatchObject({ captures: 3, wrongDigests: 2 });
    expect(await bodyAt(archive, 'http://h/0')).toBe('a page');
  });

  it('with a capture larger than the limit is cut', async () => {
    const archive = await archiveOf(packed(record({ body: 'x'.repeat(5_000_000) })));
    const result = await get(archive, 'http://h/', 1000);
    expect(result).toMatchObject({ truncated: true, body: { length: 1000 } });
  });

  it('with a body that is shorter than its header says has a cut page', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ';
    const lengths = ['5', '6', '7', '6, 7'];
    const archive = await archiveOf(
      packed(...lengths.map((length, at) => record({ url: `http://h/${at}`, head: head + length }))),
    );
    const results = await Promise.all(lengths.map((_, at) => get(archive, `http://h/${at}`)));
    expect(results.map((result) => result.kind === 'response' && result.truncated)).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  it('has only parts of some pages, which fail as they did', async () => {
    const archive = await archiveOf(
      packed(
        record({ url: 'http://h/a', fields: 'WARC-Truncated: disconnect\r\n' }),
        record({ url: 'http://h/b', fields: 'WARC-Truncated: time\r\n' }),
        record({ url: 'http://h/c', fields: 'WARC-Truncated: length\r\n' }),
        record({ url: 'http://h/d', head: 'HTTP/1.1 200 OK\r\nContent-Encoding: br', body: '\xff\xff\xff' }),
      ),
    ).catch((error: unknown) => error);
    expect(archive).toMatchObject({ counts: { captures: 4 } });
    if (!(archive instanceof WarcArchive)) return;
    expect(await bodyAt(archive, 'http://h/a')).toBe('connection-reset');
    expect(await bodyAt(archive, 'http://h/b')).toBe('timeout');
    expect(await get(archive, 'http://h/c')).toMatchObject({ truncated: true, body: Buffer.from('a page') });
    expect(await bodyAt(archive, 'http://h/d')).toBe('bad-encoding');
  });

  it.each([
    ['an ARC file', 'filedesc://x.arc 0.0.0.0 2024 text/plain 1\n', /is an ARC file; convert it/],
    ['a WACZ file', 'PK\x03\x04', /is a zip file, such as WACZ; take the WARC files out of it first/],
    ['something else', 'hello', /is not a WARC file; check the path/],
    ['no bytes', '', /is not a WARC file; check the path/],
    ['no page', packed(record({ url: 'http://h/robots.txt' })), /no page of a website/],
    ['one member without its end', packed(record() + good).subarray(0, -9), /a part cannot be read; .* gzip -dc FILE/],
    ['one member', packed(record(), record({ body: 'x'.repeat(1 << 25) }) + good).subarray(0), /is packed as a whole/],
  ])('that is %s is refused', async (_, bytes, message) => {
    await expect(archiveOf(bytes)).rejects.toThrow(message);
  });

  it('of many places that look like gzip ends in bounded time', async () => {
    const start = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0]),
      deflateRawSync(Buffer.alloc(1000)).subarray(0, -1),
    ]);
    const bad = Buffer.concat(Array.from({ length: 20_000 }, () => start));
    const archive = await archiveOf(Buffer.concat([packed(record()), bad, packed(good)]));
    expect(await bodyAt(archive, 'http://h/')).toBe('a page');
    expect(archive.counts.unreadable).toBeGreaterThan(0);
  });

  it('of very many line ends between records ends in bounded time', async () => {
    const ends = gzipSync(Buffer.alloc(1 << 26, '\r\n'));
    const archive = await archiveOf(Buffer.concat([packed(record()), ends, packed(good)]));
    expect([await bodyAt(archive, 'http://h/good'), archive.counts.unreadable]).toEqual(['a page', 0]);
  });

  it('of any bytes never throws anything but its own error', async () => {
    const whole = packed(record(), good);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 5 }), async (changes) => {
        const bytes = Buffer.from(whole);
        for (const [at, byte] of changes) bytes[at] = byte;
        const archive = await archiveOf(bytes).catch((error: unknown) => error);
        if (archive instanceof WarcArchive) await bodyAt(archive, 'http://h/');
        else expect(archive).toMatchObject({ name: 'WarcError' });
      }),
      { numRuns: 100 },
    );
  });
});

it('what is written is read again, byte for byte', async () => {
  const exchanges = fc.array(
    fc.record({
      path: fc.integer({ min: 0, max: 9 }).map((name) => `/${name}`),
      body: fc.oneof(
        fc.uint8Array({ maxLength: 300 }),
        fc.integer({ min: 1, max: 400_000 }).map((size) => new Uint8Array(size).fill(size % 251)),
      ),
      value: fc.string({ unit: fc.constantFrom('a', ' ', ':', '\xe9', '"'), maxLength: 20 }).map((text) => text.trim()),
    }),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(exchanges, fc.integer({ min: 1, max: 20_000 }), async (all, maxFileSize) => {
      const into = folder();
      const options = { folder: into, maxFileSize, recordsAll: true, userAgent: 'x', productToken: 'x', robots: true };
      const writer = await WarcWriter.open(options);
      await Promise.all(
        all.map(({ path, body, value }, at) =>
          writer.record({
            url: `http://h${path}`,
            date: new Date(at),
            request: { path, headers: [] },
            status: 200,
            statusText: '',
            headers: [
              ['X-Value', value],
              ['Content-Type', 'text/html'],
            ],
            body,
            cut: null,
            decoded: null,
            about: [],
          }),
        ),
      );
      await writer.close();
      const archive = await WarcArchive.open(filesIn(into, '.warc.gz'));
      try {
        expect(archive.counts).toMatchObject({ captures: all.length, unreadable: 0, wrongDigests: 0 });
        for (const { path } of all) {
          const newest = all.findLast((other) => other.path === path);
          const result = await get(archive, `http://h${path}`);
          expect(result).toMatchObject({ kind: 'response', headers: { 'x-value': [newest?.value] } });
          if (result.kind === 'response')
            expect(Buffer.from(result.body ?? []).equals(newest?.body ?? Buffer.alloc(0))).toBe(true);
        }
      } finally {
        await archive.close();
      }
    }),
    { numRuns: 30 },
  );
});

it.each([
  ['3\r\nabc\r\n0\r\n\r\n', 'abc'],
  ['3;name="v"\r\nabc\r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n', 'abc0123456789'],
  ['3\nabc\n0\n\n', 'abc'],
  ['ff\r\nabc', 'abc'],
  ['3\r\nabc\r\nxyz', 'abc'],
  ['<html>', '<html>'],
  ['', ''],
])('chunks %j are %j', (chunks, body) => {
  expect(dechunked(Buffer.from(chunks)).toString()).toBe(body);
});

it('refuses a path without its list, and a list without a path', async () => {
  const refusal = new TypeError('the paths of WarcArchive.open are not a list of files; write them in [ ]');
  // @ts-expect-error -- JavaScript can do this
  await expect(WarcArchive.open('crawl.warc.gz')).rejects.toThrow(refusal);
  await expect(WarcArchive.open([])).rejects.toThrow(refusal);
});
