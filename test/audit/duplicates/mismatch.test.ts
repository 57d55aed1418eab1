/** Covers: src/audit/duplicates/pagination.ts */
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import { canonical, entry, finding, found, page, prose } from '../made-site.ts';

const A = 'https://example.com/a';
const B = 'https://example.com/b';
const HOME = 'https://example.com/';

const names = (url: string, target: string, text: string): AuditEntry => page(url, canonical(target) + text);
const self = (url: string, text: string): AuditEntry => names(url, url, text);

describe('the text of a canonical URL', () => {
  const text = prose(200);
  const other = prose(200, 'other');

  it('differs if it contains little of the page, with figures', async () => {
    const { evidence } = await finding('target/content-differs', [names(A, B, text), self(B, prose(300, 'x'))]);
    expect(evidence).toMatchObject({ target: B, words: 200, targetWords: 300 });
    expect(evidence['similarity']).toBeLessThan(0.1);
    expect(evidence['contained']).toBeLessThan(0.3);
  });

  it.each([
    ['the same', text],
    ['more: a superset', text + other],
    ['far more, which sketches cannot judge', prose(20_000, 'x')],
    ['other words in some places', `${prose(30, 'x')}${text}${prose(60, 'y')}`],
    ['too little to compare', prose(19, 'x')],
  ])('is well where it has %s', async (_, target) => {
    expect(await found([names(A, B, text), self(B, target)])).toEqual([`canonical/elsewhere ${A}`]);
  });

  it('is not judged if the page has too little text, or no sketch', async () => {
    expect(await found([names(A, B, prose(19)), self(B, other)])).toEqual([`canonical/elsewhere ${A}`]);
    const bare = self(B, other);
    const { details } = bare;
    const unread = { ...bare, details: details && { ...details, sketch: null } };
    expect(await found([names(A, B, text), unread])).toEqual([`canonical/elsewhere ${A}`]);
  });

  it('is not judged if the target is an error page or noindex', async () => {
    const gone = page(B, `<title>404 Not found</title>${canonical(B)}${prose(50, 'x')}`);
    expect(await found([names(A, B, text), gone])).toEqual([`page/soft-404 ${B}`, `target/soft-404 ${A}`]);
    const hidden = page(B, `<meta name=robots content=none>${canonical(B)}${other}`);
    expect(await found([names(A, B, text), hidden])).toEqual([`target/noindex ${A}`]);
    expect(await found([names(A, B, text), entry(B, { state: 'failed', status: 404 })])).toEqual([`target/error ${A}`]);
  });

  it('is judged more strictly at the home page', async () => {
    const half = prose(200) + prose(200, 'own');
    expect(await found([names(A, HOME, half), self(HOME, text)])).toEqual([`target/home ${A}`]);
    expect(await found([names(A, B, half), self(B, text)])).toEqual([`canonical/elsewhere ${A}`]);
    expect(await found([names(`${HOME}?x=1`, HOME, other), self(HOME, text)])).toEqual([
      `target/content-differs ${HOME}?x=1`,
    ]);
  });
});

it('headings that share no word are a sign of another page, if half of the text is shared', async () => {
  const headed = (url: string, heading: string, seed: string): AuditEntry =>
    page(url, `<title>${heading}</title>${canonical(B)}<h1>${heading}</h1>${prose(160, seed)}${prose(100, 's')}`);
  const pair = (a: string, b: string): readonly AuditEntry[] => [headed(A, a, 'a'), headed(B, b, 'b')];
  expect(await found(pair('Birch brooms', 'Dustpans'))).toEqual([`target/content-differs ${A}`]);
  expect(await found(pair('Birch brooms', 'All brooms'))).toEqual([`canonical/elsewhere ${A}`]);
});

