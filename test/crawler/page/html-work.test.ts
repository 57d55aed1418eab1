import { afterEach, describe, expect, it } from 'vitest';
import { MAX_LINKS } from '../../../crawler/limits.ts';
import { type PageContent, readPage } from '../../../crawler/page/html.ts';

// oxlint-disable-next-line typescript/unbound-method -- each is called with call()
const { charCodeAt, slice } = String.prototype;

afterEach(() => {
  Object.assign(String.prototype, { charCodeAt, slice });
});

/** Reads a page and counts the characters looked at or copied: what the time comes down to, the same on any machine. */
function countWork(html: string): { page: PageContent; work: number } {
  let work = 0;
  Object.assign(String.prototype, {
    charCodeAt(this: string, at: number): number {
      work++;
      return charCodeAt.call(this, at);
    },
    slice(this: string, start?: number, end?: number): string {
      const part = slice.call(this, start, end);
      work += part.length;
      return part;
    },
  });
  const page = readPage(html);
  Object.assign(String.prototype, { charCodeAt, slice });
  return { page, work };
}

const MEGABYTE = 1_000_000;
const fill = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));
/** Long enough for quadratic work to exceed the bound a thousand times. */
const LONG = 100_000;

describe('work is linear in the length of a page', () => {
  it.each([
    'x',
    ' ',
    '<',
    '&',
    '&#',
    '&amp',
    '\0',
    '\r',
    '<!',
    '<!-',
    '<!--',
    '<?',
    '</',
    '</ ',
    '<a',
    '<a ',
    '<a href=',
    '<a href="',
    '<a href=x>',
    '<a href="&amp;&copy=&lt">',
    '<div>',
    '</div>',
    '<b><p>',
    '<table><tr><td>',
    '<svg>',
    '<svg><title>',
    '<svg><foreignObject>',
    '</svg>',
    '<math><mi>',
    '<template>',
    '</template>',
    '<svg><template></svg></math>',
    '<![CDATA[',
    '<svg><![CDATA[',
    '<![CDATA[>]]>',
    ']]>',
    '<title>',
    '<title></title>',
    '<title>&amp;',
    '<textarea>',
    '<script></script>',
    '<meta name=robots content=&amp;>',
    '<meta http-equiv=refresh content=0>',
    '<meta name=robots content=noindex,>',
    '<script><!--',
    '<script><!-- <script></script>',
    '<!--><script>',
    '<noscript>',
    'word ',
    '&<b>',
    'x<!-- -->',
    '<link rel="canonical next" href=x>',
    '<base>',
    '<s',
    '<plaintex',
  ])('repeated %j', (piece) => {
    const html = fill(piece, LONG);
    expect(countWork(html).work).toBeLessThan(20 * html.length);
  });

  it.each([
    ['unclosed comment', '<!--', '- -'],
    ['unclosed title', '<title>', 'x &amp; </titl'],
    ['unclosed title of references', '<title>', '&'],
    ['unclosed script', '<script>', '</scrip '],
    ['unclosed textarea', '<textarea>', '<a href=x>'],
    ['unclosed href', '<a href="', 'x>'],
    ['unclosed href of references', '<a href="', '&copy'],
    ['href without quotes', '<a href=', 'x&'],
    ['unclosed tag', '<a', 'x'],
    ['comments in a script', '<script>', '<!--'],
    ['scripts in a script', '<script><!--', '<script></script>'],
    ['dates of robots', '<meta name=robots content="unavailable_after:', '1,'],
    ['CDATA in svg', '<svg><![CDATA[', ']]'],
    ['number of many digits', '<a href="&#', '0'],
    ['name of many letters', '<a href="&', 'a'],
    ['head of references to spaces', '', '&#32;'],
    ['ends of svg below a template', '<svg><template>', '</svg>'],
    ['ends of math in deepest svg', '<svg>'.repeat(10_000), '</math>'],
  ])('%s', (_name, start, piece) => {
    const html = start + fill(piece, LONG);
    expect(countWork(html).work).toBeLessThan(10 * html.length);
    expect(countWork(`${html}">x</a>`).work).toBeLessThan(10 * html.length);
  });

  it.each(['<!--', '<title>', '<textarea>', '<script>', '<style>', '<a href="', '<!', '</', '<'])(
    '1 MB after %s',
    (start) => {
      const { page, work } = countWork(start + fill('x <a href=x', MEGABYTE));
      expect(page.links).toEqual([]);
      expect(work).toBeLessThan(5 * MEGABYTE);
    },
  );

  it('1 MB of <div>, then a link, which is found', () => {
    const { page, work } = countWork(`${fill('<div>', MEGABYTE)}<a href=x>`);
    expect(page.links).toHaveLength(1);
    expect(work).toBeLessThan(5 * MEGABYTE);
  });

  it.each(['a', 'link', 'div'])('80,000 attributes in one %s', (tag) => {
    const attributes = Array.from({ length: 80_000 }, (_, at) => `x${at}=y`).join(' ');
    const html = `<${tag} ${attributes} rel=canonical href=z href=y>`;
    const { page, work } = countWork(html);
    expect([...page.links, ...page.canonicals].map((link) => link.href)).toEqual(tag === 'div' ? [] : ['z']);
    expect(work).toBeLessThan(5 * html.length);
  });

  it('80,000 times the same attribute', () => {
    const { page, work } = countWork(`<a ${'href=x '.repeat(80_000)}>`);
    expect(page.links).toEqual([{ href: 'x', nofollow: false }]);
    expect(work).toBeLessThan(5 * 7 * 80_000);
  });

  it('a million links, of which no more are kept than are followed, and one', () => {
    expect(readPage('<a href=x>'.repeat(1_000_000)).links).toHaveLength(MAX_LINKS + 1);
  });

  it('a rel of 500,000 tokens', () => {
    const html = `<link href=x rel="${'y '.repeat(500_000)}canonical">`;
    const { page, work } = countWork(html);
    expect(page.canonicals).toHaveLength(1);
    expect(work).toBeLessThan(5 * html.length);
  });
});

it('templates are followed 64 deep: each deeper one ends one end tag too early', () => {
  const links = (depth: number, ends: number): number =>
    readPage(`${'<template>'.repeat(depth)}${'</template>'.repeat(ends)}<a href=x>`).links.length;
  expect(links(64, 63)).toBe(0);
  expect(links(64, 64)).toBe(1);
  expect(links(100_000, 64)).toBe(1);
});
