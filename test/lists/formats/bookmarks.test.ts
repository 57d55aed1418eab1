/**
 * Covers: src/lists/formats/folders.ts, src/lists/formats/bookmarks/bookmarks-merge.ts
 * Covers: src/lists/reading/character-references.ts
 */
import { describe, expect, test } from 'vitest';
import { bookmarks } from '../../../src/lists/formats/bookmarks/bookmarks.ts';
import type { Piece } from '../../../src/lists/formats/format.ts';
import { decodeBytes } from '../../../src/text/bytes.ts';
import { checkCuts, entriesOf, joined, readText, urlsOf } from './reading.ts';

const FILE = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE>
<DL><p>
    <DT><H3 ADD_DATE="1">R&amp;D é</H3>
    <DD>of <A HREF="http://no/">no</A>
    <DL><p>
        <DT><A HREF="http://a/?b&amp;c" TAGS="x">One</A>
        <DD>First <A HREF="http://no/">line</A>

second
        <DT><H3>Deep</H3>
        <DL><p>
            <DT><A HREF="http://b/">Two</A>
        </DL><p>
        <HR>
        <DT><A HREF="http://c/">Three</A>
    </DL><p>
    <DT><A NAME=none>No link</A>
    <A HREF='http://d/'>Four</A>
</DL><p>
`;

describe('bookmarks', () => {
  test('each is a piece with its description, and its folders as place', () => {
    expect(entriesOf(readText('bookmarks', FILE))).toEqual([
      {
        bytes:
          '\n        <DT><A HREF="http://a/?b&amp;c" TAGS="x">One</A>\n        <DD>First <A HREF="http://no/">line</A>\n\nsecond',
        url: 'http://a/?b&c',
        line: 7,
        place: 'R&D é',
      },
      { bytes: '\n            <DT><A HREF="http://b/">Two</A>', url: 'http://b/', line: 13, place: 'R&D é / Deep' },
      { bytes: '\n        <DT><A HREF="http://c/">Three</A>', url: 'http://c/', line: 16, place: 'R&D é' },
      { bytes: "\n    <A HREF='http://d/'>Four</A>", url: 'http://d/', line: 19 },
    ]);
  });

  test('dropping them removes exactly their lines', () => {
    const rest = joined(readText('bookmarks', FILE).filter(({ url }) => url === null));
    const lines = FILE.split('\n').filter((line) => !/http:\/\/[abcd]|First|^$|second/.test(line));
    expect(decodeBytes(rest)).toBe(`${lines.join('\n')}\n`);
  });

  test('do not depend on how the file is split', () => checkCuts('bookmarks', FILE));

  test('a title that contains <script> swallows nothing', () => {
    expect(urlsOf('bookmarks', '<DL><DT><A HREF=http://a/>on <script></A><DT><A HREF=http://b/>b</A></DL>')).toEqual([
      'http://a/',
      'http://b/',
    ]);
  });

  test.each(['<!-- x', '<b c="', '<b'])(
    'one that ends in %j, which has no end, is no entry: it may hold others',
    (open) => {
      const text = `<DT><A HREF=http://a/>a</A><DT><A HREF=http://b/>b ${open} </A <DT><A HREF=http://c/`;
      expect(urlsOf('bookmarks', text)).toEqual(['http://a/']);
    },
  );
});

const bookmark = (attributes: string, behind = ''): Piece => ({
  bytes: `\n<DT><A HREF="http://a/"${attributes}>A</A>${behind}`,
  url: 'http://a/',
  line: 1,
});
const merged = (kept: Piece, ...others: Piece[]): string | undefined => bookmarks.merge?.(kept, others);
const attributes = (kept: string, ...others: string[]): string | undefined =>
  merged(bookmark(kept), ...others.map((other) => bookmark(other)))?.slice(
    '\n<DT><A HREF="http://a/"'.length,
    -'>A</A>'.length,
  );

describe('merging bookmarks', () => {
  test.each([
    ['tags are those of all, the kept ones first', ' TAGS="b,A"', [' TAGS="a,c"', ' tags="d, c"'], ' TAGS="b,A,c,d"'],
    ['tags that add nothing leave the bytes alone', " TAGS='b , a'", [' TAGS="a"'], " TAGS='b , a'"],
    ['tags are added where there were none', ' X=1', [' TAGS="a"'], ' X=1 TAGS="a"'],
    ['an attribute without a value gets one', ' TAGS ID=1', [' TAGS="a"'], ' TAGS="a" ID=1'],
    ['tags stay escaped', ' TAGS="a"', [` TAGS='"><script>,&quot;&gt;'`], ' TAGS="a,&quot;><script>,&quot;&gt;"'],
    ['tags of the same text are one', ' TAGS="a&amp;b"', [' TAGS="a&b"'], ' TAGS="a&amp;b"'],
    ['letters with bytes like spaces keep them', ' TAGS="x"', [' TAGS="\xc3\xa0"'], ' TAGS="x,\xc3\xa0"'],
    ['the oldest date of adding', ' ADD_DATE="20"', [' ADD_DATE="10"', ' ADD_DATE="30"'], ' ADD_DATE="10"'],
    ['zero is no date', ' ADD_DATE="20"', [' ADD_DATE="0"', ' ADD_DATE="x"'], ' ADD_DATE="20"'],
    ['milliseconds', ' ADD_DATE="1500000000"', [' ADD_DATE="1400000000000"'], ' ADD_DATE="1400000000000"'],
    ['the newest visit', ' LAST_VISIT="20"', [' LAST_VISIT="30"'], ' LAST_VISIT="30"'],
    ['the newest change', ' LAST_MODIFIED="40"', [' LAST_MODIFIED="30"'], ' LAST_MODIFIED="40"'],
    ['what was private stays private', ' PRIVATE="0"', [' PRIVATE="1"'], ' PRIVATE="1"'],
    ['what was not stays so', ' PRIVATE="0"', [' PRIVATE="0"'], ' PRIVATE="0"'],
    ['icons are nothing to merge', ' ICON="data:a"', [' ICON="data:b"'], ' ICON="data:a"'],
    ['of two attributes with one name, the first counts', ' TAGS="a" TAGS="b"', [' TAGS="c"'], ' TAGS="a,c" TAGS="b"'],
  ])('%s', (_, kept, others, expected) => {
    expect(attributes(kept, ...others)).toBe(expected);
  });

  test('a missing description is taken from a merged bookmark', () => {
    const other = bookmark('', '\n<DD>words');
    expect(merged(bookmark(''), bookmark('', '\n<DD> '), other)).toBe(`${bookmark('').bytes}\n<DD>words`);
    expect(merged(bookmark('', '\n<DD>\n'), other)).toBe(`${bookmark('').bytes}\n<DD>words`);
    expect(merged(bookmark('', '\n<DD>own'), other)).toBe(`${bookmark('').bytes}\n<DD>own`);
  });

  test.each(['<!-- x', '<b c="', '<textarea>', '<plaintext>'])(
    'but not one that would take in what follows: %s',
    (open) => {
      expect(merged(bookmark(''), bookmark('', `\n<DD>x${open}`))).toBe(bookmark('').bytes);
    },
  );

  test('the result reads back as one entry', () => {
    const text = merged(bookmark(' TAGS=a'), bookmark(` TAGS='"><DT><A HREF=x>'`)) ?? '';
    expect(entriesOf(readText('bookmarks', text))).toHaveLength(1);
  });
});
