/** Covers: crawler/page/html/{html-heading,kept-text}.ts */
import { expect, test } from 'vitest';
import { FirstHeading } from '../../../../crawler/page/html/html-heading.ts';
import { collapsed, keptText } from '../../../../crawler/page/html/kept-text.ts';

test('a heading of any length is collected in bounded memory', () => {
  const heading = new FirstHeading();
  const word = Buffer.from('word');
  const long = Buffer.alloc(10_000_000, 'x');
  heading.start();
  for (let n = 0; n < 100_000; n++) {
    heading.add(word, 0, word.length);
    heading.endWord();
  }
  heading.add(long, 0, long.length);
  expect(heading.text).toHaveLength(500);
});

test('a text that is read in parts is whole', () => {
  const heading = new FirstHeading();
  const text = Buffer.from('brooms');
  heading.start();
  heading.add(text, 0, 2);
  heading.add(text, 2, 6);
  expect(heading.text).toBe('brooms');
});

test('passwords and halves of characters are not kept', () => {
  expect(keptText('see https://anna:secret@example.com/')).not.toContain('secret');
  expect(keptText('see https://anna:sec\tret@example.com/')).not.toContain('ret@');
  expect(keptText(`${'x'.repeat(499)}\u{1F9F9}`)).toBe('x'.repeat(499));
});

test('white space is collapsed', () => {
  expect(keptText('\n a \t b\r\n')).toBe('a b');
  expect(collapsed('a\t \nb')).toBe('a\tb');
});