describe('target/language', () => {
  const inLanguage = (url: string, target: string, lang: string, text: string): AuditEntry =>
    page(url, `<html lang="${lang}">${canonical(target)}${text}`);
  const pair = (a: string, b: string, text = prose(50, 'x')): AuditEntry[] => [
    inLanguage(A, B, a, prose(50)),
    inLanguage(B, B, b, text),
  ];

  it('cites both languages, and is the only finding', async () => {
    expect(await found(pair('de-CH', ' EN '))).toEqual([`target/language ${A}`]);
    expect((await finding('target/language', pair('de-CH', 'en'))).evidence).toMatchObject({
      language: 'de-ch',
      targetLanguage: 'en',
    });
  });

  it.each([
    ['de-CH', 'de'],
    ['', 'en'],
    ['x-klingon', 'en'],
    ['{{lang}}', 'en'],
  ])('does not tell %j from %j', async (a, b) => {
    expect(await found(pair(a, b))).toEqual([`target/content-differs ${A}`]);
  });

  const EN_TITLE = '<title>How to choose the right broom for your home and what to do with it</title>';
  const DE_TITLE =
    '<title>Wie man den richtigen Besen für das Haus findet und was nicht auf die Liste von uns passt</title>';

  it('believes titles, headings and descriptions before attributes', async () => {
    const [own, other] = [prose(50), prose(50, 'x')];
    const asWritten = [inLanguage(A, B, 'en', EN_TITLE + own), inLanguage(B, B, 'en', DE_TITLE + other)];
    expect((await finding('target/language', asWritten)).evidence).toMatchObject({ written: 'en, de' });
    const wrongly = [inLanguage(A, B, 'de', EN_TITLE + own), inLanguage(B, B, 'en', EN_TITLE + other)];
    expect(await found(wrongly)).toEqual([`target/content-differs ${A}`]);
  });

  it.each([
    [0.5, 'target/language'],
    [0.62, 'target/language'],
    [0.95, 'canonical/elsewhere'],
  ])('of pages that share %d of their text is %s', async (share, rule) => {
    const text = (seed: string): string =>
      prose(Math.round(320 * (1 - share)), seed) + prose(Math.round(320 * share), 's');
    expect(await found([inLanguage(A, B, 'de', text('a')), inLanguage(B, B, 'en', text('b'))])).toEqual([
      `${rule} ${A}`,
    ]);
  });

  it('ignores the same text under two languages', async () => {
    expect(await found(pair('de', 'en', prose(50)))).toEqual([`canonical/elsewhere ${A}`]);
    const short = [inLanguage(A, B, 'de', 'Taxi'), inLanguage(B, B, 'en', 'Taxi')];
    expect(await found(short)).toEqual([`canonical/elsewhere ${A}`]);
  });
});

describe('pagination/to-first', () => {
  const LIST = 'https://example.com/list';
  const later = async (url: string, first: string, text = prose(50, 'x')): Promise<readonly string[]> =>
    found([names(url, first, prose(50)), self(first, text)]);

  it.each([
    [`${LIST}?page=2`, LIST],
    [`${LIST}?sort=a&paged=02`, `${LIST}?sort=a`],
    [`${LIST}?page=3&sort=a`, `${LIST}?page=1&sort=a`],
    [`${LIST}/page/2/`, `${LIST}/`],
    [`${LIST}/page-7`, LIST],
    ['https://example.com/page/2', HOME],
  ])('finds %s that names %s', async (url, first) => {
    expect(await later(url, first)).toEqual([`pagination/to-first ${url}`]);
  });

  it.each([
    [`${LIST}?page=1`, LIST],
    [`${LIST}?page=x2`, LIST],
    [`${LIST}?page=2`, `${LIST}?sort=a`],
    [`${LIST}?page=3`, `${LIST}?page=2`],
    [`${LIST}?p=123`, LIST],
    [`${LIST}/homepage/2`, LIST],
  ])('takes %s and %s for no such two', async (url, first) => {
    expect(await later(url, first)).toEqual([`target/content-differs ${url}`]);
  });

  it('cites the page number', async () => {
    const pages = [names(`${LIST}?page=2`, LIST, prose(50)), self(LIST, prose(50, 'x'))];
    expect((await finding('pagination/to-first', pages)).evidence).toMatchObject({ target: LIST, number: 2 });
  });

  it('is ignored if the first page shows all items', async () => {
    expect(await later(`${LIST}?page=2`, LIST, prose(50) + prose(90, 'x'))).toEqual([
      `canonical/elsewhere ${LIST}?page=2`,
    ]);
  });
});
