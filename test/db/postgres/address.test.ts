/** Covers: db/postgres/{address,connection-settings,options}.ts */
import { describe, expect, test, vi } from 'vitest';
import { isPostgresAddress, refuseOtherUrl, shownAddress } from '../../../db/postgres/address.ts';
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
  ['mysql://ann:secret@h/d', 'mysql://'],
  ['SQLITE:///tmp/a.dustpan', 'sqlite://'],
  ['https://h/', 'https://'],
])('%s does not name a crawl, and the message names no password', (name, scheme) => {
  const message = `${scheme} does not name a crawl: write the path of a file, or postgres://HOST:PORT/DATABASE?crawl=NAME`;
  expect(() => refuseOtherUrl(name)).toThrow(expect.objectContaining({ code: 'invalid-address', message }));
});

test.each(['postgres://h/d', 'a.dustpan', './mysql://h', 'C://a.dustpan', 'mysql:a'])('%s may name a crawl', (name) => {
  expect(() => refuseOtherUrl(name)).not.toThrow();
});

test.each([
  ['postgres://ann:secret@h:5433/d?crawl=a', 'postgres://ann@h:5433/d?crawl=a'],
  ['postgres://ann:s%40cret@h/d?sslmode=require', 'postgres://ann@h/d?sslmode=require'],
  ['postgres://:secret@h/d', 'postgres://h/d'],
  ['postgres://ann:s@cret@h/d', 'postgres://ann@h/d'],
  ['postgres://ann:secret@h:1,i:2/d', 'postgres://ann@h:1,i:2/d'],
  ['postgres:///d?host=/run/postgresql&port=1&user=ann', 'postgres:///d?host=/run/postgresql&port=1&user=ann'],
  ['postgres://%2Frun%2Fpostgresql/d', 'postgres://%2Frun%2Fpostgresql/d'],
  ['postgres://h/d?host=a%26password%3Dx', 'postgres://h/d'],
  ['postgres://h/d?crawl=x;password=secret', 'postgres://h/d'],
  ['postgres://ann%3Asecret@h/d?user=ann:secret', 'postgres://h/d'],
  ['postgres://h/d&password=secret', 'the PostgreSQL server'],
  ['postgres://h/d?pass%77ord=secret&sslkey=k&sslpassword=secret&options=secret', 'postgres://h/d?sslkey=k'],
  ['postgres://h/d?password=secret&sslpassword=secret&crawl=a', 'postgres://h/d?crawl=a'],
  ['postgres://ann:12?secret&secret@h/d', 'the PostgreSQL server'],
  ['postgres://ann:12/secret@h/d', 'the PostgreSQL server'],
  ['postgres://ann:12#secret@h/d', 'the PostgreSQL server'],
  ['postgres:/ann:secret@h/d', 'the PostgreSQL server'],
  ['postgres://ann:sec ret@[h/d', 'the PostgreSQL server'],
  ['example.com.dustpan', 'example.com.dustpan'],
  ['https://h/?a password=1', 'https://h/?a password=1'],
])('%s is shown as %s', (name, shown) => {
  expect(shownAddress(name)).toBe(shown);
  expect(shownAddress(shown)).toBe(shown);
});

test('what is shown leads to the same crawl', () => {
  const name = 'postgres://ann@h:5433,i/d?crawl=a&sslmode=disable&target_session_attrs=primary&passfile=/p';
  expect(readAddress(shownAddress(name))).toEqual(readAddress(name));
});

