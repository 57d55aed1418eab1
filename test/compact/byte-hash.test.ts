import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ByteHash, hashBytes } from '../../src/compact/byte-hash.ts';
import { ByteText } from '../../src/compact/byte-text.ts';

function viewOf(text: string): DataView {
  const bytes = new ByteText();
  bytes.setLatin1(text);
  return bytes.view;
}

/** Any bytes, mostly those at which a reader of lines stops or that are not ASCII. */
const byte = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('\n', '\r', '\t', '\0', '\x0d', '\x0e', '\x8a', '\xff') },
  { weight: 9, arbitrary: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) },
);
const anyText = fc.array(byte, { maxLength: 40 }).map((codes) => codes.join(''));

describe('the hash of a string', () => {
  test('is the same wherever it is, and whatever is around it', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (before, text, after) => {
        const hash = hashBytes(viewOf(text), 0, text.length);
        const end = before.length + text.length;
        expect(hashBytes(viewOf(before + text + after), before.length, end)).toBe(hash);
      }),
    );
  });

  test('is the same if its end is looked for after the start', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('\n', '\r\n'), anyText, (bytes, lineEnd, after) => {
        const line = bytes.replaceAll('\n', '').replace(/\r$/, '');
        const all = line + lineEnd + after;
        const hasher = new ByteHash();
        hasher.start(viewOf(all), 0, all.length);
        expect(hasher.at).toBeLessThanOrEqual(line.length);
        expect(hasher.finish(viewOf(all), line.length)).toBe(hashBytes(viewOf(line), 0, line.length));
        // oxlint-disable-next-line no-control-regex -- ASCII has control characters
        expect(hasher.isAscii).toBe(/^[\x00-\x7f]*$/.test(line));
      }),
    );
  });

  test('depends on each byte, on their order, and on their number', () => {
    const texts = ['', '\0', '\0\0', '\0\0\0\0', '\0\0\0\0\0\0\0\0'];
    for (const text of ['http://a.example/abc', 'abcdefghabcdefgh', 'abcdefghijklmnopqrs']) {
      texts.push(text, text.slice(8) + text.slice(0, 8));
      for (let at = 0; at < text.length; at++) texts.push(`${text.slice(0, at)}!${text.slice(at + 1)}`);
    }
    expect(new Set(texts.map((text) => hashBytes(viewOf(text), 0, text.length))).size).toBe(new Set(texts).size);
  });
});
