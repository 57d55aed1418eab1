/** Covers: crawler/selection/selectors.ts */
import { describe, expect, test } from 'vitest';
import { checkSelectors, isSelecting, type Selectors, valueSelector } from '../../../crawler/selection/selectors.ts';

test.each([
  ['h1', 'h1', null],
  ['img@src', 'img', 'src'],
  ['a[href*="@"]', 'a[href*="@"]', null],
  ["a[href='x@y']@data-id", "a[href='x@y']", 'data-id'],
  ['use@xlink:href', 'use', 'xlink:href'],
])('%s is the selector %s with the attribute %s', (text, selector, attribute) => {
  expect(valueSelector(text)).toEqual({ selector, attribute });
});

test('only selectors select', () => {
  expect(isSelecting({})).toBe(false);
  expect(isSelecting({ select: {} })).toBe(false);
  expect(isSelecting({ ignore: 'nav' })).toBe(true);
  expect(isSelecting({ select: { a: 'b' } })).toBe(true);
});

describe('checkSelectors', () => {
  test('accepts selectors', async () => {
    await checkSelectors({
      select: { title: 'h1', 'a.b-c': 'img@src' },
      follow: 'main a',
      main: 'main',
      ignore: '.x > p',
    });
  });

  test.each<[Selectors, string]>([
    [{ select: { x: 'h1[' } }, 'select x: "h1[" is not a CSS selector'],
    [{ select: { x: '@src' } }, 'select x: "" is not a CSS selector: it is empty'],
    [{ follow: '  ' }, 'follow: "  " is not a CSS selector: it is empty'],
    [{ main: ':unknown' }, 'main: ":unknown" is not a CSS selector'],
    [{ follow: 'h1 > ' }, 'follow: "h1 > " is not a CSS selector: it ends too early'],
    [{ ignore: 'a,' }, 'ignore: "a," is not a CSS selector'],
  ])('refuses %j', async (selectors, message) => {
    await expect(checkSelectors(selectors)).rejects.toMatchObject({
      code: 'invalid-selector',
      message: expect.stringContaining(message),
    });
  });

  test.each(['', 'a b', '1a', 'url', 'aliasOf', 'x'.repeat(101)])('refuses the field %j', async (name) => {
    await expect(checkSelectors({ select: { [name]: 'h1' } })).rejects.toMatchObject({ code: 'invalid-field' });
  });
});