describe('an address', () => {
  test('names user, password, host, port, database and crawl', () => {
    const { target, crawl, label } = readAddress('postgres://ann:s%40cret@h:5433/data?crawl=shop-2&sslmode=disable');
    const way = { user: 'ann', password: 's@cret', host: 'h', port: 5433, database: 'data', ssl: false };
    expect(target).toEqual({ ways: [way], isPrimary: false, passwordFile: null });
    expect([crawl, label]).toEqual(['shop-2', 'postgres://ann@h:5433/data?crawl=shop-2&sslmode=disable']);
  });

  test('names several servers, of which the first that does is taken', () => {
    const { target } = readAddress('postgres://ann@h,[::1]:5433/d?target_session_attrs=read-write&sslmode=disable');
    expect(target).toMatchObject({ ways: [{ host: 'h' }, { host: '::1', port: 5433 }], isPrimary: true });
  });

  test('names a socket, which has no TLS', () => {
    const { target } = readAddress('postgres:///d?host=/run/postgresql&sslmode=require');
    expect(target.ways).toEqual([expect.objectContaining({ host: '/run/postgresql', ssl: false })]);
  });

  test('without a port has that of PGPORT, which must be one', () => {
    vi.stubEnv('PGPORT', '5433');
    const portsOf = (address: string): unknown => readAddress(address).target.ways.map(({ port }) => port);
    expect(portsOf('postgres://h,h:5434/d?sslmode=disable')).toEqual([5433, 5434]);
    expect(portsOf('postgres://h/d?sslmode=disable&port=5435')).toEqual([5435]);
    vi.stubEnv('PGPORT', 'abc');
    expect(portsOf('postgres://h:5434/d?sslmode=disable')).toEqual([5434]);
    expect(() => readAddress('postgres://h/d')).toThrow('has a port that is not valid (PGPORT=abc)');
  });

  test('without a crawl names the crawl `default`', () => {
    expect(readAddress('postgres://h/d')).toMatchObject({ crawl: 'default' });
  });

  test.each([
    ['postgres://[h/d', 'is not a valid URL'],
    ['host=h user=ann password=secret dbname=d', 'write postgres://HOST:PORT/DATABASE?crawl=NAME'],
    ['channel_binding=require password=secret', 'write postgres://HOST:PORT/DATABASE?crawl=NAME'],
    [' sslmode=disable host=h password=secret', 'write postgres://HOST:PORT/DATABASE?crawl=NAME'],
    [' postgres://ann:secret@h/d', 'is not a valid URL'],
    ['postgres://h/d?crawl=A', 'use 1 to 48 characters of a-z'],
    ['postgres://h/d?crawl=../x', 'use 1 to 48 characters of a-z'],
    [`postgres://h/d?crawl=${'a'.repeat(49)}`, 'use 1 to 48 characters of'],
    ['postgres://h/d?crawl=', 'use 1 to 48 characters of a-z'],
    ['postgres://h/d?crawl=-', 'and begin with a letter or digit'],
    ['postgres://h/d?crawl=_a', 'and begin with a letter or digit'],
    ['postgres://h/d?sslrootcert=/missing/file.pem', 'names a file that cannot be read (/missing/file.pem)'],
    ['postgres://h,[/d', 'is not a valid URL'],
    ['postgres://%zz@h/d', 'is not a valid URL'],
    ['postgres://ann:12/pass@h/d', 'in a password %40 %2F %3F %23 for @ / ? #'],
    ['postgres://ann:12?pass&word@h/d', 'is not a valid URL'],
    ['postgres:/ann:12@h/d', 'is not a valid URL'],
    ['postgres://h/d?sslmode=verify-ca', 'add sslrootcert=FILE'],
    ['postgres://h/d?sslmode=require&sslrootcert=system', 'write sslmode=verify-full'],
    ['postgres://h/d?sslmode=no-verify', 'has an unknown sslmode: write disable, allow,'],
    ['postgres://h/d?target_session_attrs=standby', 'has an unknown target_session_attrs: write any,'],
    ['postgres://h/d?port=70000', 'has a port that is not valid (70000): write a number from 1 to 65535'],
    ['postgres://h:0/d', 'has a port that is not valid (0)'],
    ['postgres://h/d?port=1,2', 'has a port that is not valid (1,2)'],
    ['postgres://h/d?sslcrl=x', 'has an option that dustpan does not support (sslcrl)'],
    ['postgres://h/d?crwl=x', 'it knows crawl, host, port,'],
    ['postgres://h/d?toString=x', 'has an option that dustpan does not support (toString)'],
    ['postgres://h/d?crawl=a&crawl=b', 'has the option crawl more than once'],
    ['postgres://h/d?password=a&password=b', 'has the option password more than once'],
    ['postgres://h/d?x=1&x=2', 'has the option x more than once'],
  ])('%s is refused: %s', (address, problem) => {
    const read = (): unknown => readAddress(address);
    expect(read).toThrow(problem);
    expect(read).toThrow(expect.objectContaining({ code: 'invalid-address' }));
  });
});
