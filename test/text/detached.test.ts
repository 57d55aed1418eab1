/** Covers: src/text/detached.ts */
import { expect, test } from 'vitest';
import { detached } from '../../src/text/detached.ts';

test('a copy has the same text', () => {
  for (const text of ['', 'a', 'é\0\u{1f4a9}\ud800', 'a'.repeat(1000)]) expect(detached(text)).toBe(text);
});
