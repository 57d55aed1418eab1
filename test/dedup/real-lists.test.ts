import { describe, expect, test } from 'vitest';
import { compile, UrlError } from '../../src/index.ts';
import { REAL_LISTS, readOptionsOf, realList } from '../fixtures/lists.ts';
import { urlsOf } from '../lists/formats/reading.ts';
import { listOf, run } from './running.ts';

/** The format of what is printed, where that is another one. */
const PRINTED_AS: Readonly<Record<string, string>> = { markdown: 'lines' };

const { canonicalize } = compile({ profile: 'changing' });

/** What a link is when scheme, www, slash, index page, case, order and fragment are of no account: to lose one is to lose a link. */
function classesOf(urls: readonly string[]): ReadonlySet<string> {
  return new Set(
    urls.map((url) => {
      const canonical = canonicalize(url);
      return canonical instanceof UrlError ? url : canonical;
    }),
  );
}

describe('every class of links of a real list has a member in the output', () => {
  test.each(REAL_LISTS)('%s', async (file, format, entries) => {
    const bytes = realList(file);
    const { output, summary } = await run({ sources: [listOf(file, bytes, 1 << 16)], read: readOptionsOf(format) });
    const before = urlsOf(format, Buffer.from(bytes, 'latin1').toString('utf8'), readOptionsOf(format));
    const printed = PRINTED_AS[format] ?? format;
    const after = urlsOf(printed, Buffer.from(output, 'latin1').toString('utf8'), readOptionsOf(printed));
    expect(before).toHaveLength(entries);
    expect(summary.tally.entries).toBe(entries);
    expect(after.length).toBeLessThanOrEqual(before.length);
    const rejected = before.filter((url) => canonicalize(url) instanceof UrlError);
    const kept = classesOf(after);
    const lost = [...classesOf(before)].filter((each) => !kept.has(each) && !rejected.includes(each));
    expect(lost).toEqual([]);
  });
});
