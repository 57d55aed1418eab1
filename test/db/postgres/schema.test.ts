import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { TABLES, VERSION } from '../../../db/postgres/schema.ts';

/** The digest of the tables of each version. */
const DIGESTS: Readonly<Record<number, string>> = {
  1: '3d30b9a5f3546cb5',
  2: '9008f0bf480ca189',
  3: '590269ea5ea65695',
  4: '29d4e101c1b00eb2',
  5: 'b7da9a0d84272816',
  6: '0585c1bab4c24617',
};

test('the tables are those of their version', () => {
  const statements = TABLES.replace(/\s+/g, ' ').trim();
  expect(
    createHash('sha256').update(statements).digest('hex').slice(0, 16),
    'Servers have crawls with the tables as they were: raise VERSION, upgrade such crawls, and add the digest here.',
  ).toBe(DIGESTS[VERSION]);
});
