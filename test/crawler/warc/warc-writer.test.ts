/** Covers: crawler/warc/{warc-writer,warc-file,warc-record,exchange-records,cdxj-line,gzip-record,digests,about-lease,warc-error,recover-files}.ts */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { RecordedExchange } from '../../../crawler/fetch/recorded-exchange.ts';
import { cdxjLine } from '../../../crawler/warc/cdxj-line.ts';
import { base32 } from '../../../crawler/warc/digests.ts';
import { exchangeRecords, payloadDigest } from '../../../crawler/warc/exchange-records.ts';
import { WarcWriter } from '../../../crawler/warc/warc-writer.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import { type CrawlTestOptions, crawl } from '../crawling.ts';
import { type Answer, links, redirect, site } from '../web.ts';
import { filesIn, type ReadRecord, recordsIn, recordsOf } from './records-in.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'dustpan-test-'));

function sha1(bytes: Uint8Array): string {
  return `sha1:${base32(createHash('sha1').update(bytes).digest())}`;
}

interface Recorded {
  readonly records: readonly ReadRecord[];
  /** The records of one URL by their types. */
  readonly of: (path: string) => Record<string, ReadRecord | undefined>;
}

async function recorded(
  answers: Parameters<typeof site>[0],
  options: CrawlTestOptions & { readonly all?: boolean; readonly size?: number; readonly path?: string } = {},
): Promise<Recorded & { readonly folder: string; readonly report: Awaited<ReturnType<typeof crawl>>['report'] }> {
  const { all = false, size = 1e9, path = '/', ...others } = options;
  const web = await site(answers);
  const into = folder();
  const warc = { folder: into, maxFileSize: size, recordsAll: all };
  const { report } = await crawl([`${web.origin}${path}`], { warc, ...others });
  const records = recordsIn(into);
  const of = (target: string): Record<string, ReadRecord | undefined> =>
    Object.fromEntries(
      records
        .filter(({ fields }) => fields.get('warc-target-uri') === `${web.origin}${target}`)
        .map((record) => [record.fields.get('warc-type'), record]),
    );
  return { records, of, folder: into, report };
}

