/** Covers: src/dedup/undecided-counts.ts */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ASSUMABLE_FACTS, type AssumableFact, type CanonOptions, compile } from '../../src/index.ts';
import { encodeBytes } from '../../src/text/bytes.ts';
import { ndjson } from '../cli/dustpan.ts';
import { lawRuns } from '../law-runs.ts';
import { listOf, run } from './running.ts';
import { relatedUrls, valid } from './variants.ts';

interface Counted {
  readonly byKind: Readonly<Record<string, number>>;
  readonly together: number;
  /** What those that are needed merge. */
  readonly needed: number;
}

async function counted(urls: readonly string[], canon: CanonOptions): Promise<Counted> {
  const list = urls.map((url) => `${encodeBytes(JSON.stringify(url))}\n`).join('');
  const { summary } = await run({ sources: [listOf('list.jsonl', list, 512)], canon });
  const { undecided } = summary;
  return {
    byKind: Object.fromEntries(undecided.byKind().map(({ kind, count }) => [kind, count])),
    together: undecided.together,
    needed: merging(urls, canon, undecided.needed),
  };
}

/** Keys less those that are left when more is assumed. */
function merging(urls: readonly string[], canon: CanonOptions, kinds: readonly AssumableFact[]): number {
  const { key } = compile(canon);
  const keys = [...new Set(urls.flatMap((url) => valid(key(url))))];
  const { canonicalize } = compile({ ...canon, assume: [...(canon.assume ?? []), ...kinds] });
  return keys.length - new Set(keys.map((each) => valid(canonicalize(each))[0])).size;
}

function naive(urls: readonly string[], canon: CanonOptions): Counted {
  const kinds = ASSUMABLE_FACTS.filter((kind) => canon.assume?.includes(kind) !== true);
  const counts = kinds.map((kind) => [kind, merging(urls, canon, [kind])] as const).filter(([, count]) => count > 0);
  const together = merging(urls, canon, kinds);
  return { byKind: Object.fromEntries(counts), together, needed: together };
}

test('counts the merges of each kind and of all kinds together like a count of keys', async () => {
  const lists = fc
    .array(relatedUrls, { minLength: 1, maxLength: 4 })
    .map((groups) => groups.flat().filter((url) => url.isWellFormed()));
  await fc.assert(
    fc.asyncProperty(lists, fc.subarray([...ASSUMABLE_FACTS], { maxLength: 2 }), async (urls, assume) => {
      const canon: CanonOptions = { assume };
      expect(await counted(urls, canon)).toEqual(naive(urls, canon));
    }),
    { numRuns: lawRuns(200) },
  );
});

describe('an undecided group names exactly the assumptions it needs', () => {
  test.each([
    [['http://a.com/', 'https://a.com/'], ['scheme']],
    [
      ['http://www.a.com/b', 'https://a.com/b'],
      ['www', 'scheme'],
    ],
    [['http://u:p@www.a.com/b', 'http://u:p@a.com/b'], ['www']],
    [['http://a.com/b', 'http://a.com/b/'], ['slash']],
    [['http://a.com/?x&y', 'http://a.com/?y&x'], ['order']],
    [
      ['http://a.com/B', 'http://a.com//b'],
      ['case', 'slashes'],
    ],
    [['http://a.com/b/', 'http://a.com/b/index.html'], ['index']],
  ])('%j: %j', async (urls, needs) => {
    const { undecided } = await run({ sources: [listOf('l.txt', urls.join('\n'))] });
    expect(ndjson(undecided)).toEqual([{ needs, urls, keys: urls }]);
  });

  test('an undecided group shows its first spellings, in UTF-8', async () => {
    const list = encodeBytes('http://a.com/é#x\nhttps://a.com/%C3%A9\nhttp://a.com/%c3%a9\n');
    const { undecided } = await run({ sources: [listOf('l.txt', list)] });
    expect(ndjson(Buffer.from(undecided, 'latin1').toString())).toEqual([
      {
        needs: ['scheme'],
        urls: ['http://a.com/é#x', 'https://a.com/%C3%A9'],
        keys: ['http://a.com/%C3%A9', 'https://a.com/%C3%A9'],
      },
    ]);
  });
});

test('kinds that are already assumed are not counted', async () => {
  const { summary, undecided } = await run({
    sources: [listOf('l.txt', 'http://a.com/\nhttps://a.com/\nhttp://a.com/b\n')],
    canon: { assume: [...ASSUMABLE_FACTS] },
  });
  expect({ groups: summary.tally.groups, together: summary.undecided.together, undecided }).toEqual({
    groups: 2,
    together: 0,
    undecided: '',
  });
});
