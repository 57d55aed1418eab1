import { describe, expect, it } from 'vitest';
import { parseRefresh } from '../../../crawler/page/refresh.ts';

describe('a refresh, by the HTML Standard’s shared declarative refresh steps', () => {
  const read: [content: string, delay: number, url: string | null][] = [
    ['5; url=next.html', 5, 'next.html'],
    ["5; url='x'", 5, 'x'],
    ['0;URL=x', 0, 'x'],
    ['0;uRl \t=\n x', 0, 'x'],
    ['5,x', 5, 'x'],
    ['5 x', 5, 'x'],
    ['5;x', 5, 'x'],
    ['  5  ;  x', 5, 'x'],
    ['5;url="a b" junk', 5, 'a b'],
    ['5;url="never closed', 5, 'never closed'],
    ['5;"quoted" junk', 5, 'quoted'],
    ["5;url=it's", 5, "it's"],
    ['5;url=x; y=z', 5, 'x; y=z'],
    ['5;url=x  ', 5, 'x  '],
    ['5;urls=x', 5, 'urls=x'],
    ['5;url x', 5, 'url x'],
    ['5;u', 5, 'u'],
    ['5;;x', 5, ';x'],
    ['5.75;x', 5, 'x'],
    ['5.7.5.;x', 5, 'x'],
    ['.5;x', 0, 'x'],
    ['.;x', 0, 'x'],
    ['007;x', 7, 'x'],
    ['5', 5, null],
    ['5;', 5, null],
    ['5; ', 5, null],
    ['5;url=', 5, null],
    ["5;url=''", 5, null],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER, null],
  ];
  it.each(read)('reads %j', (content, delay, url) => {
    expect(parseRefresh(content)).toEqual({ delay, url });
  });

  it.each(['', ' ', 'url=x', '; url=x', '-1;x', '+1;x', '5x', '5s;url=x', '5:x', '\u00a05;x', 'x'])(
    'ignores %j, as browsers do',
    (content) => {
      expect(parseRefresh(content)).toBeNull();
    },
  );

  it('reads a megabyte of spaces, digits or dots', () => {
    for (const char of [' ', '1', '.']) {
      const megabyte = char.repeat(1_000_000);
      expect(parseRefresh(`${megabyte}x`)).toBeNull();
      expect(parseRefresh(`0${megabyte};x`)?.url ?? 'x').toContain('x');
      expect(parseRefresh(`0;${megabyte}`)?.delay).toBe(0);
    }
  });
});
