import { describe, expect, test } from 'vitest';
import { countWork } from '../count-work.ts';
import { fill } from '../fill.ts';
import { feedOf, sitemapOf } from './reading.ts';

describe('work is linear in the length of a document', () => {
  /** Several pieces long, and enough for quadratic work to exceed the bound a thousand times. */
  const LONG = 200_000;

  test.each([
    '<',
    '>',
    '&',
    '&#',
    '&#x',
    '&amp',
    '&amp;',
    '\0',
    '<!',
    '<!-',
    '<!--',
    '<!-- --',
    '<?',
    '<?x?',
    '</',
    '</ ',
    '<a',
    '<a ',
    '<a b',
    '<a b=',
    '<a b="',
    '<a b="&',
    '<a href="&#38;" ',
    'href=x ',
    '<a>',
    '</a>',
    '<a/>',
    '<![CDATA[',
    '<![CDATA[]',
    ']]>',
    '<url>',
    '</url>',
    '<url><loc>',
    '<loc>',
    '</loc>',
    '<url><loc>a</loc>',
    '<url><link rel="alternate" href="x"/>',
    '<!DOCTYPE [',
    '<!ENTITY a "b">',
    '<item>',
    '<item><guid>https://h/</guid>',
    '<entry xml:base="a/">',
    '<link>a</link>',
    '\n',
    'https://h/\n',
  ])('repeated %j', async (piece) => {
    const tail = fill(piece, LONG);
    for (const head of ['', '<urlset>', '<urlset><url><loc>', '<urlset><a b="']) {
      const { work } = await countWork(() => sitemapOf(head + tail));
      expect(work).toBeLessThan(20 * LONG);
    }
    for (const head of ['<rss><channel>', '<feed><link href="', '<rss><channel><link>']) {
      const { work } = await countWork(() => feedOf(head + tail));
      expect(work).toBeLessThan(20 * LONG);
    }
  });
});
