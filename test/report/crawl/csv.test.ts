/** Covers: src/report/csv-row.ts */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRow } from '../../../src/lists/formats/csv/csv-row.ts';
import { csv } from '../../../src/report/crawl/csv.ts';
import { entry, write } from '../writing.ts';

async function rowsOf(...entries: Parameters<typeof entry>[]): Promise<readonly (readonly string[])[]> {
  const { text } = await write(
    csv,
    entries.map((args) => entry(...args)),
  );
  return parse(text);
}

function parse(text: string): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  for (let at = 0; at < text.length; ) {
    const row = readRow(text, at, ',', true);
    if (row === null || 'quote' in row) throw new Error(`no row at ${at}`);
    rows.push(row.cells);
    at = row.end;
  }
  return rows;
}

describe('csv', () => {
  test('the URL is the one that was fetched, if the one found first led to no page', async () => {
    const url = 'http://h/a?utm_source=x';
    const known = { key: 'http://h/a', finalUrl: 'http://h/a' } as const;
    const [, failed, within] = await rowsOf([url, { ...known, firstFailure: 'http-404' }], [url, known]);
    expect([failed?.[0], within?.[0]]).toEqual(['http://h/a', url]);
  });

  test('RFC 4180: a heading, CRLF, quotes doubled, cells with commas in quotes', async () => {
    const record = JSON.stringify({ title: 'Brooms, "and" dust' });
    const { text } = await write(csv, [
      entry('http://h/a?x=1,2', { details: { lastModified: null, record, fields: null }, depth: 3, status: null }),
    ]);
    expect(text).toBe(
      'url,key,state,status,depth,contentType,source,foundOn,aliasOf,aliasBy,reason,title,canonical\r\n' +
        '"http://h/a?x=1,2","http://h/a?x=1,2",done,,3,text/html; charset=utf-8,link,,,,,"Brooms, ""and"" dust",\r\n',
    );
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1+1', '\uff1d1+1', '\t=1', '\r=1', '\0=1', '\n=1'])(
    'no cell starts a formula: %j',
    async (title) => {
      const [, row = []] = await rowsOf([
        'http://h/',
        { details: { lastModified: null, record: JSON.stringify({ title }), fields: null } },
      ]);
      expect(row[11]).toMatch(/^['\\]/);
      expect(row[11]).toContain(title.trim().replace(/^\0/, ''));
    },
  );

  test('any text: one row per entry, no control character, no formula, and otherwise unchanged', async () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom(...'=+-@\t\r\n\0"\',;\u001b\u009b\u202e'.split('')),
        fc.string({ unit: 'binary', maxLength: 1 }),
      ),
    });
    await fc.assert(
      fc.asyncProperty(text, text, async (url, reason) => {
        const { text: written } = await write(csv, [entry(url, { reason })]);
        // oxlint-disable-next-line no-control-regex -- the characters to reject
        expect(written.replaceAll('\r\n', '')).not.toMatch(/[\0-\x1f\x7f-\x9f\u202a-\u202e]/);
        const [, row = [], ...others] = parse(written);
        expect(others).toEqual([]);
        expect(row).toHaveLength(13);
        expect(row.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
        if (/^[\w/]*$/.test(reason)) expect(row[10]).toBe(reason);
      }),
    );
  });

  test('title and canonical URL of the page, if its record is valid', async () => {
    const of = async (record: string): Promise<readonly string[]> => {
      const [, row = []] = await rowsOf(['http://h/', { details: { lastModified: null, record, fields: null } }]);
      return row.slice(11);
    };
    const place = { href: '/head', attributes: [], line: 1, column: 1, pushedBy: null };
    const canonicals = [
      { ...place, where: 'body', url: 'http://h/body' },
      { ...place, where: 'head', url: null },
      { ...place, where: 'head', url: 'http://h/head' },
    ];
    expect(await of(JSON.stringify({ title: 'Dust', canonicals }))).toEqual(['Dust', 'http://h/head']);
    for (const other of ['', '{', 'null', '7', '[]', '{"title":7,"canonicals":{}}', '{"canonicals":[null,7,{}]}']) {
      expect(await of(other)).toEqual(['', '']);
    }
  });
});
