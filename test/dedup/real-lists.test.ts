import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compile, UrlError } from '../../src/index.ts';
import { urlsOf } from './formats/reading.ts';
import { listOf, run } from './running.ts';

/** Links as people keep them, where the lists lie beside the repository. */
const LISTS = join(import.meta.dirname, '../../../shared/lists');

/** The format of what goes in, and of what comes out. */
const FILES = [
  ['smallweb.txt', 'lines', 'lines', 36_515],
  ['free-programming-books.md', 'markdown', 'lines', 10_887],
  ['hn-personal-blogs.opml', 'opml', 'opml', 1229],
  ['apache_logs.log', 'access-log', 'access-log', 10_000],
  ['bookmarks-chromium_nested.htm', 'bookmarks', 'bookmarks', 18],
  ['bookmarks-delicious.htm', 'bookmarks', 'bookmarks', 5],
  ['bookmarks-firefox_nested.htm', 'bookmarks', 'bookmarks', 24],
  ['bookmarks-shaarli.htm', 'bookmarks', 'bookmarks', 6],
] as const;

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

describe.skipIf(!existsSync(LISTS))('of a real list no class of links is lost', () => {
  test.each(FILES)('%s', async (file, format, outputFormat, entries) => {
    const bytes = readFileSync(join(LISTS, file), 'latin1');
    const { output, summary } = await run({ sources: [listOf(file, bytes, 1 << 16)] });
    const before = urlsOf(format, Buffer.from(bytes, 'latin1').toString('utf8'));
    const after = urlsOf(outputFormat, Buffer.from(output, 'latin1').toString('utf8'));
    expect(before).toHaveLength(entries);
    expect(summary.tally.entries).toBe(entries);
    expect(after.length).toBeLessThanOrEqual(before.length);
    const rejected = before.filter((url) => canonicalize(url) instanceof UrlError);
    const kept = classesOf(after);
    const lost = [...classesOf(before)].filter((each) => !kept.has(each) && !rejected.includes(each));
    expect(lost).toEqual([]);
  });
});
