/** Covers: crawler/archive/cdx-line.ts, crawler/archive/capture.ts */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { bareDigest, captureTime } from '../../../crawler/archive/capture.ts';
import { CdxReader } from '../../../crawler/archive/cdx-line.ts';

const WGET = readFileSync(join(import.meta.dirname, '../../fixtures/archives/wget.cdx'), 'latin1');
const DIGEST = 'SZB4KJUWBEXXONSGTVEL7ICMGCRUXKYC';
const PAGE = {
  url: 'http://example.com/a',
  time: Date.UTC(2024, 0, 31, 1, 2, 3) / 1000,
  status: 200,
  digest: DIGEST,
  location: null,
  site: 'com,example)',
};

test.each([
  [
    'Common Crawl',
    `{"url": "${PAGE.url}", "mime": "text/html", "status": "200", "digest": "${DIGEST}", "length": "4"}`,
  ],
  ['pywb', `{"url": "${PAGE.url}", "mime": "text/html", "status": 200, "digest": "sha1:${DIGEST}", "offset": "4"}`],
  ['the Wayback Machine, 11 columns', `${PAGE.url} text/html 200 ${DIGEST} - - 820 12 a.warc.gz`],
  ['the Wayback Machine, 9 columns', `${PAGE.url} text/html 200 ${DIGEST} - 12 a.arc.gz`],
  ['the CDX server, 7 columns', `${PAGE.url} text/html 200 ${DIGEST} 820`],
])('a line of %s is a capture', (_, rest) => {
  expect(new CdxReader().read(`com,example)/a 20240131010203 ${rest}\r`)).toEqual(PAGE);
});

it('reads what wget writes, with the targets of redirects that it escapes', () => {
  const reader = new CdxReader();
  const read = WGET.trimEnd()
    .split('\n')
    .map((line) => reader.read(line));
  expect(read[0]).toBe('blank');
  const captures = read.filter((one) => typeof one === 'object');
  expect(captures.map(({ url, status, location }) => [url, status, location])).toEqual([
    ['http://archive.test/docs/a.html', 200, null],
    ['http://archive.test/docs/a.html?ref=mail', 200, null],
    ['http://archive.test/docs/b.html', 200, null],
    ['http://archive.test/docs/c', 301, 'http://archive.test/docs/c/'],
    ['http://archive.test/docs/c/', 200, null],
    ['http://archive.test/docs/none', 404, null],
  ]);
  expect(captures[0]).toMatchObject({ digest: DIGEST, time: Date.UTC(2026, 10, 23, 9, 39, 9) / 1000, site: null });
});

describe('a header', () => {
  it('names the columns of the lines below, and their separator', () => {
    const reader = new CdxReader();
    expect(reader.read('\tCDX\tb\tk\ta\ts')).toBe('blank');
    expect(reader.read(`20240131010203\t${DIGEST}\t${PAGE.url}\t200`)).toEqual({ ...PAGE, site: null });
    expect(reader.read(' CDX N b a m s k r V g')).toBe('blank');
    expect(reader.read(`com,example)/a 20240131010203 ${PAGE.url} text/html 301 ${DIGEST} /b 1 f`)).toEqual({
      ...PAGE,
      status: 301,
      location: '/b',
    });
  });

  it('is unreadable without the columns of a capture', () => {
    expect(new CdxReader().read(' CDX N b a m')).toBe('unreadable');
  });
});

test.each([
  ['an empty line', '', 'blank'],
  ['a comment', '!OpenWayback-CDXJ 1.0', 'blank'],
  ['too few columns', 'com,example)/a 20240131010203 http://example.com/a', 'unreadable'],
  ['a month that does not exist', `a 20241331010203 ${PAGE.url} text/html 200 ${DIGEST} 1`, 'unreadable'],
  ['a status that does not exist', `a 20240131010203 ${PAGE.url} text/html 2000 ${DIGEST} 1`, 'unreadable'],
  ['broken JSON', 'a 20240131010203 {"url": "http://example.com/', 'unreadable'],
  ['JSON without a URL', 'a 20240131010203 {"status": "200"}', 'unreadable'],
  ['a list', 'a 20240131010203 {"url": ["http://example.com/"], "status": "200"}', 'unreadable'],
  ['nested JSON', `a 20240131010203 {"url": ${'['.repeat(30_000)}`, 'unreadable'],
])('%s is no capture', (_, line, expected) => {
  expect(new CdxReader().read(line)).toBe(expected);
});

test('a revisit without a status repeats an earlier capture, and a record of DNS is no answer', () => {
  const revisit = `com,example)/a 20240131010203 ${PAGE.url} warc/revisit - ${DIGEST} - - 1 1 f`;
  expect(new CdxReader().read(revisit)).toEqual({ ...PAGE, status: 0 });
  expect(new CdxReader().read(revisit.replace('warc/revisit', 'text/dns'))).toMatchObject({ status: 1 });
});

test('the site of a line is the start of its key, but not of a URL with a parenthesis', () => {
  const line = (key: string): unknown => new CdxReader().read(`${key} 20240131 {"url":"http://e.com/","status":"200"}`);
  expect(line('com,example:8080)/a')).toMatchObject({ site: 'com,example:8080)', digest: '' });
  expect(line('http://example.com/a_(b)')).toMatchObject({ site: null });
});

test('times are of days or seconds, and of 1970 to 2038', () => {
  expect(captureTime('20240131')).toBe(Date.UTC(2024, 0, 31) / 1000);
  expect(captureTime('20240131010203456')).toBe(PAGE.time);
  for (const wrong of ['2024', '19691231235959', '20400101000000', '20240100', '2024013101020', 'x0240131010203']) {
    expect(captureTime(wrong)).toBeNull();
  }
});

test('a digest has no algorithm', () => {
  expect(['sha1:ABC', 'ABC', '-'].map(bareDigest)).toEqual(['ABC', 'ABC', '']);
});
