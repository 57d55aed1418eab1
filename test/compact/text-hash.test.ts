import { expect, test } from 'vitest';
import { SECOND_HASH, textHash } from '../../src/compact/text-hash.ts';

/** FNV-1a by BigInt, with the final mixing step. */
function slowHash(text: string): number {
  let hash = 0x811c9dc5n;
  for (const unit of text.split('')) hash = BigInt.asUintN(32, (hash ^ BigInt(unit.charCodeAt(0))) * 0x01000193n);
  return Number(BigInt.asIntN(32, hash ^ (hash >> 15n)));
}

test.each(['', 'a', 'foobar', 'http://example.com/?q=ü€😀'])('hashes %j by FNV-1a and a mixing step', (text) => {
  expect(textHash(text) | 0).toBe(slowHash(text));
});

test('starts another hash of the same text', () => {
  const texts = Array.from({ length: 20_000 }, (_, at) => `http://example.com/${at}`);
  const both = new Set(texts.map((text) => `${textHash(text)} ${textHash(text, SECOND_HASH)}`));
  expect(both.size).toBe(texts.length);
  expect(texts.filter((text) => textHash(text) === textHash(text, SECOND_HASH))).toEqual([]);
});
