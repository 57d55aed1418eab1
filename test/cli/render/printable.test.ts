/** Covers: src/text/shell-word.ts */
import { expect, test } from 'vitest';
import { commandWord } from '../../../src/cli/render/printable.ts';

test.each([
  ['example.com.dustpan', 'example.com.dustpan'],
  ['https://h:1/a,b@c', 'https://h:1/a,b@c'],
  ['my site.dustpan', "'my site.dustpan'"],
  ["ann's.dustpan", String.raw`'ann'\''s.dustpan'`],
  ['https://h/?a=1&b', "'https://h/?a=1&b'"],
  ['$(id)', "'$(id)'"],
  ['~ann', "'~ann'"],
  ['', "''"],
  ['postgres://ann:secret@h:5433/d?crawl=x', "'postgres://ann@h:5433/d?crawl=x'"],
])('%s is %s in a command', (text, word) => {
  expect(commandWord(text)).toBe(word);
});
