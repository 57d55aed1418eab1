import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csv as tableFormat } from '../../../src/report/crawl/csv.ts';
import { csv } from '../../../src/report/html/client/csv.ts';
import { entry, write } from '../writing.ts';

test('cells are those of the table that is exported', async () => {
  const piece = fc.constantFrom(
    '=',
    '+1',
    '-',
    '@',
    '\uff1d',
    ' =',
    '"',
    ',',
    '\r\n',
    '\t',
    '\u202e',
    '\ud800',
    '\0',
    'x',
  );
  const text = fc.string({ unit: fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 1 })), maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(text, async (reason) => {
      const exported = (await write(tableFormat, [entry('h', { reason })])).text.split('\r\n')[1];
      const row = csv().write([
        ['h', 'h', 'done', 200, 0, 'text/html; charset=utf-8', 'link', null, null, null, reason, null, null],
      ]);
      expect(row).toBe(`${exported}\r\n`);
    }),
  );
});

test('rows are of RFC 4180', () => {
  expect(
    csv().write([
      ['a', 1, null],
      ['x,y', '=1', 'say "no"'],
    ]),
  ).toBe('a,1,\r\n"x,y",\'=1,"say ""no"""\r\n');
});