describe('a crawl with an archive', () => {
  it('records what it sent and received', async () => {
    const packed = gzipSync(links('/a'));
    const { of, records } = await recorded({
      '/': (_, response) => {
        response.writeHead(
          200,
          'Fine',
          [
            ['Content-Type', 'text/html'],
            ['X-B', 'one'],
            ['Content-Encoding', 'gzip'],
            ['x-b', 'zw\u00f6lf'],
          ].flat(),
        );
        response.write(packed.subarray(0, 20));
        response.end(packed.subarray(20));
      },
      '/a': redirect(301, '/gone'),
    });
    expect(records[0]?.fields.get('warc-type')).toBe('warcinfo');
    expect(records[0]?.block.toString()).toMatch(/^software: dustpan\/.*\r\nformat: WARC File Format 1\.1\r\n/);
    const { response, request } = of('/');
    const head = response?.block.toString('latin1', 0, response.block.indexOf('\r\n\r\n')) ?? '';
    expect(head.split('\r\n').filter((line) => !/^(?:Date|Connection|Keep-Alive):/.test(line))).toEqual([
      'HTTP/1.1 200 Fine',
      'Content-Type: text/html',
      'X-B: one',
      'Content-Encoding: gzip',
      'x-b: zw\u00f6lf',
      'X-Orig-Transfer-Encoding: chunked',
    ]);
    expect(response?.block.subarray(head.length + 4)).toEqual(packed);
    expect(response?.fields.get('warc-payload-digest')).toBe(sha1(packed));
    expect(request?.block.toString()).toMatch(
      /^GET \/ HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\nuser-agent: dustpan-test\r\n/,
    );
    expect(request?.fields.get('warc-concurrent-to')).toBe(response?.fields.get('warc-record-id'));
    expect(of('/a').response?.block.toString()).toMatch(/^HTTP\/1\.1 301 .*\r\nlocation: \/gone\r\n/);
    expect(of('/gone').response?.block.toString()).toMatch(/^HTTP\/1\.1 404 /);
    for (const { fields, block } of records) expect(fields.get('warc-block-digest')).toBe(sha1(block));
    expect(new Set(records.map(({ fields }) => fields.get('warc-record-id'))).size).toBe(records.length);
  });

  it('says what it knows: the key, the passes that made it, and the other URLs of the page', async () => {
    const { of } = await recorded(
      { '/?utm_source=x': links('/b#1', '/b?utm_source=y', '/c'), '/b': links(), '/c': links() },
      { path: '/?utm_source=x' },
    );
    const about = of('/?utm_source=x').metadata;
    expect(about?.fields.get('content-type')).toBe('application/warc-fields');
    expect(about?.block.toString()).toMatch(
      /^key: http:\/\/127\.0\.0\.1:\d+\/\r\ndepth: 0\r\npass: drop-tracking-params\r\n/,
    );
    expect(of('/b').metadata?.block.toString()).toMatch(/depth: 1\r\n[^]*alias: .*\/b\?utm_source=y\r\n/);
  });

  it('says which evidence made the key of a page', async () => {
    const redirects = [1, 2, 3].flatMap((n) => [
      [`/d/${n}`, redirect(301, `/d/${n}/`)] as const,
      [`/d/${n}/`, `page ${n}`] as const,
    ]);
    const web = await site({
      '/': links('/d/1', '/d/2', '/d/3'),
      ...Object.fromEntries(redirects),
      '/d/4': 'only here',
    });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], {}, frontier);
    const into = folder();
    const warc = { folder: into, maxFileSize: 1e9, recordsAll: false };
    await crawl([`${web.origin}/d/4`], { warc }, frontier);
    const texts = recordsIn(into).map(({ block }) => block.toString());
    expect(texts.find((text) => text.startsWith('key:'))).toMatch(
      /\/d\/4\/\r\n[^]*pass: add-trailing-slash\r\nclaim: slash for [\d.:]+\/d\/: permanent-redirect, 3 of 3 samples, \d{4}-/,
    );
  });

  it('records a payload once, and the second URL as a revisit of it', async () => {
    const page = `${links('/b')}the same`;
    const { of } = await recorded({ '/': page, '/b': page }, { concurrency: 1 });
    const { response } = of('/');
    const { revisit, response: none } = of('/b');
    expect(none).toBeUndefined();
    expect(revisit?.fields.get('warc-profile')).toBe(
      'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
    );
    expect(revisit?.fields.get('warc-payload-digest')).toBe(sha1(Buffer.from(page)));
    expect(revisit?.fields.get('warc-refers-to-target-uri')).toBe(response?.fields.get('warc-target-uri'));
    expect(revisit?.fields.get('warc-refers-to-date')).toBe(response?.fields.get('warc-date'));
    expect(revisit?.fields.get('warc-truncated')).toBe('length');
    expect(revisit?.block.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n$/);
  });

  it('records a page that has not changed as a revisit', async () => {
    const web = await site({
      '/': (request, response) =>
        request.headers['if-none-match'] === '"1"'
          ? response.writeHead(304).end()
          : response.writeHead(200, { 'content-type': 'text/html', etag: '"1"' }).end(links()),
    });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], {}, frontier);
    const into = folder();
    await crawl(
      [`${web.origin}/`],
      { recrawl: 0, warc: { folder: into, maxFileSize: 1e9, recordsAll: false } },
      frontier,
    );
    const revisit = recordsIn(into).find(({ fields }) => fields.get('warc-type') === 'revisit');
    expect(revisit?.fields.get('warc-profile')).toBe('http://netpreserve.org/warc/1.1/revisit/server-not-modified');
    expect(revisit?.fields.get('warc-refers-to-target-uri')).toBe(`${web.origin}/`);
    // Its payload is the earlier one, and not the empty body.
    expect(revisit?.fields.has('warc-payload-digest')).toBe(false);
    expect(
      filesIn(into, '.cdxj')
        .map((file) => readFileSync(file, 'utf8'))
        .join(''),
    ).not.toMatch(/"304","digest"/);
    expect(recordsIn(into).some(({ block }) => block.toString().includes('if-none-match: "1"'))).toBe(true);
  });

  it('records bodies that the crawl itself does not read, and marks those that are cut', async () => {
    const { of } = await recorded(
      {
        '/': links('/image', '/large', '/broken'),
        '/image': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('pixels'),
        '/large': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('x'.repeat(5000)),
        '/broken': (_, response) => {
          response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1000 });
          response.write('half', () => response.destroy());
        },
      },
      { fetch: { userAgent: 'x', maxBytes: 2000 }, retries: 0 },
    );
    expect(of('/image').response?.block.toString()).toMatch(/\r\n\r\npixels$/);
    expect(of('/large').response?.fields.get('warc-truncated')).toBe('length');
    expect(of('/large').response?.block.toString()).toMatch(/\r\n\r\nx{2000}$/);
    expect(of('/broken').response?.fields.get('warc-truncated')).toBe('disconnect');
    expect(of('/broken').response?.block.toString()).toMatch(/\r\n\r\nhalf$/);
  });

  it.each([
    ['meta', links().replace('<title>', '<meta name=robots content="index, NoArchive"><title>')],
    ['meta of another encoding', Buffer.from(`\ufeff${links()}<meta name=robots content=noarchive>`, 'utf16le')],
    ['meta, by another name', links().replace('<title>', '<meta name=robots content=nocache><title>')],
    ['header', null],
    ['header for this crawler', 'dustpan-test: noarchive'],
  ])('leaves out pages with noarchive in a %s, unless told', async (kind, value) => {
    const answers: Parameters<typeof site>[0] = {
      '/': links('/secret'),
      '/secret': (_, response) => {
        const isHeader = kind.startsWith('header');
        const type = { 'content-type': 'text/html' };
        response.writeHead(200, isHeader ? { ...type, 'x-robots-tag': value?.toString() ?? 'noarchive' } : type);
        response.end(isHeader ? links() : value);
      },
    };
    const obeying = await recorded(answers);
    expect(obeying.of('/secret')).toEqual({});
    expect(obeying.report.notArchived).toBe(1);
    expect((await recorded(answers, { all: true })).of('/secret').response).toBeDefined();
  });

  it('records no secret of a request, and no cookies that it opened', async () => {
    const headers = { 'content-type': 'text/html', 'set-cookie': 'sid=S3CRET', location: 'http://ann:S3CRET@h/' };
    const answer: Answer = (_, response) => response.writeHead(200, headers).end(links());
    const { records } = await recorded(
      { '/': answer },
      {
        fetch: {
          userAgent: 'x',
          headers: [
            ['Cookie', 'a=S3CRET'],
            ['X-Key', 'S3CRET'],
            ['Accept-Language', 'de'],
          ],
        },
      },
    );
    expect(Buffer.concat(records.map(({ block }) => block)).toString()).not.toContain('S3CRET');
    expect(records.some(({ block }) => block.toString().includes('Accept-Language: de'))).toBe(true);
    const open = await recorded({ '/': answer });
    expect(open.of('/').response?.block.toString()).toContain('set-cookie: sid=S3CRET');
  });

  it('begins a new file at the size, and indexes each', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `/page-${at}`);
    const { folder: into, records } = await recorded(
      (target) => (target === '/' ? links(...names) : `${links()}${target.repeat(50)}`),
      { size: 3000 },
    );
    const files = filesIn(into, '.warc.gz');
    expect(files.length).toBeGreaterThan(3);
    expect(filesIn(into, '.open')).toEqual([]);
    expect(files.map((file) => basename(file))).toEqual(
      files.map((_, at) =>
        expect.stringMatching(
          new RegExp(`^dustpan-\\d{17}-${String(at).padStart(5, '0')}-${process.pid}~${hostname()}\\.warc\\.gz$`),
        ),
      ),
    );
    const lines = filesIn(into, '.cdxj').flatMap((file) => {
      const all = readFileSync(file, 'utf8').trimEnd().split('\n');
      expect(all).toEqual(all.toSorted());
      return all.map((line): Record<string, string> => JSON.parse(line.slice(line.indexOf('{'))));
    });
    expect(lines).toHaveLength(records.filter(({ fields }) => fields.get('warc-type') === 'response').length);
    for (const { filename = '', offset, length, url, digest } of lines) {
      const member = readFileSync(join(into, filename)).subarray(Number(offset), Number(offset) + Number(length));
      const [record] = recordsOf(gunzipSync(member));
      expect(record?.fields.get('warc-target-uri')).toBe(url);
      expect(record?.fields.get('warc-payload-digest')).toBe(`sha1:${digest}`);
    }
  });
});

