/** Covers: src/dedup/writer.ts */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Emitted } from '../../src/dedup/job.ts';
import { KEEP_RULES, type KeepRule } from '../../src/dedup/keep.ts';
import type { Selected } from '../../src/dedup/selection.ts';
import { compile, UrlError } from '../../src/index.ts';
import { lines } from '../../src/lists/formats/lines.ts';
import { decodeBytes, encodeBytes } from '../../src/text/bytes.ts';
import { ndjson } from '../cli/dustpan.ts';
import { lawRuns } from '../law-runs.ts';
import { listOf, type Ran, run } from './running.ts';
import { relatedUrls, valid } from './variants.ts';

interface Wanted {
  readonly keep: KeepRule;
  readonly selected: Selected;
  readonly emitted: Emitted;
  readonly counts: boolean;
  readonly hasRejects: boolean;
  readonly collapsesRejects: boolean;
}

/** A line of a list, with its end. */
interface Line {
  readonly file: string;
  readonly line: number;
  readonly bytes: string;
  /** Its bytes without the end. */
  readonly spelling: string;
  readonly url: string;
  readonly key: string | UrlError;
}

const MARK = '\xef\xbb\xbf';
const { key: keyOf, canonicalize } = compile();

function linesOf(lists: readonly string[]): Line[] {
  return lists.flatMap((list, index) => {
    const text = list.startsWith(MARK) ? list.slice(MARK.length) : list;
    const whole = index < lists.length - 1 && text !== '' && !text.endsWith('\n') ? `${text}\n` : text;
    return (whole.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((bytes, at): Line => {
      const spelling = bytes.replace(/\r?\n$|\r$/, '');
      const url = decodeBytes(spelling);
      return { file: `list${index}`, line: at + 1, bytes, spelling, url, key: keyOf(url) };
    });
  });
}

const isBlank = ({ bytes }: Line): boolean => /^[\t\n\v\f\r ]*$/.test(bytes);

/** The lines that are no URLs; of those of the same bytes only the first, where that is asked for. */
function junkOf(entries: readonly Line[], collapses: boolean): readonly Line[] {
  const junk = entries.filter((line) => !isBlank(line) && line.key instanceof UrlError);
  const first = (line: Line): Line | undefined => junk.find((each) => withoutEnd(each) === withoutEnd(line));
  return collapses ? junk.filter((line) => first(line) === line) : junk;
}

const withoutEnd = ({ bytes }: Line): string => bytes.replace(/\r?\n$/, '');

function pick(group: readonly Line[], keep: KeepRule): Line | undefined {
  const shortest = Math.min(...group.map(({ spelling }) => spelling.length));
  const found: Readonly<Record<KeepRule, Line | undefined>> = {
    first: group[0],
    last: group.at(-1),
    shortest: group.find(({ spelling }) => spelling.length === shortest),
    https: group.find(({ url }) => /^\s*https:/i.test(url)),
    canonical: group.find(({ spelling, key }) => spelling === key),
  };
  return found[keep] ?? group[0];
}

/** What a list becomes, by looking at all of it again and again. */
function naive(lists: readonly string[], against: string, wanted: Wanted): string {
  const elsewhere = new Set(linesOf([against]).map(({ key }) => key));
  const all = linesOf(lists);
  const junk = junkOf(all, wanted.collapsesRejects);
  const isOwn = wanted.emitted === 'found' && !wanted.counts;
  const stays = (line: Line): string => {
    if (isBlank(line)) return isOwn ? line.bytes : '';
    if (line.key instanceof UrlError) {
      return isOwn && wanted.selected === 'all' && !wanted.hasRejects && junk.includes(line) ? line.bytes : '';
    }
    const group = all.filter((other) => other.key === line.key);
    const isSelected = wanted.selected === 'all' || (wanted.selected === 'unique') === (group.length === 1);
    if (elsewhere.has(line.key) || !isSelected || pick(group, wanted.keep) !== line) return '';
    return rendered(line, line.key, group.length, wanted);
  };
  return (isOwn && lists[0]?.startsWith(MARK) ? MARK : '') + all.map(stays).join('');
}

function rendered({ bytes, url, file, line }: Line, key: string, count: number, { emitted, counts }: Wanted): string {
  const text = {
    found: url,
    canonical: valid(canonicalize(url)).join(''),
    key,
    json: JSON.stringify({ url, key, file, line, ...(counts && { count }) }),
  };
  if (emitted === 'found' && !counts) return bytes;
  const number = counts && emitted !== 'json' ? `${String(count).padStart(7)} ` : '';
  return `${number}${encodeBytes(text[emitted])}\n`;
}

const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'http://a.com/',
      'http://A.com',
      'https://a.com/',
      'http://a.com/#x',
      ' http://a.com/',
      'http://a.com/%7E',
      'http://a.com/~',
    ),
  },
  { weight: 2, arbitrary: relatedUrls.map(([url = '']) => encodeBytes(url.toWellFormed()).replace(/[\n\0]/g, '')) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('http://a.com/\xe9', 'http://a.com/%E9', 'http://a.com/\xc3\xa9', 'http://a.com/%C3%A9'),
  },
  { weight: 2, arbitrary: fc.constantFrom('', '', ' ', '\t', 'junk', '# comment', 'http://[', '\x01\xff', '{') },
);
const anyList = fc
  .tuple(
    fc.constantFrom('', '', MARK),
    fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 12 }),
    fc.boolean(),
  )
  .map(([mark, all, hasEnd]) => {
    const text = mark + all.map((parts) => parts.join('')).join('');
    return hasEnd ? text : text.replace(/\r?\n$/, '');
  })
  .filter((text) => !/^(?:\xff\xfe|\xfe\xff)/.test(text));
