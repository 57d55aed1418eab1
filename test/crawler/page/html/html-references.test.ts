import { load } from 'cheerio';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeAttribute, decodeText } from '../../../../crawler/page/html/html-references.ts';

const PIECES = [
  ...Array.from("a=1;#&é €'\0\n"),
  '&amp;',
  '&lt;',
  '&gt;',
  '&quot;',
  '&nbsp;',
  '&AMP;',
  '&amp',
  '&ampa',
  '&amp=',
  '&amp;lt;',
  '&notit;',
  '&copy',
  '&copy=',
  '&#39;',
  '&#x27',
  '&a=1',
  '&unknown;',
];
const written = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((parts) => parts.join(''));

it('the value of an attribute is that of parse5, whether its references are common or not', () => {
  fc.assert(
    fc.property(written, (value) => {
      expect(decodeAttribute(value)).toBe(load(`<a href="${value}">`)('a').attr('href'));
    }),
    { numRuns: 5000 },
  );
});

it('text is that of parse5, whether its references are common or not', () => {
  fc.assert(
    fc.property(written, (text) => {
      expect(decodeText(`x${text}`)).toBe(load(`<title>x${text}</title>`)('title').text());
    }),
    { numRuns: 5000 },
  );
});
