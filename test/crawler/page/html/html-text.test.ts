/** Covers: crawler/page/html/{html-references,html-bytes}.ts */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HtmlText } from '../../../../crawler/page/html/html-text.ts';
import type { TextFingerprint } from '../../../../src/audit/site/page-record.ts';
import { theirTokens } from './tokenize-twice.ts';

const RUNS = 5000;
const characters = Array.from("aZé€😀 \t\n\r\u00A0\u00AD\u0085\u2003\uFEFF<&;#x'0169AF");
const references = [
  '&amp',
  '&lt;',
  '&nbsp',
  '&notit',
  '&not',
  '&Gg;',
  '&acE;',
  '&#',
  '&#x',
  '&#0;',
  '&#128',
  '&#xD800;',
];
const longName = '&CounterClockwiseContourIntegral';
const text = fc
  .array(fc.constantFrom(...characters, ...references, longName, '&#1114112', '&#00000000000065'), { maxLength: 20 })
  .map((parts) => parts.join(''));

it('text in UTF-8 has the fingerprint of the characters that parse5 finds', () => {
  fc.assert(
    fc.property(text, (written) => {
      // parse5 counts a line end right after `&` twice.
      fc.pre(!/&[\r\n]/.test(written));
      const [, read] = theirTokens(`<textarea>${written}`);
      expect(fingerprintOf(written)).toEqual(decoded(String(read?.[1] ?? '')));
    }),
    { numRuns: RUNS },
  );
});

it('text ends after its end where a reference or a character lies across it', () => {
  const bytes = Buffer.from('a &amp;😀b');
  expect([1, 3, 4, 7, 8, 11].map((end) => new HtmlText().add(bytes, 0, end, false))).toEqual([1, 7, 7, 7, 11, 11]);
});

it('text ends at a `<` that opens markup, and other ones are text', () => {
  const bytes = Buffer.from('1 < 2 <3 <');
  expect(new HtmlText().add(bytes, 0, bytes.length, true)).toBe(bytes.length);
  for (const markup of ['<a', '</', '<!', '<?']) {
    expect(new HtmlText().add(Buffer.from(`a<${markup}`), 0, 4, true)).toBe(2);
  }
});

it('U+0000 is dropped and does not end a word', () => {
  expect(fingerprintOf('a\0b \0 c')).toEqual(decoded('ab c'));
  expect(decoded('a\0b \0 c')).toEqual(decoded('ab c'));
});

function fingerprintOf(written: string): TextFingerprint {
  const bytes = Buffer.from(written);
  const found = new HtmlText();
  expect(found.add(bytes, 0, bytes.length, false)).toBe(bytes.length);
  return found.fingerprint;
}

function decoded(read: string): TextFingerprint {
  const expected = new HtmlText();
  expected.addDecoded(read);
  return expected.fingerprint;
}
