import { expect, test } from 'vitest';
import { compareCaptures, type Seen } from '../../../crawler/archive/compare-captures.ts';

const DAY = 86_400;
const WINDOW = 30 * DAY;

/** Captures such as `1:a 5:b 9:404`: the day, and the content or the status. */
function seen(text: string): readonly Seen[] {
  return text.split(' ').map((word): Seen => {
    const [day = '', what = ''] = word.split(':');
    const time = Number(day) * DAY;
    if (what.startsWith('to-') || what === 'elsewhere') {
      return { time, status: 301, content: 0, leads: what === 'to-page' || what === 'to-root' ? what : 'elsewhere' };
    }
    if (/^[0-9]+$/.test(what)) return { time, status: Number(what), content: 0 };
    return { time, status: 200, content: what.charCodeAt(0), isCommon: what === 'x' };
  });
}

test.each([
  ['are one page with the same digest', '1:a', '2:a', 'same-digest'],
  ['are one page with the same digest among others', '1:a 20:b', '2:a 40:c', 'same-digest'],
  ['were captured too far apart', '1:a', '32:a', null],
  ['may have changed in between', '1:a', '2:b', 'unclear'],
  ['may have changed in between, before the next capture', '1:a', '2:b 9:b', 'unclear'],
  ['are two pages, as one stayed the same meanwhile', '5:b', '1:a 9:a', 'other-digest'],
  ['are two pages, as the other stayed the same meanwhile', '1:a 9:a', '5:b', 'other-digest'],
  ['show nothing, as one changes by itself', '5:b', '1:a 9:c', 'changing'],
  ['are one page that was another for a while', '5:b 6:a', '1:a 9:a', 'same-digest'],
  ['show nothing, as one was the same page and gone', '5:404 6:a', '1:a 9:a', 'changing'],
  ['show an error page', '1:x', '2:x', null],
  ['may have shown an error page for a while', '5:x', '1:a 9:a', 'error-page'],
  ['may have shown an error page most of the time', '5:b', '1:x 9:x', 'error-page'],
  ['are no two pages, as one is gone', '5:404', '1:a 9:a', 'not-found'],
  ['may both be gone', '5:410', '1:a', 'unclear'],
  ['are both gone', '5:404', '6:404', null],
  ['lead elsewhere', '5:elsewhere', '1:a 9:a', 'redirects-elsewhere'],
  ['lead to the root', '5:to-root', '1:a 9:a', 'loses-path'],
  ['lead to the page', '5:to-page', '1:a 9:a', null],
  ['were two pages, but too far apart', '50:b', '1:a 99:a', null],
])('two URLs that %s', (_, url, page, expected) => {
  expect(compareCaptures(seen(url), seen(page), WINDOW)).toBe(expected);
});

test('is the same with the URLs swapped, for pages', () => {
  for (const [a, b] of [
    ['1:a 20:b', '2:a 40:c'],
    ['5:b', '1:a 9:a'],
    ['5:x', '1:a 9:a'],
  ] as const) {
    expect(compareCaptures(seen(a), seen(b), WINDOW)).toBe(compareCaptures(seen(b), seen(a), WINDOW));
  }
});
