/** Covers: src/dedup/reported-group.ts */
import { describe, expect, test } from 'vitest';
import type { CanonOptions } from '../../src/index.ts';
import { groupLines, type Swept, sweep } from '../../src/playground/sweep.ts';

const LIST = 'http://a.example/x\r\nHTTP://A.example/x#top\n\nnot a url\nhttps://a.example/x/\nhttp://a.example/x';

async function swept(text: string, canon: CanonOptions = {}): Promise<Swept> {
  return sweep(text, { canon, keep: 'first' });
}

describe('a list without its duplicates', () => {
  test('keeps order, spelling, line ends, blank lines and what is not a URL', async () => {
    const { parts } = await swept(LIST);
    expect(parts().join('')).toBe('http://a.example/x\r\n\nnot a url\nhttps://a.example/x/\n');
  });

  test('keeps the line of a group that the rule names', async () => {
    const { parts } = await sweep(LIST, { canon: { assume: ['scheme', 'slash'] }, keep: 'last' });
    expect(parts().join('')).toBe('\nnot a url\nhttp://a.example/x');
  });

  test('counts every line once, and each merge by its loosest pass', async () => {
    const { tally, rejected, groups } = await swept(LIST);
    expect(tally).toMatchObject({ entries: 5, groups: 2, merged: 2, copies: 1, rejected: 1 });
    expect(tally.byPass()).toEqual([{ name: 'drop-fragment', class: 'changing', count: 1 }]);
    expect(rejected).toMatchObject([{ line: { number: 4, url: 'not a url' }, error: { code: 'no-scheme' } }]);
    expect(groups.map(({ members }) => members.map(({ link }) => link.number))).toEqual([[1, 2, 6], [5]]);
  });

  test('counts a merge by the pass that changed the first line, if that is the looser one', async () => {
    const { tally } = await swept('http://a.example/x#top\nHTTP://a.example/x\nhttp://a.example/x');
    expect(tally.byPass()).toEqual([{ name: 'drop-fragment', class: 'changing', count: 2 }]);
  });

  test('counts what facts would merge, alone and together', async () => {
    expect((await swept('http://a.example/x\nhttps://a.example/x\nhttp://www.a.example/x')).undecided).toEqual([
      { kinds: ['www'], count: 1 },
      { kinds: ['scheme'], count: 1 },
      { kinds: ['www', 'scheme'], count: 2 },
    ]);
    expect((await swept('http://a.example/x\nhttps://a.example/x/')).undecided).toEqual([
      { kinds: ['slash', 'scheme'], count: 1 },
    ]);
    expect((await swept('http://a.example/x\nhttps://a.example/x', { assume: ['scheme'] })).undecided).toEqual([]);
    expect((await swept('http://a.example/x\nhttps://a.example/x', { profile: 'changing' })).undecided).toEqual([]);
  });

  test('says how far it is, and ends when nobody wants it any more', async () => {
    const long = Array.from({ length: 3000 }, (_, at) => `http://a.example/${at}\n`).join('');
    const told: number[] = [];
    await sweep(long, { canon: {}, keep: 'first', onProgress: (lines) => void told.push(lines) });
    expect(told).toEqual([1000, 2000, 3000]);
    const controller = new AbortController();
    const stopped = sweep(long, {
      canon: {},
      keep: 'first',
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    });
    await expect(stopped).rejects.toThrow('enough');
  });
});

test('groups have the form of `dustpan dedup --groups`', async () => {
  const { groups } = await swept(LIST);
  const lines = await Array.fromAsync(groupLines(groups, {}, 'links.txt'));
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    {
      key: 'http://a.example/x',
      kept: 'http://a.example/x',
      members: [
        { url: 'http://a.example/x', file: 'links.txt', line: 1, class: 'identical', passes: [] },
        {
          url: 'HTTP://A.example/x#top',
          file: 'links.txt',
          line: 2,
          class: 'changing',
          passes: ['lowercase-scheme', 'lowercase-host', 'drop-fragment'],
        },
        { url: 'http://a.example/x', file: 'links.txt', line: 6, class: 'identical', passes: [] },
      ],
    },
  ]);
});
