import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isComparedByParam, placeOf, UrlClasses } from '../../../crawler/evidence/url-classes.ts';
import { difference } from '../../../src/evidence/difference.ts';
import { lawRuns } from '../../law-runs.ts';
import { everyLookTakes, turnsDuring } from '../../stepped-clock.ts';

const SEGMENTS = ['', 'a', 'A', 'b', 'index.html'];
const url = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.constantFrom('example.com', 'www.example.com', 'example.org'),
    fc.array(fc.constantFrom(...SEGMENTS), { maxLength: 3 }),
    fc.array(fc.constantFrom('a=1', 'a=2', 'b=1', 'c'), { maxLength: 3 }),
  )
  .map(([scheme, host, path, query]) => `${scheme}://${host}/${path.join('/')}?${query.join('&')}`);

/** The classes as texts. */
async function classesOf(urls: readonly string[]): Promise<string[][]> {
  const classes = new UrlClasses();
  for (const each of urls) classes.add(each);
  const all = [...(await Array.fromAsync(classes.byForm())), ...(await Array.fromAsync(classes.byParam()))];
  return all.map((rows) => rows.map((row) => classes.text(row)));
}

test('two URLs of which one fact makes one are in one class', async () => {
  const property = fc.asyncProperty(fc.array(url, { minLength: 2, maxLength: 30 }), async (urls) => {
    const classes = await classesOf(urls);
    const together = new Set(classes.flatMap((members) => members.flatMap((a) => members.map((b) => `${a} ${b}`))));
    const keyed = new UrlClasses();
    const texts = [...new Set(urls.map((each) => keyed.text(keyed.add(each))))];
    for (const a of texts) {
      for (const b of texts) if (difference(a, b) !== null) expect(together).toContain(`${a} ${b}`);
    }
  });
  await fc.assert(property, { numRuns: lawRuns(300) });
});

it('gives each class once, the shortest URL first, and each URL once', async () => {
  const site = 'http://example.com';
  expect(await classesOf([`${site}/a/index.html`, `${site}/a/`, 'HTTP://example.com/a/', `${site}/b`])).toEqual([
    [`${site}/a/`, `${site}/a/index.html`],
  ]);
  const classes = await classesOf([`${site}/?x=12`, `${site}/?x=1`, `${site}/`, `${site}/?x=1&y=2`]);
  expect(classes.sort((a, b) => b.length - a.length)).toEqual([
    [`${site}/`, `${site}/?x=1`, `${site}/?x=12`],
    [`${site}/?x=1`, `${site}/?x=1&y=2`],
  ]);
});

it('holds what is no URL of the web for none', () => {
  const classes = new UrlClasses();
  expect(['mailto:a@example.com', 'http://[', 'invalid:x'].map((each) => classes.add(each))).toEqual([-1, -1, -1]);
  expect(classes.isFull).toBe(false);
});

it('takes no time by the square of the URLs, whatever they are made to share', async () => {
  const site = 'http://example.com';
  const names = Array.from({ length: 10_000 }, (_, n) => `${site}/?x${n}=1`);
  const values = Array.from({ length: 10_000 }, (_, n) => `${site}/?x=${n}`);
  const cases = Array.from(
    { length: 10_000 },
    (_, n) => `${site}/${n.toString(2).replaceAll('0', 'a').replaceAll('1', 'A').padStart(14, 'a')}`,
  );
  const classes = await classesOf([`${site}/`, ...names, ...values, ...cases]);
  expect(classes.filter((members) => members.length === 2)).toHaveLength(10_000);
  expect(classes.filter((members) => members.length > 9_000)).toHaveLength(2);
});

it('holds what is web in a part alone for none', () => {
  const classes = new UrlClasses();
  expect(classes.add('data:text/plain,http://example.com/')).toBe(-1);
});

it('knows where a URL lies, whatever its site and query', () => {
  const place = placeOf('http://example.com/a/b');
  for (const same of ['http://other.example/a/b', 'https://example.org:444/A/b/', 'http://example.com/a/b?c=/d#e']) {
    expect(placeOf(same)).toBe(place);
  }
  expect(placeOf('http://example.com/a/c')).not.toBe(place);
  const quoting = ['a', 'b'].map((site) => placeOf(`http://example.com/of/http://${site}.example/x`));
  expect(quoting[0]).not.toBe(quoting[1]);
});

it('has classes of URLs of eight parameters, and none by a parameter of more', async () => {
  const site = 'http://example.com/?';
  const query = (...last: readonly string[]): string => ['a=1', 'b=1', 'c=1', 'd=1', 'e=1', 'f=1', ...last].join('&');
  const eight = [`${site}${query('g=1', 'h=1')}`, `${site}${query('g=1', 'h=2')}`];
  expect(await classesOf(eight)).toEqual([eight]);
  const nine = [`${site}${query('g=1', 'h=1', 'i=1')}`, `${site}${query('g=1', 'h=1', 'i=2')}`];
  expect(await classesOf(nine)).toEqual([]);
  expect([...eight, ...nine].map((one) => isComparedByParam(one, 'h'))).toEqual([true, true, false, false]);
  const repeated = ['a=1', 'a=2', 'a=3', 'a=4', 'a=5', 'a=6', 'a=7', 'a=8', 'a=9', 'i=1'].join('&');
  expect(['a', 'i'].map((name) => isComparedByParam(`${site}${repeated}`, name))).toEqual([true, false]);
});

it('takes what looks like a parameter in a fragment for none', async () => {
  const site = 'http://example.com/#!/a';
  expect(await classesOf([`${site}?b=1`, `${site}?b=2`, site])).toEqual([]);
});

describe('many URLs', () => {
  const turnsOf = async (urls: readonly string[], find: 'byForm' | 'byParam'): Promise<number> => {
    const classes = new UrlClasses();
    for (const each of urls) classes.add(each);
    everyLookTakes(30);
    return turnsDuring(() => Array.fromAsync(classes[find]()));
  };
  const apart = Array.from({ length: 400 }, (_, n) => `http://example.com/${n}`);
  const alike = Array.from({ length: 100 }, (_, n) => `http://example.com/a${'/'.repeat(n)}`);
  const values = apart.map((_, n) => `http://example.com/?x=${n}`);

  it.each([
    ['read', apart, 'byForm', 100],
    ['compared in their form', alike, 'byForm', 150],
    ['read with their parameters', apart, 'byParam', 100],
    ['compared by a parameter', values, 'byParam', 300],
  ] as const)('leave others their turn as they are %s', async (_, urls, find, least) => {
    expect(await turnsOf(urls, find)).toBeGreaterThan(least);
  });
});
