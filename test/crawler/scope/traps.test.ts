import { describe, expect, test } from 'vitest';
import { SeenKeys } from '../../../crawler/scope/seen-keys.ts';
import { Traps } from '../../../crawler/scope/traps.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import { UrlError } from '../../../src/url/error.ts';
import { parseUrl } from '../../../src/url/parse.ts';
import { crawl } from '../crawling.ts';
import { links, site } from '../web.ts';

function reasons(urls: readonly string[], maxSimilar = 1_000_000): (string | null)[] {
  const traps = new Traps({ maxSimilar }, 2026);
  const seen = new SeenKeys();
  return urls.map((text) => {
    const url = parseUrl(text);
    if (url instanceof UrlError) throw url;
    return traps.look(url, seen.add(text));
  });
}

const A = 'http://a.example';

describe('paths that grow', () => {
  test.each([
    ['/a/a/a/', 'repeating-segments'],
    ['/x/a/b/a/b/a/b', 'repeating-segments'],
    ['/a/1/a/2/a/3/a/4/a/5/a/6', 'repeating-segments'],
    [`/${Array.from({ length: 50 }, (_, i) => `s${i}`).join('/')}`, 'many-segments'],
    ['/a/a/', null],
    ['/a/b/a/b/', null],
    ['/2011/11/11/11/', null],
    ['/wiki/A/B/wiki/A', null],
    ['/a///b', null],
    ['/web/2020/http:////a/', null],
    ['/x/1/x/2/x/3/x/4/x/5', null],
  ])('%s: %s', (path, reason) => {
    expect(reasons([A + path])).toEqual([reason]);
  });
});

describe('queries that grow', () => {
  const times = (count: number, param: string): string => Array.from({ length: count }, () => param).join('&');

  test.each([
    [`p=1&${times(11, 'q=')}`, 'repeating-parameters'],
    [times(11, 'q=1').replaceAll('&', ';'), 'repeating-parameters'],
    [`p=1${'&'.repeat(11)}q`, null],
    [`${'&'.repeat(11)}q`, 'repeating-parameters'],
    [`p=1&${times(10, 'q=')}`, null],
    [Array.from({ length: 50 }, (_, at) => `q=${at % 10}`).join('&'), null],
    [Array.from({ length: 50 }, (_, at) => `q${at}=`).join('&'), null],
  ])('%s: %s', (query, reason) => {
    expect(reasons([`${A}/a?${query}`])).toEqual([reason]);
  });
});

describe('months that are far away', () => {
  const months = (year: number, form: (year: number, month: number) => string): readonly string[] =>
    Array.from({ length: 1200 }, (_, i) => A + form(year + Math.floor(i / 12), (i % 12) + 1));

  test.each([
    ['in a path', (year: number, month: number) => `/cal/${year}/${month}/`],
    ['in one segment', (year: number, month: number) => `/cal/${year}-${String(month).padStart(2, '0')}-01`],
    ['counted from 0', (year: number, month: number) => `/cal/${year}/${month - 1}`],
    ['in parameters', (year: number, month: number) => `/cal?year=${year}&month=${month}`],
  ])('%s in the far future are a calendar once there are a thousand', (_, form) => {
    const told = reasons(months(2029, form));
    expect(told.slice(0, 1000)).toEqual(Array(1000).fill(null));
    expect(told.slice(1000)).toEqual(Array(200).fill('calendar'));
  });

  test('months of archives are not, nor numbers that are not months', () => {
    expect(reasons(months(1900, (year, month) => `/letters/${year}/${month}`)).every((told) => told === null)).toBe(
      true,
    );
    const models = Array.from({ length: 3000 }, (_, i) => `${A}/part/${3000 + i}/${13 + (i % 80)}`);
    expect(reasons(models).every((told) => told === null)).toBe(true);
    const threads = Array.from({ length: 6000 }, (_, i) => `${A}/thread/${3000 + Math.floor(i / 2)}/${(i % 2) + 1}`);
    expect(reasons(threads).every((told) => told === null)).toBe(true);
  });
});

