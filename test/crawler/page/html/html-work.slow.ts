import { describe, expect, it } from 'vitest';
import { MAX_LINKS } from '../../../../crawler/limits.ts';
import { type PageContent, readPage } from '../../../../crawler/page/html/html.ts';
import { countWork } from '../../count-work.ts';
import { fill } from '../../fill.ts';
import { CountedPage } from './count-bytes.ts';
import { readText } from './read-text.ts';

const QUARTER = 250_000;
/** Long enough for quadratic work to exceed the bound a thousand times. */
const LONG = 25_000;

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
    '<p><template shadowrootmode=open>',
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
  ])('repeated %j', async (piece) => {
    const html = fill(piece, LONG);
    const { work } = await readCounted(html);
    expect(work).toBeLessThan(20 * html.length);
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
    ['ends of svg below a shadow root', '<p><svg><desc><template shadowrootmode=open>', '</svg>'],
    ['ends of math in deepest svg', '<svg>'.repeat(10_000), '</math>'],
  ])('%s', async (_name, start, piece) => {
    const html = start + fill(piece, LONG);
    for (const text of [html, `${html}">x</a>`]) {
      const { work } = await readCounted(text);
      expect(work).toBeLessThan(12 * html.length);
    }
  });

  it.each(['<!--', '<title>', '<textarea>', '<script>', '<style>', '<a href="', '<!', '</', '<'])(
    '250 KB after %s',
    async (start) => {
      const { result: page, work } = await readCounted(start + fill('x <a href=x', QUARTER));
      expect(page.links.size).toBe(0);
      expect(work).toBeLessThan(6 * QUARTER);
    },
  );

  it('250 KB of <div>, then a link that is found', async () => {
    const { result: page, work } = await readCounted(`${fill('<div>', QUARTER)}<a href=x>`);
    expect(page.links.size).toBe(1);
    expect(work).toBeLessThan(6 * QUARTER);
  });

  it.each(['a', 'link', 'div'])('80,000 attributes in one %s', async (tag) => {
    const attributes = Array.from({ length: 80_000 }, (_, at) => `x${at}=y`).join(' ');
    const html = `<${tag} ${attributes} rel=canonical href=z href=y>`;
    const { result: page, work } = await readCounted(html);
    expect([...page.links.keys(), ...page.canonicals.map(({ href }) => href)]).toEqual(tag === 'div' ? [] : ['z']);
    expect(work).toBeLessThan(5 * html.length);
  });

  it('80,000 times the same attribute', async () => {
    const { result: page, work } = await readCounted(`<a ${'href=x '.repeat(80_000)}>`);
    expect([...page.links]).toEqual([['x', false]]);
    expect(work).toBeLessThan(7 * 7 * 80_000);
  });

  it('a million links, of which one more than the limit is kept', () => {
    const links = Array.from({ length: 1_000_000 }, (_, at) => `<a href=${at}>`);
    expect(readText(links.join('')).links.size).toBe(MAX_LINKS + 1);
  });

  it('a rel of 30,000 tokens', async () => {
    const html = `<link href=x rel="${'y '.repeat(30_000)}canonical">`;
    const { result: page, work } = await readCounted(html);
    expect(page.canonicals).toHaveLength(1);
    expect(work).toBeLessThan(5 * html.length);
  });
});

it('templates are tracked 64 deep; each deeper one ends one end tag too early', () => {
  const links = (depth: number, ends: number): number =>
    readText(`${'<template>'.repeat(depth)}${'</template>'.repeat(ends)}<a href=x>`).links.size;
  expect(links(64, 63)).toBe(0);
  expect(links(64, 64)).toBe(1);
  expect(links(100_000, 64)).toBe(1);
});

/** Reads a page and counts the bytes and characters examined or copied. */
async function readCounted(html: string): Promise<{ result: PageContent; work: number }> {
  const page = new CountedPage(html);
  const { result, work } = await countWork(() => readPage(page.bytes));
  return { result, work: work + page.work };
}
