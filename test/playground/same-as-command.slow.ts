/** Covers: src/playground/{lines,sweep}.ts */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEEP_RULES } from '../../src/dedup.ts';
import type { CanonOptions } from '../../src/index.ts';
import { groupLines, sweep } from '../../src/playground/sweep.ts';
import { dirtyList, realLists } from '../bench/canon-lists.ts';
import { dustpan, temporaryFolder } from '../cli/dustpan.ts';

/** A list with duplicates of all kinds, repeats, blank lines and lines that are not URLs. */
const LIST = [...realLists(), dirtyList(200)]
  .flatMap(({ urls }) => urls.slice(0, 300))
  .flatMap((url, at) => [url, ...(at % 5 === 0 ? [`${url}#x`, url.replace(/^https?:/, 'http:')] : [])])
  .flatMap((url, at) => [url, ...(at % 7 === 0 ? ['', 'not a url', url] : []), ...(at % 11 === 0 ? [`${url}/`] : [])])
  .map((line, at) => `${line}${at % 3 === 0 ? '\r\n' : '\n'}`)
  .join('');

const CASES: readonly (readonly [args: readonly string[], canon: CanonOptions])[] = [
  [[], {}],
  [['--profile', 'usual'], { profile: 'usual' }],
  [['--assume', 'scheme,slash'], { assume: ['scheme', 'slash'] }],
];

test.each(CASES)('dustpan dedup %j counts and keeps what the page does', async (args, canon) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'list'), LIST);
  for (const keep of KEEP_RULES) {
    const files = ['-o', 'links', '--groups', 'groups', '--json'];
    const { code, stderr } = await dustpan(['dedup', ...args, '--keep', keep, ...files, 'list'], '', folder);
    expect(code).toBe(1);
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    const page = await sweep(LIST, { canon, keep });
    const { tally } = page;
    expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({
      in: tally.entries,
      kept: tally.groups,
      merged: tally.merged,
      rejected: tally.rejected,
      mergedBy: {
        identical: tally.copies,
        ...Object.fromEntries(tally.byPass().map(({ name, count }) => [name, count])),
      },
      undecided: Object.fromEntries(
        page.undecided.map(({ kinds, count }) => [kinds.length === 1 ? kinds[0] : 'together', count]),
      ),
    });
    expect((await Array.fromAsync(groupLines(page.groups, canon, 'list'))).join('')).toBe(read('groups'));
    await dustpan(['dedup', ...args, '--keep', keep, '-o', 'unique', 'list'], '', folder);
    expect(page.parts().join('')).toBe(read('unique'));
  }
});