describe('combinations of parameter values', () => {
  const names = Array.from({ length: 16 }, (_, at) => `f${at}`);
  const filters = (at: number, separator: string): string =>
    names
      .filter((_, bit) => (at >> bit) & 1)
      .map((n) => `${n}=1`)
      .join(separator);

  test.each(['&', ';'])(
    'with %s between them are not followed once there are thousands of a few values',
    (separator) => {
      const told = reasons(Array.from({ length: 20_000 }, (_, i) => `${A}/shop?${filters(65_535 - i, separator)}`));
      const followed = told.filter((reason) => reason === null).length;
      expect(followed).toBeGreaterThan(14_900);
      expect(followed).toBeLessThan(15_200);
      expect(told.at(-5)).toBe('combinations');
    },
  );

  test('page numbers in all orders, and pages with their own number, do not count', () => {
    const lists = Array.from({ length: 30_000 }, (_, i) => `${A}/list?page=${Math.floor(i / 6)}&sort=${i % 6}`);
    const topics = Array.from({ length: 30_000 }, (_, i) => `${A}/viewtopic.php?f=${i % 9}&t=${i}`);
    for (const urls of [lists, topics]) expect(reasons(urls).every((told) => told === null)).toBe(true);
  });
});

describe('URLs of one pattern', () => {
  test('are followed up to the limit; another pattern has its own', () => {
    const urls = Array.from({ length: 5 }, (_, i) => `${A}/item/${i}?b=x${i}&a=1`);
    expect(reasons([...urls, `${A}/item/7`], 3)).toEqual([null, null, null, 'similar', 'similar', null]);
  });

  test('the order and repetition of parameters do not change the pattern', () => {
    expect(reasons([`${A}/?a=1&b=2`, `${A}/?b=3&a=4`, `${A}/?a=5&b=6&a=7`], 2)).toEqual([null, null, 'similar']);
  });

  test('repeated URLs are counted once, however many there are', () => {
    const urls = Array.from({ length: 10_000 }, (_, i) => `${A}/${i}`);
    expect(reasons([...urls, ...urls], urls.length).filter((reason) => reason !== null)).toEqual([]);
  });

  test('only a few of a million are mistaken for known', () => {
    const told = reasons(
      Array.from({ length: 200_000 }, (_, i) => `${A}/${i}`),
      190_000,
    );
    const followed = told.filter((reason) => reason === null).length;
    expect(followed).toBeGreaterThanOrEqual(190_000);
    expect(followed).toBeLessThan(191_500);
  });
});

describe('a site that invents URLs', () => {
  const traps = { maxSimilar: 50, maxEndless: 20_000 };
  let last = 0;
  const next = (): number => ++last;

  test.each<[string, string, (target: string) => string]>([
    ['relative links that grow', 'repeating-segments', () => links('a/', 'a/b/', '../a/')],
    [
      'a parameter that is added again',
      'repeating-parameters',
      (target) => links(`/s?${target.split('?')[1] ?? ''}&q=`),
    ],
    ['a page number that goes on', 'similar', (target) => links(`/p/${Number(target.split('/')[2] ?? 0) + 1}`)],
    ['a parameter of any value', 'similar', () => links(`/s?q=v${next()}`)],
    ['a calendar', 'similar', (target) => links(`/cal/${Number(target.split('/')[2] ?? 2026) + 1}/01`)],
    ['facets that multiply', 'similar', () => links(...[1, 2, 3].map(() => `/f?b=${next()}&a=${next()}`))],
  ])('%s: is cut off, with a reason', async (_, reason, answer) => {
    const web = await site((target) => answer(target));
    const { report, entries } = await crawl([`${web.origin}/`], { scope: { traps }, maxPages: 2000 });
    expect(web.requests.length).toBeLessThan(300);
    expect(report.progress.pages).toBe(web.requests.length);
    expect(entries.some((entry) => entry.state === 'skipped' && entry.reason === reason)).toBe(true);
  });

  test('a second session continues the count, and a higher limit allows more', async () => {
    const web = await site((target) => links(`/p/${Number(target.split('/')[2] ?? 0) + 1}`));
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], { scope: { traps }, maxPages: 30 }, frontier);
    await crawl([], { scope: { traps } }, frontier);
    expect(web.requests).toHaveLength(51);
    await crawl([], { scope: { traps: { ...traps, maxSimilar: 60 } } }, frontier);
    expect(web.requests).toHaveLength(61);
    await crawl([], { scope: { traps: null }, maxPages: 100 }, frontier);
    expect(web.requests).toHaveLength(161);
  });
});
