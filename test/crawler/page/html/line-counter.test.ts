import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineCounter } from '../../../../crawler/page/html/line-counter.ts';

it('counts CR, LF and CRLF as one line end each', () => {
  const lines = new LineCounter(Buffer.from('a\nb\r\nc\rd\n\re'));
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
    fc.property(fc.string({ unit: fc.constantFrom('x', 'é', '€', '\n', '\r', '😀') }), (text) => {
      const lines = new LineCounter(Buffer.from(text));
      const characters = Array.from(text);
      for (let count = 0; count <= characters.length; count++) {
        // A cut would separate a CR from a LF that follows later.
        if (characters[count] === '\n' && characters[count - 1] === '\r') continue;
        const before = characters.slice(0, count).join('');
        const lineTexts = before.split(/\r\n?|\n/);
        expect(lines.positionOf(Buffer.byteLength(before))).toEqual({
          line: lineTexts.length,
          column: (lineTexts.at(-1)?.length ?? 0) + 1,
        });
      }
    }),
  );
});