const anyWanted: fc.Arbitrary<Wanted> = fc.record({
  keep: fc.constantFrom(...KEEP_RULES),
  selected: fc.constantFrom('all', 'all', 'unique', 'duplicates'),
  emitted: fc.constantFrom('found', 'found', 'canonical', 'key', 'json'),
  counts: fc.boolean(),
  hasRejects: fc.boolean(),
  collapsesRejects: fc.boolean(),
});
const numRuns = lawRuns(400);

function runLists(
  lists: readonly string[],
  against: string,
  { keep, selected, emitted, counts, hasRejects, collapsesRejects }: Wanted,
  stretch: number,
): Promise<Ran> {
  return run({
    sources: lists.map((bytes, index) => listOf(`list${index}`, bytes, stretch)),
    against: listOf('against', against, stretch),
    format: lines,
    keep,
    selected,
    emitted,
    counts,
    collapsesRejects,
    append: null,
    ...(hasRejects && { rejects: null }),
  });
}

describe('the whole job', () => {
  test('writes the same output as a model that rescans the list for each line', async () => {
    const anyLists = fc.array(anyList, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        anyLists,
        anyList,
        anyWanted,
        fc.integer({ min: 1, max: 40 }),
        async (lists, against, wanted, stretch) => {
          const { output, rejects, summary, rejected } = await runLists(lists, against, wanted, stretch);
          expect(output).toBe(naive(lists, against, wanted));
          const all = linesOf(lists).filter((each) => !isBlank(each));
          const junk = junkOf(all, false);
          const first = junkOf(all, wanted.collapsesRejects);
          expect(rejected.map(({ list, line: number }) => [list, number])).toEqual(
            junk.map((each) => [each.file, each.line]),
          );
          const isOwn = wanted.emitted === 'found' && !wanted.counts;
          const taken = first.map((each) => (isOwn ? each.bytes : `${encodeBytes(each.url)}\n`)).join('');
          expect(rejects).toBe(wanted.hasRejects ? taken : '');
          const { count: met, collapsed } = summary.rejects;
          const dropped = wanted.collapsesRejects ? junk.length - first.length : null;
          expect([met, collapsed]).toEqual([first.length, dropped]);
          // Every entry is accounted for, by one count only.
          const { groups, merged, elsewhere, rejected: count, entries, copies } = summary.tally;
          expect(entries).toBe(all.length);
          expect([groups + merged + elsewhere + count, count]).toEqual([entries, junk.length]);
          expect(summary.tally.byPass().reduce((sum, pass) => sum + pass.count, copies)).toBe(merged);
        },
      ),
      { numRuns },
    );
  });

  test('without options the output is the input minus some lines, in order', async () => {
    await fc.assert(
      fc.asyncProperty(anyList, fc.constantFrom(...KEEP_RULES), async (list, keep) => {
        const { output } = await run({ sources: [listOf('list0', list)], format: lines, keep });
        let at = 0;
        for (const kept of output.replace(/^\xef\xbb\xbf/, '').match(/[^\n]*\n|[^\n]+$/g) ?? []) {
          const found = list.indexOf(kept, at);
          expect(found).toBeGreaterThanOrEqual(0);
          at = found + kept.length;
        }
      }),
      { numRuns: numRuns / 4 },
    );
  });

  test('a second run changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anyList, fc.constantFrom(...KEEP_RULES), async (list, keep) => {
        const once = await run({ sources: [listOf('list0', list)], format: lines, keep });
        const twice = await run({ sources: [listOf('list0', once.output)], format: lines, keep });
        expect([twice.output, twice.summary.tally.merged]).toEqual([once.output, 0]);
      }),
      { numRuns: numRuns / 4 },
    );
  });

  test('reports all groups with several entries, and the kept entry of each', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyList, { minLength: 1, maxLength: 2 }),
        fc.constantFrom(...KEEP_RULES),
        async (lists, keep) => {
          const { groups } = await run({
            sources: lists.map((bytes, index) => listOf(`list${index}`, bytes)),
            format: lines,
            keep,
          });
          const all = linesOf(lists).filter((each) => !isBlank(each) && !(each.key instanceof UrlError));
          const expected = [...Map.groupBy(all, ({ key }) => key)].flatMap(([key, members]) => {
            if (members.length === 1) return [];
            return {
              key,
              kept: pick(members, keep)?.url,
              members: members.map(({ url, file, line: number }) =>
                expect.objectContaining({ url, file, line: number }),
              ),
            };
          });
          expect(groups === '' ? [] : ndjson(decodeBytes(groups))).toEqual(expected);
        },
      ),
      { numRuns: numRuns / 4 },
    );
  });
});

