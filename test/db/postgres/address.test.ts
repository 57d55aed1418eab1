/** Covers: db/postgres/{address,connection-settings,options}.ts */
import { describe, expect, test } from 'vitest';
import { isPostgresAddress, shownAddress } from '../../../db/postgres/address.ts';
import { readAddress } from '../../../db/postgres/connection-settings.ts';

test.each([
  ['postgres://h/d', true],
  ['POSTGRESQL://h/d', true],
  ['postgres.dustpan', false],
  ['./postgres://h', false],
  ['https://postgres/', false],
])('%s is an address of PostgreSQL: %s', (name, expected) => {
  expect(isPostgresAddress(name)).toBe(expected);
});

test.each([
  ['postgres://ann:secret@h:5433/d?crawl=a', 'postgres://h:5433/d?crawl=a'],
  ['postgres://ann:s%40cret@h/d?sslmode=require', 'postgres://h/d?sslmode=require&crawl=default'],
  ['postgres://h/d?password=secret&sslpassword=secret', 'postgres://h/d?crawl=default'],
  ['postgres://ann:sec ret@[h/d', 'the PostgreSQL server'],
  ['example.com.dustpan', 'example.com.dustpan'],
])('%s is shown as %s', (name, shown) => {
  expect(shownAddress(name)).toBe(shown);
});

describe('an address', () => {
  test('names user, password, host, port, database and crawl', () => {
    const { config, crawl, label } = readAddress('postgres://ann:s%40cret@h:5433/data?crawl=shop-2');
    expect(config).toMatchObject({ user: 'ann', password: 's@cret', host: 'h', port: 5433, database: 'data' });
    expect([crawl, label]).toEqual(['shop-2', 'postgres://h:5433/data?crawl=shop-2']);
  });

  test('without a crawl names the crawl `default`', () => {
    expect(readAddress('postgres://h/d')).toMatchObject({ crawl: 'default' });
  });

  test.each([
    ['disable', false],
    ['require', { rejectUnauthorized: false }],
    ['verify-full', {}],
  ])('asks for TLS as libpq does: sslmode=%s', (mode, ssl) => {
    expect(readAddress(`postgres://h/d?sslmode=${mode}`).config.ssl).toEqual(ssl);
  });

  test.each([
    ['postgres://[h/d', 'is not a valid URL'],
    ['postgres://h/d?crawl=A', 'names a crawl'],
    ['postgres://h/d?crawl=../x', 'names a crawl'],
    [`postgres://h/d?crawl=${'a'.repeat(49)}`, 'names a crawl'],
    ['postgres://h/d?sslrootcert=/missing/file.pem', 'names a file that cannot be read (/missing/file.pem)'],
    ['postgres://h/d?sslmode=verify-ca', 'has an invalid option'],
  ])('%s is refused: %s', (address, problem) => {
    const read = (): unknown => readAddress(address);
    expect(read).toThrow(problem);
    expect(read).toThrow(expect.objectContaining({ code: 'invalid-address' }));
  });
});