describe('a folder with the file of a killed program', () => {
  const options = { maxFileSize: 1e9, recordsAll: false, userAgent: 'x', productToken: 'x', robots: true };
  const name = `dustpan-20261123101426123-00000-${2 ** 22 + 1}~${hostname()}.warc.gz`;
  const exchange = (url: string, body = 'x'.repeat(400)): RecordedExchange => ({
    url,
    date: new Date(0),
    request: { path: '/', headers: [] },
    status: 200,
    statusText: 'OK',
    headers: [['content-type', 'text/html']],
    body: Buffer.from(body),
    cut: null,
    decoded: null,
    about: [],
  });

  /** A folder with a whole file, and that file as a killed program leaves it. */
  async function killed(): Promise<{ readonly into: string; readonly whole: Buffer; readonly index: string }> {
    const into = folder();
    const writer = await WarcWriter.open({ ...options, folder: into });
    for (const path of ['a', 'b', 'c']) await writer.record(exchange(`http://h/${path}`, path));
    await writer.close();
    const [file = ''] = filesIn(into, '.warc.gz');
    const [cdxj = ''] = filesIn(into, '.cdxj');
    const whole = readFileSync(file);
    const index = readFileSync(cdxj, 'utf8').replaceAll(basename(file), name);
    renameSync(file, join(into, `${name}.open`));
    rmSync(cdxj);
    return { into, whole, index };
  }

  it.each([0, 1, 100])('completes it without the last %d bytes', async (missing) => {
    const { into, whole, index } = await killed();
    truncateSync(join(into, `${name}.open`), whole.length - missing);
    await (await WarcWriter.open({ ...options, folder: into })).close();
    expect(filesIn(into, '.open')).toEqual([]);
    const bytes = readFileSync(join(into, name));
    expect(whole.subarray(0, bytes.length)).toEqual(bytes);
    expect(recordsIn(into)).toHaveLength(missing === 0 ? 7 : 6);
    expect(readFileSync(join(into, name.replace('.warc.gz', '.cdxj')), 'utf8')).toBe(index);
  });

  it.each([0, 30])('removes it if it has no more than %d bytes', async (size) => {
    const { into } = await killed();
    truncateSync(join(into, `${name}.open`), size);
    await (await WarcWriter.open({ ...options, folder: into })).close();
    expect(filesIn(into, '')).toEqual([]);
  });

  it.each([
    ['of another machine', name.replace(/~.*/, '~other.warc.gz')],
    ['of a running program', name.replace(/-\d+~/, `-${process.ppid}~`)],
  ])('leaves one %s alone', async (_, other) => {
    const { into } = await killed();
    copyFileSync(join(into, `${name}.open`), join(into, `${other}.open`));
    const { size } = statSync(join(into, `${other}.open`));
    await (await WarcWriter.open({ ...options, folder: into })).close();
    expect(statSync(join(into, `${other}.open`)).size).toBe(size);
  });

  it('loses nothing of it if several programs complete it at once', async () => {
    const { into, whole, index } = await killed();
    await Promise.all([1, 2, 3].map(() => WarcWriter.open({ ...options, folder: into })));
    expect(filesIn(into, '').map((file) => basename(file))).toEqual([name.replace('.warc.gz', '.cdxj'), name]);
    expect(readFileSync(join(into, name))).toEqual(whole);
    expect(readFileSync(join(into, name.replace('.warc.gz', '.cdxj')), 'utf8')).toBe(index);
  });

  it('leaves one of another crawl of this process alone, and writes another one', async () => {
    const into = folder();
    const urls = ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => `http://h/${path}`);
    const writers = [];
    for (const _ of urls) writers.push(await WarcWriter.open({ ...options, folder: relative('.', into) }));
    await Promise.all(writers.map((writer, at) => writer.record(exchange(urls[at] ?? ''))));
    writers.push(await WarcWriter.open({ ...options, folder: into }));
    expect(filesIn(into, '.open')).toHaveLength(urls.length);
    await Promise.all(writers.map((writer) => writer.close()));
    const responses = recordsIn(into).filter(({ fields }) => fields.get('warc-type') === 'response');
    expect(responses).toHaveLength(urls.length);
    expect(new Set(responses.map(({ fields }) => fields.get('warc-target-uri')))).toEqual(new Set(urls));
  });

  it('does not write where it cannot, and says so in one line', async () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    await expect(WarcWriter.open({ ...options, folder: file })).rejects.toMatchObject({
      code: 'unwritable',
      message: expect.stringMatching(/file is not a folder; name a folder$/),
    });
  });

  it('of large pages packs them in pieces', async () => {
    const into = folder();
    const writer = await WarcWriter.open({ ...options, folder: into });
    const bodies = [10, 5000, 300_000, 3_000_000].map((size) => 'abc'.repeat(size).slice(0, size));
    await Promise.all(bodies.map((body, at) => writer.record(exchange(`http://h/${at}`, body))));
    await writer.close();
    const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n';
    const responses = recordsIn(into).filter(({ fields }) => fields.get('warc-type') === 'response');
    expect(responses.map(({ block }) => block.length)).toEqual(bodies.map((body) => HEAD.length + body.length));
  });
});

