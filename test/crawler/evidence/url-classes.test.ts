import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { UrlClasses } from '../../../crawler/evidence/url-classes.ts';
import { difference } from '../../../src/evidence/difference.ts';

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
  await fc.assert(property, { numRuns: Number(process.env['LAWS_RUNS'] ?? 300) });
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
  expect(classes.size).toBe(0);
  expect(classes.isFull).toBe(false);
});

it('leaves what is too long for a page, which would fill the memory', () => {
  const classes = new UrlClasses();
  expect(classes.add(`http://example.com/${'a'.repeat(2000)}`)).toBe(0);
  expect(classes.add(`http://example.com/${'a'.repeat(2100)}`)).toBe(-1);
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
