import { expect, test } from 'vitest';
import { dedup, distinct, type LinkGroup } from '../../src/dedup.ts';

const LINKS = ['http://a.example/x#1', 'http://b.example/', 'HTTP://a.example/x', 'no url', 'http://a.example/x#1'];

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  return Array.fromAsync(items);
}

test('groups links by key, in the order of their first links, with the pass that changed each link', async () => {
  const groups = await all(dedup(LINKS));
  expect(groups.map(({ key, kept }) => [key, kept])).toEqual([
    ['http://a.example/x', 'http://a.example/x#1'],
    ['http://b.example/', 'http://b.example/'],
  ]);
  expect(groups[0]?.members.map(({ index, pass }) => [index, pass?.name ?? null])).toEqual([
    [0, 'drop-fragment'],
    [2, 'lowercase-scheme'],
    [4, 'drop-fragment'],
  ]);
});

test('keeps the link that the rule selects, for links of any type', async () => {
  const links = LINKS.map((url, number) => ({ url, number }));
  const kept = async (keep: 'last' | 'shortest'): Promise<number | undefined> => {
    const groups: readonly LinkGroup<(typeof links)[number]>[] = await all(
      dedup(links, { keep, urlOf: (link) => link.url }),
    );
    return groups[0]?.kept.number;
  };
  expect(await kept('last')).toBe(4);
  expect(await kept('shortest')).toBe(2);
});

test('reports invalid URLs, and groups the rest', async () => {
  const rejected: string[] = [];
  await all(dedup(LINKS, { onReject: (link, error) => rejected.push(`${link}: ${error.code}`) }));
  expect(rejected).toEqual(['no url: no-scheme']);
});

test('yields distinct links as they arrive, before the input ends', async () => {
  const links = distinct(
    (async function* () {
      yield 'http://a.example/#1';
      yield 'http://a.example/#2';
      yield 'http://b.example/';
      throw new Error('no more is to be asked for');
    })(),
  );
  expect((await links.next()).value).toBe('http://a.example/#1');
  expect((await links.next()).value).toBe('http://b.example/');
});

test('refuses a rule that does not exist, as JavaScript may give it', () => {
  const options = JSON.parse('{"keep":"nope"}');
  expect(() => dedup(LINKS, options)).toThrow(new TypeError('keep is one of first, last, shortest, https, canonical'));
});

test('takes URL objects, and needs urlOf for links of other types', async () => {
  expect(await all(distinct([new URL('http://a.example/#1'), new URL('http://a.example/#2')]))).toHaveLength(1);
  const links = [{ url: 'http://a.example/' }];
  const problem = 'a link of type object is neither a string nor a URL; add the option urlOf';
  // @ts-expect-error -- JavaScript can do this
  await expect(all(dedup(links))).rejects.toThrow(problem);
  // @ts-expect-error -- JavaScript can do this
  await expect(all(distinct(links, { onReject: () => {} }))).rejects.toThrow(TypeError);
});

test('refuses values that are not lists, and options that are not functions', () => {
  const call =
    (run: (...given: never[]) => unknown, ...given: readonly unknown[]) =>
    () =>
      Reflect.apply(run, undefined, given);
  const message = 'cannot be iterated over; write an array, or an iterable of links';
  for (const list of [undefined, null, 5, {}, () => []]) {
    expect(call(dedup, list)).toThrow(new TypeError(`the list of dedup ${message}`));
    expect(call(distinct, list)).toThrow(new TypeError(`the list of distinct ${message}`));
  }
  expect(call(dedup, [], { urlOf: 'url' })).toThrow(
    new TypeError('the option urlOf of dedup is "url"; write a function'),
  );
  expect(call(distinct, [], { onReject: 5 })).toThrow(
    new TypeError('the option onReject of distinct is 5; write a function'),
  );
  for (const list of [new Set(['http://a/']), distinct([]), [].values()]) expect(call(dedup, list)).not.toThrow();
});

test('refuses a string as a list of links', () => {
  expect(() => dedup('http://a.example/')).toThrow(
    new TypeError('the list of dedup is a string; write a single URL in [ ]'),
  );
  expect(() => distinct('http://a.example/')).toThrow(TypeError);
});
