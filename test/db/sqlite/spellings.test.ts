import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryFrontier } from '../../../db/index.ts';
import { hashOfSpelling, storedSpelling } from '../../../db/sqlite/spellings.ts';
import { claim, foundBy, NO_WWW, rekeying } from '../claims.ts';
import { entriesOf, found, ONCE, page, request } from '../helpers.ts';

describe('the stored text of a spelling', () => {
  test.each([
    ['http://a/#top', 'http://a/', '#top'],
    ['http://a/#', 'http://a/', '#'],
    ['http://a/##', 'http://a/', '##'],
    ['HTTP://a/#top', 'http://a/', 'HTTP://a/#top'],
    ['http://a/b#top', 'http://a/', 'http://a/b#top'],
    ['http://a/#top', null, 'http://a/#top'],
    ['#top', 'invalid:x', '\\#top'],
    ['\\a', 'invalid:x', '\\\\a'],
  ])('%s with the key %s is %s', (url, key, stored) => {
    expect(storedSpelling(url, key)).toBe(stored);
  });
});

test('any texts come back as spellings and as links, in the order in which they were found', async () => {
  const key = 'http://a/';
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('#', '\\', 'x', '\0', 'ü'), maxLength: 3 }).map((end) => `${key}${end}`),
    fc.string({ unit: fc.constantFrom('#', '\\', 'x', key), minLength: 1, maxLength: 3 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(text, { maxLength: 6 }), { minLength: 1, maxLength: 3 }), async (pages) => {
      const frontier = new MemoryFrontier();
      await frontier.add([found(key), ...pages.map((_, n) => found(`http://p/${n}`))]);
      const leases = await frontier.lease(request());
      const linking = leases.filter((lease) => lease.key !== key);
      for (const [n, { id }] of linking.entries()) {
        const links = (pages[n] ?? []).map((url) => found(url, { key, pass: 'p' }));
        await frontier.settle('run', [{ ...ONCE, id, outcome: page(), found: links }]);
      }
      const others = new Set(pages.flat().filter((url) => url !== key));
      const [entry] = await entriesOf(frontier);
      expect(entry?.spellings).toEqual([...others].map((url) => ({ url, pass: 'p' })));
      const linked = await Array.fromAsync(frontier.links(), ({ to }) => to.map(({ url }) => url));
      const expected = pages.filter((links) => links.length > 0);
      expect(linked).toEqual(expected.map((links) => links.map((url) => (url === key ? null : url))));
      await frontier.close();
    }),
    { numRuns: 30 },
  );
});

test('links keep their texts when the spelling moves to another entry and back', async () => {
  const frontier = new MemoryFrontier();
  const urls = ['http://a/', 'http://www.a/', 'http://www.a/#x', 'http://a/#x'];
  await frontier.add([found('http://b/p')]);
  const [lease] = await frontier.lease(request());
  const links = urls.map((url) => foundBy([], url));
  await frontier.settle('run', [{ ...ONCE, id: lease?.id ?? 0, outcome: page(), found: links }]);
  const texts = async () => (await Array.fromAsync(frontier.links()))[0]?.to.map(({ url }) => url);
  const before = await texts();
  expect(before).toEqual([null, null, 'http://www.a/#x', 'http://a/#x']);
  await frontier.rekey(rekeying([claim('www', 'remove')]));
  expect(await texts()).toEqual(before);
  await frontier.rekey(rekeying([claim('www', 'add')]));
  expect(await texts()).toEqual(before);
  await frontier.rekey(rekeying([]));
  expect(await texts()).toEqual(before);
  const spellings = (await entriesOf(frontier)).map((entry) => [entry.url, entry.spellings.map(({ url }) => url)]);
  expect(spellings).toEqual([
    ['http://b/p', []],
    ['http://a/', ['http://a/#x']],
    ['http://www.a/', ['http://www.a/#x']],
  ]);
  await frontier.close();
});

test('spellings of one entry that share a hash are all kept, and each is known again', async () => {
  // So many that dozens of pairs share one of 65,536 hashes, whatever the salt of the file is.
  const urls = Array.from({ length: 3000 }, (_, n) => `http://a/#${n}`);
  expect(new Set(urls.map((url) => hashOfSpelling(url, 1))).size).toBeLessThan(urls.length);
  // What was found nearer to a seed is looked up again.
  const at = (depth: number) => urls.map((url) => found(url, { key: 'http://a/', pass: 'p', depth }));
  const frontier = new MemoryFrontier();
  await frontier.add([found('http://a/', { depth: 1 })]);
  expect(await frontier.add(at(1))).toEqual({ added: 0, duplicates: 3000 });
  expect(await frontier.add(at(0))).toEqual({ added: 0, duplicates: 0 });
  const [entry] = await entriesOf(frontier);
  expect(entry?.spellings.map(({ url }) => url)).toEqual(urls);
  await frontier.close();
});

test('a spelling has another hash with another salt', () => {
  const hashes = [1, 2, 3].map((salt) => hashOfSpelling('http://a/#top', salt));
  expect(new Set(hashes).size).toBe(3);
});

test('a spelling is known again after its entry got another key and the old one back', async () => {
  const frontier = new MemoryFrontier();
  const again = ['http://www.a/', 'http://www.a/#x', 'http://a/#x'].map((url) => foundBy([NO_WWW], url));
  const [first, second] = [foundBy([], 'http://www.a/'), foundBy([], 'http://www.a/#x')];
  await frontier.add([first, second]);
  await frontier.rekey(rekeying([NO_WWW]));
  expect(await frontier.add(again)).toEqual({ added: 0, duplicates: 1 });
  await frontier.rekey(rekeying([]));
  expect(await frontier.add([first, second])).toEqual({ added: 0, duplicates: 0 });
  await frontier.close();
});
