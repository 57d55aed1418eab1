import { afterEach, describe, expect, test } from 'vitest';
import { feedOf, sitemapOf } from './reading.ts';

const fill = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

// oxlint-disable-next-line typescript/unbound-method -- each is called with call()
const { charCodeAt, slice } = String.prototype;

afterEach(() => {
  Object.assign(String.prototype, { charCodeAt, slice });
});

/** Characters looked at or copied while reading: what the time comes down to, the same on any machine. */
async function workOf(read: () => Promise<unknown>): Promise<number> {
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
  await read();
  Object.assign(String.prototype, { charCodeAt, slice });
  return work;
}

describe('work is linear in the length of a document', () => {
  /** Over several pieces, and long enough for quadratic work to exceed the bound a thousand times. */
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
      expect(await workOf(() => sitemapOf(head + tail))).toBeLessThan(20 * LONG);
    }
    for (const head of ['<rss><channel>', '<feed><link href="', '<rss><channel><link>']) {
      expect(await workOf(() => feedOf(head + tail))).toBeLessThan(20 * LONG);
    }
  });
});
