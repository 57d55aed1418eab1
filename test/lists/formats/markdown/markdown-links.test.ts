import { describe, expect, test } from 'vitest';
import { linksOf } from '../../../../src/lists/formats/markdown/markdown-links.ts';

const rawLinks = (block: string): readonly string[] => linksOf(block).map(({ raw }) => raw);

describe('a link', () => {
  test.each([
    ['inline', '[a](b\\_c)', 'b\\_c', true, 4],
    ['in a definition', '[a]: b', 'b', true, 4],
    ['in angle brackets', 'x <http://h/\\_>', 'http://h/\\_', false, 3],
    ['in a tag', 'x <a href="b">', 'b', false, 2],
    ['bare', 'x http://h/a', 'http://h/a', false, 2],
  ])('%s has its place, and escapes only in Markdown', (_, block, raw, hasEscapes, index) => {
    expect(linksOf(block)).toEqual([{ raw, hasEscapes, index }]);
  });
});

describe('CommonMark 6.3: a link text contains no links', () => {
  test.each([
    ['[a [b](1) c](2)', ['1']],
    ['[a ![b](1) c](2)', ['2']],
    ['![a [b](1) c](2)', []],
    ['[a http://h/ b](2)', ['2']],
    ['[a](1) [b](2)', ['1', '2']],
    ['[[a](1)](2) [b](3)', ['1', '3']],
    ['[a]](1)', []],
  ])('%j', (block, links) => {
    expect(rawLinks(block)).toEqual(links);
  });
});

describe('CommonMark 4.7: definitions', () => {
  test.each([
    ['[a]: 1\n[b]: 2', ['1', '2']],
    ['> [a]: 1', ['1']],
    ['- [a]: 1', ['1']],
    ['x [a]: 1', []],
    ['![a]: 1', []],
    ['[]: 1', []],
    ['[^a]: 1', []],
  ])('%j', (block, links) => {
    expect(rawLinks(block)).toEqual(links);
  });
});

describe('CommonMark 6.1: code spans', () => {
  test.each([
    ['`[a](1)` [b](2)', ['2']],
    ['``[a](1)` [b](2)`` [c](3)', ['3']],
    ['` [a](1)', ['1']],
    ['`` [a](1) ` [b](2)', ['1', '2']],
    ['\\`[a](1)`', ['1']],
  ])('%j', (block, links) => {
    expect(rawLinks(block)).toEqual(links);
  });
});

describe('CommonMark 6.5 and 6.6: autolinks and tags', () => {
  test.each([
    ['<ab:c>', ['ab:c']],
    ['<a:b>', []],
    ['<http://h/ x>', []],
    ['<http://h/', ['http://h/']],
    ['<A HREF=1 href=2>', ['1']],
    ['<b href=1>', []],
    ['<a title="[x](1)" href=2>', ['2']],
    ['<a title="x href=1> [y](2)', ['2']],
    ['a < b [c](1)', ['1']],
    ['<!-- [a](1) --> [b](2)', ['2']],
    ['<!-- [a](1)', ['1']],
  ])('%j', (block, links) => {
    expect(rawLinks(block)).toEqual(links);
  });
});

describe('GFM 6.9: bare URLs', () => {
  test.each([
    ['http://h/a?b=c&d', 'http://h/a?b=c&d'],
    ['(http://h/a)', 'http://h/a'],
    ['http://h/a_(b)', 'http://h/a_(b)'],
    ['(http://h/a_(b))', 'http://h/a_(b)'],
    ['[http://h/a]', 'http://h/a'],
    ['http://h/a[1]', 'http://h/a[1]'],
    ["http://h/a.,:;!?'*_~", 'http://h/a'],
    ['http://h/a).', 'http://h/a'],
    ['http://h/a`b', 'http://h/a'],
    ['HTTPS://h/"b', 'HTTPS://h/'],
    ['*http://h/*', 'http://h/'],
  ])('%j has %j', (block, link) => {
    expect(rawLinks(block)).toEqual([link]);
  });

  test.each(['xhttp://h/', '"http://h/"', '=http://h/', '/http://h/', 'http://', 'http://.h/', 'http:/h/', 'ftp://h/'])(
    '%j has none',
    (block) => {
      expect(rawLinks(block)).toEqual([]);
    },
  );
});

test.each(['[', '![', '<a ', '<!--', '`', '](', '[a](', '```` ', '[a](<', 'http://h/('])(
  'a long block of %j takes no longer than others',
  (part) => {
    expect(linksOf(part.repeat(50_000 / part.length)).length).toBeLessThan(50_000);
  },
);