test.each(['first', 'last'] as const)(
  'keep %s: what is added to a list are the entries that stay, and nothing between them',
  async (keep) => {
    const { append, output } = await run({
      keep,
      sources: [listOf('new.txt', '\n# note\nhttp://a/\n\nhttp://b/\nhttp://b/\nhttp://c/')],
      against: listOf('seen.txt', 'http://a/\n'),
    });
    expect(append).toBe('http://b/\nhttp://c/');
    expect(output).toBe('\n# note\n\nhttp://b/\nhttp://c/');
  },
);

test('an entry spelled like an earlier one is a copy; any other duplicate is attributed to a pass', async () => {
  const list = 'http://a/#x\nhttp://a/\nhttp://a/\nhttp://a/#x\nhttp://a/#y\nhttp://a/#y\n';
  const { tally } = (await run({ sources: [listOf('l.txt', list)] })).summary;
  expect([tally.groups, tally.copies]).toEqual([1, 3]);
  expect(tally.byPass()).toMatchObject([{ name: 'drop-fragment', class: 'changing', count: 2 }]);
});

test('in a group of the reference list, the reference entry is kept', async () => {
  const { groups } = await run({
    sources: [listOf('new.txt', 'http://a/#1\nhttp://a/#2\nhttp://b/\n')],
    against: listOf('seen.txt', 'http://b/\nhttp://a/#0\n'),
  });
  expect(ndjson(groups)).toMatchObject([
    { key: 'http://b/', kept: 'http://b/', members: [{ file: 'seen.txt' }, { file: 'new.txt' }] },
    { key: 'http://a/', kept: 'http://a/#0', members: [{ file: 'seen.txt', line: 2 }, { line: 1 }, { line: 2 }] },
  ]);
});

test('bookmarks that are in a reference list go, without a report on groups', async () => {
  const bookmarks =
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DT><A HREF="http://a/">A</A>\n<DT><A HREF="http://b/">B</A>\n';
  const { output } = await run({
    groups: null,
    append: null,
    sources: [listOf('new.html', bookmarks)],
    against: listOf('seen.txt', 'http://a/#x\n'),
  });
  expect(output).toBe(bookmarks.replace(/.*http:\/\/a.*\n/, ''));
});
