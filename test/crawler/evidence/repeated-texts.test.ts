import { expect, test } from 'vitest';
import { RepeatedTexts } from '../../../crawler/evidence/repeated-texts.ts';
import type { Evidence } from '../../../src/evidence/evidence.ts';

const SITE = 'http://example.com';

/** Two URLs of a page that differ in the value of `sid`, with the same text. */
function pair(path: string, value: number, change: Partial<Evidence> = {}): Evidence {
  const subject = { kind: 'param', host: 'example.com', about: 'sid', path, target: null } as const;
  const seen = { source: 'content', supports: true, seen: 'same-text', hops: [], by: 'crawl', at: value } as const;
  return { ...subject, ...seen, url: `${SITE}${path}?sid=${value}`, page: `${SITE}${path}?sid=0`, ...change };
}

function pairs(path: string, count: number, change: Partial<Evidence> = {}): Evidence[] {
  return Array.from({ length: count }, (_, n) => pair(path, n + 1, change));
}

/** What is evidence of pages that show one text whatever the value, as path and value of the tried URL. */
function kept(added: readonly Evidence[], known: readonly Evidence[]): string[] {
  const texts = new RepeatedTexts();
  for (const one of added) {
    texts.add(one, { params: [one.url, one.page].flatMap((url) => url?.split('?')[1] ?? []) });
  }
  return texts.finish(known).map(({ path, url, seen }) => `${seen} ${path} ${url?.split('=')[1]}`);
}

const ELSEWHERE = [...pairs('/list.php', 5), ...pairs('/item.php', 5)];
const FIVE = [1, 2, 3, 4, 5].map((value) => `repeated-text /login.php ${value}`);

test('29 values that leave a page as it is are evidence where the parameter is irrelevant on other pages', () => {
  expect(kept(pairs('/login.php', 28), ELSEWHERE)).toEqual(FIVE);
  expect(kept(pairs('/', 40), ELSEWHERE)).toHaveLength(5);
  expect(kept(pairs('/login.php', 27), ELSEWHERE)).toEqual([]);
  expect(kept(pairs('/login.php', 28), [])).toEqual([]);
});

test('they show nothing if few other pages with the parameter were compared, or only one', () => {
  expect(kept(pairs('/login.php', 28), ELSEWHERE.slice(1))).toEqual([]);
  expect(kept(pairs('/login.php', 28), pairs('/item.php', 16))).toEqual([]);
  expect(kept(pairs('/login.php', 28), [...pairs('/a', 5), ...pairs('/b', 5, { seen: 'repeated-text' })])).toEqual([]);
});

test('they show nothing if the parameter changes another page, or may change it', () => {
  for (const supports of [false, null]) {
    expect(kept(pairs('/login.php', 28), [...ELSEWHERE, pair('/search.php', 1, { supports })])).toEqual([]);
  }
});

test('a value counts once, and a pair that is evidence already does not count again', () => {
  const again = (count: number): readonly Evidence[] =>
    pairs('/login.php', count).flatMap((one) => [one, { ...one, page: `${SITE}/login.php` }]);
  expect(kept(again(28), ELSEWHERE)).toEqual(FIVE);
  expect(kept(again(27), ELSEWHERE)).toEqual([]);
  expect(kept(pairs('/login.php', 28), [...ELSEWHERE, pair('/login.php', 2)])).toEqual(FIVE.toSpliced(1, 1));
});

test('deeper pages and other kinds of facts have no such evidence', () => {
  expect(kept(pairs('/forum/login.php', 28), ELSEWHERE)).toEqual([]);
  expect(kept(pairs('/login.php', 28, { kind: 'order' }), ELSEWHERE)).toEqual([]);
});
