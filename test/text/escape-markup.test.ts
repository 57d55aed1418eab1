import { expect, test } from 'vitest';
import { escapeMarkup } from '../../src/text/escape-markup.ts';

test('neither an element nor an attribute ends within text, and no character reference begins', () => {
  expect(escapeMarkup('<a href="/?a&amp;b">')).toBe('&lt;a href=&quot;/?a&amp;amp;b&quot;&gt;');
});
