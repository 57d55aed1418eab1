import { expect, it } from 'vitest';
import { SharedTexts } from '../../src/audit/site/shared-texts.ts';

it('returns each text as it is, and the same for equal texts', () => {
  const texts = new SharedTexts();
  expect(texts.one('a')).toBe('a');
  expect(texts.one(['a', ''].join(''))).toBe('a');
  expect(texts.one('b')).toBe('b');
  expect(texts.one('')).toBe('');
  expect(texts.one(null)).toBeNull();
});
