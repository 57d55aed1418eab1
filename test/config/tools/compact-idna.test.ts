/** Covers: src/lazy/idna-table.ts */
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { compactIdnaTable } from '../../../config/tools/compact-idna.ts';
import { type IdnaRow, readIdnaTable } from '../../../src/lazy/idna-table.ts';

const table: readonly IdnaRow[] = createRequire(import.meta.url)('tr46/lib/mappingTable.json');

describe('the compact table of IDNA', () => {
  test('is restored whole', () => {
    expect(readIdnaTable(compactIdnaTable(table))).toEqual(table);
  });

  test('holds ranges, empty mappings and code points beyond 16 bits', () => {
    const rows: readonly IdnaRow[] = [
      [[0, 64], 2],
      [65, 1, 'a'],
      [66, 6, ''],
      [[67, 99], 1, '\u{1F600}é'],
    ];
    expect(compactIdnaTable(rows)).toEqual({ lengths: '1s 0 0 w', statuses: '2161', mappings: '2p  2r33,-2qzb' });
    expect(readIdnaTable(compactIdnaTable(rows))).toEqual(rows);
  });

  test.each<readonly [string, readonly IdnaRow[]]>([
    ['a gap', [[1, 2]]],
    ['a mapping of a valid row', [[0, 2, 'a']]],
    ['a status of two digits', [[0, 10]]],
  ])('another form is refused: %s', (_, rows) => {
    expect(() => compactIdnaTable(rows)).toThrow('the table of tr46 has another form');
  });
});
