import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineCounter } from '../../../../crawler/page/html/line-counter.ts';

it('counts CR, LF and CRLF as one line end each', () => {
  const lines = new LineCounter('a\nb\r\nc\rd\n\re');
  const places = [0, 1, 2, 3, 5, 7, 9, 10].map((offset) => lines.positionOf(offset));
  expect(places.map(({ line, column }) => `${line}:${column}`)).toEqual([
    '1:1',
    '1:2',
    '2:1',
    '2:2',
    '3:1',
    '4:1',
    '5:1',
    '6:1',
  ]);
});

it('agrees with splitting the text into lines', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('x', '\n', '\r', '😀') }), (text) => {
      const lines = new LineCounter(text);
      for (let offset = 0; offset <= text.length; offset++) {
        // A cut would separate a CR from a LF that follows later.
        if (text[offset] === '\n' && text[offset - 1] === '\r') continue;
        const before = text.slice(0, offset).split(/\r\n?|\n/);
        expect(lines.positionOf(offset)).toEqual({ line: before.length, column: (before.at(-1)?.length ?? 0) + 1 });
      }
    }),
  );
});