it('writes records as they stand in the example', async () => {
  const exchange: RecordedExchange = {
    url: 'http://h/b',
    date: new Date(0),
    request: {
      path: '/b',
      headers: [
        ['Host', 'h'],
        ['Cookie', 'secret'],
      ],
    },
    status: 200,
    statusText: 'OK',
    headers: [
      ['Content-Type', 'text/plain'],
      ['Set-Cookie', 'secret'],
    ],
    body: Buffer.from('text'),
    cut: 'length',
    decoded: null,
    about: [['key', 'http://h/b']],
  };
  const earlier = { url: 'http://h/a', date: new Date(1) };
  const made = [
    exchangeRecords(exchange, payloadDigest(exchange), null),
    exchangeRecords({ ...exchange, cut: null }, payloadDigest(exchange), earlier),
  ];
  const text = made
    .flatMap(({ response, others }) => [response, ...others])
    .map(({ parts }) => Buffer.concat(parts).toString())
    .join('')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll('\r\n', '\n');
  await expect(text).toMatchFileSnapshot('../../fixtures/archives/records.txt');
});

it.each([
  ['http://www.Example.com/A?b#c', 'com,example)/a?b'],
  ['https://example.com:8443/', 'com,example:8443)/'],
  ['http://127.0.0.1/', '127.0.0.1)/'],
  ['http://[::1]:80/a', '[::1]:80)/a'],
])('the index has %s as %s', (url, key) => {
  const capture = { url, date: new Date(0), type: null, status: null, digest: null, offset: 1, length: 2 };
  expect(cdxjLine(capture, 'f')).toBe(
    `${key} 19700101000000 {"url":"${url}","length":"2","offset":"1","filename":"f"}\n`,
  );
});
