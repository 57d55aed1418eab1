/** Covers: src/compact/arena.ts */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashBytes } from '../../src/compact/byte-hash.ts';
import { ByteText } from '../../src/compact/byte-text.ts';
import { TextTable } from '../../src/compact/text-table.ts';

/** Where a string lies in a view, with other bytes around it. */
interface Placed {
  readonly view: DataView;
  readonly start: number;
  readonly end: number;
}

/** A string at an offset that is no multiple of 4, as in a list that is being read. */
function placed(text: string, offset = 0): Placed {
  const spelling = new ByteText();
  spelling.setLatin1(`${'#'.repeat(offset)}${text}#####`);
  return { view: spelling.view, start: offset, end: offset + text.length };
}

type Hash = (at: Placed) => number;
const ownHash: Hash = ({ view, start, end }) => hashBytes(view, start, end);

/** Asks for each string, and adds it where it is not known, beside a `Map` that does the same. */
function checkAgainstMap(texts: readonly string[], hashOf: Hash): void {
  const table = new TextTable();
  const model = new Map<string, number>();
  for (const [index, text] of texts.entries()) {
    const at = placed(text, index % 5);
    const hash = hashOf(at);
    table.ahead(Int32Array.of(hash), 1);
    const address = table.find(hash, at.view, at.start, at.end);
    expect(address).toBe(model.get(text) ?? -1);
    if (address < 0) model.set(text, table.add(hash, at.view, at.start, at.end, index));
    else table.setValue(address, index);
  }
  for (const [text, address] of model) {
    const at = placed(text, 3);
    expect(table.text(address)).toBe(text);
    expect(table.value(address)).toBe(texts.lastIndexOf(text));
    expect(table.find(hashOf(at), at.view, at.start, at.end)).toBe(address);
  }
}

const bytes = fc.uint8Array({ maxLength: 9 }).map((codes) => String.fromCharCode(...codes));
const anyText = fc.oneof(
  { weight: 6, arbitrary: bytes },
  {
    weight: 3,
    arbitrary: fc.constantFrom('', '\0', '\0\0', '\0\0\0\0', 'a', 'ab', 'abc', 'abcd', 'abcde', '\xff\xff\xff\xff'),
  },
);

describe('a table of strings is a Map', () => {
  test('over any bytes, of all lengths', () => {
    fc.assert(fc.property(fc.array(anyText, { maxLength: 60 }), (texts) => checkAgainstMap(texts, ownHash)));
  });

  test('if all hashes are equal, and if there are only a few', () => {
    const texts = Array.from({ length: 500 }, (_, index) => `${index % 300}`);
    checkAgainstMap(texts, () => 7);
    checkAgainstMap(texts, ({ end, start }) => -(end - start));
  });

  test('if probing wraps around the end of the table while it grows', () => {
    const texts = Array.from({ length: 6000 }, (_, index) => `http://a/${index}`);
    checkAgainstMap(texts, (at) => (at.view.getUint8(at.end - 1) % 2 === 0 ? -1 : ownHash(at)));
  });

  test('if it grows when there are several blocks', () => {
    const start = 'x'.repeat(200);
    checkAgainstMap([...Array.from({ length: 7000 }, (_, index) => `${start}${index}`), ''], ownHash);
  });

  test('with strings at and beyond the size of a block, and after them', () => {
    const block = 1 << 18;
    const long = [block - 8, block - 4, block - 3, block, block + 1, 3 * block + 2].map((length) => 'x'.repeat(length));
    checkAgainstMap(['a', ...long, 'b', '', ...long.map((text) => `${text.slice(0, -1)}y`), 'c', ...long], ownHash);
  });
});

test('strings that differ only in one bit or in length are distinct', () => {
  const table = new TextTable();
  const texts = ['aaaaaaa', 'aaaaaab', 'aaaaaa', 'baaaaaa', 'aaaabaa', 'aaaaaaa\0', 'aaaaaaaa'];
  for (const text of texts) {
    const { view, start, end } = placed(text);
    expect(table.find(1, view, start, end)).toBe(-1);
    table.add(1, view, start, end, 0);
  }
});

test('the reported memory grows with the content', () => {
  const table = new TextTable();
  const before = table.bytes;
  const { view, start, end } = placed('x'.repeat(1 << 20));
  table.add(0, view, start, end, 0);
  expect(table.bytes - before).toBeGreaterThanOrEqual(1 << 20);
});
