import { isDeepStrictEqual } from 'node:util';
import { type CompactIdnaTable, type IdnaRow, readIdnaTable } from '../../src/lazy/idna-table.ts';

/**
 * Writes tr46's table as differences, which compress four times as well.
 *
 * @throws if the table cannot be restored from them: a new version has another form
 */
export function compactIdnaTable(table: readonly IdnaRow[]): CompactIdnaTable {
  let codePoint = 0;
  const differenceTo = (character: string): string => {
    const before = codePoint;
    codePoint = character.codePointAt(0) ?? 0;
    return (codePoint - before).toString(36);
  };
  const compact = {
    lengths: table.map(([points]) => (typeof points === 'number' ? 0 : points[1] - points[0]).toString(36)).join(' '),
    statuses: table.map(([, status]) => status).join(''),
    mappings: table
      .flatMap(([, , mapping]) => (mapping === undefined ? [] : [Array.from(mapping, differenceTo).join(',')]))
      .join(' '),
  };
  if (!isDeepStrictEqual(readIdnaTable(compact), table)) throw new Error('the table of tr46 has another form');
  return compact;
}
