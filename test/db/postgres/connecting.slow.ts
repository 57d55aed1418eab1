/** Covers: db/postgres/{connection-settings,password-file,session}.ts */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openFrontier } from '../../../db/open.ts';
import { start, temporaryFolder } from '../../cli/dustpan.ts';
import { makeCertificates } from './certificates.ts';
import { startServer, type TestServer } from './server.ts';

const PASSWORD = 'hidden:Broom\\7';
/** Who may connect how. Whoever has a password may connect with TLS and without. */
const RULES = `
  host      all postgres all trust
  host      all ann      all scram-sha-256
  hostssl   all onlytls  all scram-sha-256
  hostnossl all notls    all scram-sha-256
  hostssl   all card     all cert`;

let server: TestServer;
let plain: TestServer;
let folder = '';
let superuser: pg.Client;
/** All that people and programs are told. */
const said: string[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  makeCertificates(folder, { user: 'card', passphrase: PASSWORD });
  writeFileSync(join(folder, 'rules'), RULES);
  const files = {
    ssl_cert_file: 'server.pem',
    ssl_key_file: 'server.key',
    ssl_ca_file: 'authority.pem',
    hba_file: 'rules',
  };
  const settings = Object.entries(files).map(([name, file]) => `${name}=${join(folder, file)}`);
  [server, plain] = await Promise.all([
    startServer(['ssl=on', ...settings]),
    startServer([`hba_file=${join(folder, 'rules')}`]),
  ]);
  const roles = ['ann', 'onlytls', 'notls', 'card'].map(
    (name) => `CREATE ROLE ${name} LOGIN PASSWORD '${PASSWORD}'; GRANT CREATE ON DATABASE postgres TO ${name};`,
  );
  for (const { url } of [plain, server]) {
    superuser = new pg.Client(url);
    await superuser.connect();
    await superuser.query(roles.join(''));
    if (url === plain.url) await superuser.end();
  }
});
afterAll(async () => {
  await superuser.end();
  await Promise.all([server.close(), plain.close()]);
});
afterEach(() => {
  for (const name of ['PGPASSWORD', 'PGSSLMODE', 'PGPASSFILE']) delete process.env[name];
});

/** An address of the server by its name, which its certificate has. */
function addressOf(
  user: string,
  options: Readonly<Record<string, string>> = {},
  password = PASSWORD,
  at = server,
): string {
  const url = new URL(at.url);
  Object.assign(url, { hostname: 'localhost', username: user, password });
  url.search = new URLSearchParams({ ...options, crawl: user }).toString();
  return url.href;
}

/** What the server says of the connection, or the error. */
async function connecting(address: string): Promise<unknown> {
  try {
    const frontier = await openFrontier(address);
    const { rows } = await superuser.query(
      "SELECT ssl, client_dn FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name ~ '^dustpan '",
    );
    await frontier.close();
    return rows[0];
  } catch (error) {
    said.push(inspect(error, { depth: null, showHidden: true }));
    return error instanceof Error ? error.message : error;
  }
}
const file = (name: string): string => join(folder, name);

describe('TLS as libpq has it', () => {
  const authority = (): Record<string, string> => ({ sslrootcert: file('authority.pem') });
  const stranger = (): Record<string, string> => ({ sslrootcert: file('stranger.pem') });
  const [encrypted, open] = [{ ssl: true }, { ssl: false }];

  test.each<[user: string, sslmode: string, options: () => Record<string, string>, expected: object | RegExp]>([
    ['ann', 'disable', () => ({}), open],
    ['ann', 'allow', () => ({}), open],
    ['onlytls', 'allow', () => ({}), encrypted],
    ['ann', 'prefer', () => ({}), encrypted],
    ['notls', 'prefer', () => ({}), open],
    ['ann', 'require', () => ({}), encrypted],
    ['ann', 'require', authority, encrypted],
    ['ann', 'verify-ca', authority, encrypted],
    ['ann', 'verify-full', authority, encrypted],
    ['onlytls', 'disable', () => ({}), /refuses this user: check the user, sslmode/],
    ['notls', 'require', () => ({}), /refuses this user: check the user, sslmode/],
    ['ann', 'require', stranger, /do not agree on TLS \(.*certificate.*\): check sslmode, sslrootcert/],
    ['ann', 'verify-ca', stranger, /do not agree on TLS \(.*certificate.*\)/],
    ['ann', 'verify-full', stranger, /do not agree on TLS \(.*certificate.*\)/],
    ['ann', 'verify-full', () => ({}), /do not agree on TLS \(.*certificate.*\)/],
    ['ann', 'verify-full', () => ({ sslrootcert: 'system' }), /do not agree on TLS \(.*certificate.*\)/],
  ])('%s with sslmode=%s: case %$', async (user, sslmode, options, expected) => {
    const found = await connecting(addressOf(user, { sslmode, ...options() }));
    if (expected instanceof RegExp) expect(found).toMatch(expected);
    else expect(found).toMatchObject(expected);
  });

  test('without sslmode, TLS is used if the server has it; PGSSLMODE says otherwise', async () => {
    expect(await connecting(addressOf('ann'))).toMatchObject(encrypted);
    process.env['PGSSLMODE'] = 'disable';
    expect(await connecting(addressOf('ann'))).toMatchObject(open);
    expect(await connecting(addressOf('onlytls', { sslmode: 'require' }))).toMatchObject(encrypted);
  });

  test('the name must be that of the certificate for verify-full, but not for verify-ca', async () => {
    const unnamed = (sslmode: string): string =>
      addressOf('ann', { sslmode, ...authority() }).replace('localhost', '127.0.0.1');
    expect(await connecting(unnamed('verify-full'))).toMatch(/do not agree on TLS \(.*127\.0\.0\.1/);
    expect(await connecting(unnamed('verify-ca'))).toMatchObject(encrypted);
  });

  test('a server without TLS', async () => {
    expect(await connecting(addressOf('ann', { sslmode: 'require' }, PASSWORD, plain))).toMatch(
      /not agree on TLS \(.*not support SSL/,
    );
    await (await openFrontier(addressOf('ann', { sslmode: 'prefer' }, PASSWORD, plain))).close();
    expect(await connecting(addressOf('onlytls', {}, PASSWORD, plain))).toMatch(/refuses this user/);
  });

  test('a user with a certificate', async () => {
    const card = (name: string, options = {}): string =>
      addressOf(
        'card',
        {
          sslmode: 'verify-full',
          ...authority(),
          sslcert: file(`${name}.pem`),
          sslkey: file(`${name}.key`),
          ...options,
        },
        '',
      );
    expect(await connecting(card('user'))).toEqual({ ssl: true, client_dn: '/CN=card' });
    expect(await connecting(card('locked', { sslpassword: PASSWORD }))).toEqual({ ssl: true, client_dn: '/CN=card' });
    expect(await connecting(card('locked', { sslpassword: 'wrong' }))).toMatch(/do not agree on TLS/);
    expect(await connecting(card('stranger'))).toMatch(/do not agree on TLS/);
    expect(await connecting(addressOf('card', { sslmode: 'require' }, ''))).toMatch(
      /refuses this user: check the user, sslmode and sslcert/,
    );
  });
});

describe('a password', () => {
  const line = (password: string): string => `localhost:*:*:ann:${password.replaceAll(/[:\\]/g, '\\$&')}\n`;
  const passwords = (text: string, mode = 0o600): string => {
    const path = join(temporaryFolder(), 'passwords');
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  };
  const asked = addressOf.bind(null, 'ann', {}, '');

  test.each<[string, () => void]>([
    ['PGPASSWORD', () => (process.env['PGPASSWORD'] = PASSWORD)],
    ['PGPASSFILE', () => (process.env['PGPASSFILE'] = passwords(`# one:\nother:*:*:*:x\n${line(PASSWORD)}`))],
  ])('by %s', async (_, give) => {
    give();
    expect(await connecting(asked())).toMatchObject({ ssl: true });
  });

  test('by the passfile of the address, whose first line that fits counts', async () => {
    expect(await connecting(addressOf('ann', { passfile: passwords(line(PASSWORD) + line('x')) }, ''))).toMatchObject({
      ssl: true,
    });
    expect(await connecting(addressOf('ann', { passfile: passwords(line('x') + line(PASSWORD)) }, ''))).toMatch(
      /refuses this password/,
    );
  });

  test('in the address comes before PGPASSWORD, and PGPASSWORD before a file', async () => {
    process.env['PGPASSFILE'] = passwords(line('wrong'));
    process.env['PGPASSWORD'] = PASSWORD;
    expect(await connecting(asked())).toMatchObject({ ssl: true });
    process.env['PGPASSWORD'] = 'wrong';
    expect(await connecting(addressOf('ann'))).toMatchObject({ ssl: true });
  });

  test('that is wrong or not given', async () => {
    expect(await connecting(addressOf('ann', {}, 'wrong'))).toMatch(/refuses this password: check/);
    process.env['PGPASSFILE'] = passwords(line(PASSWORD).replace('ann', 'bob'));
    expect(await connecting(asked())).toMatch(/asks for a password: give it by PGPASSWORD, ~\/.pgpass or the URL/);
  });

  test('in a file that others may read is not used', async () => {
    process.env['PGPASSFILE'] = passwords(line(PASSWORD), 0o640);
    expect(await connecting(asked())).toMatch(
      /passwords may be read by other users, so it is not used: run chmod 600 \//,
    );
  });

  test('in ~/.pgpass, and shown nowhere', async () => {
    const home = temporaryFolder();
    writeFileSync(join(home, '.pgpass'), line(PASSWORD));
    chmodSync(join(home, '.pgpass'), 0o600);
    mkdirSync(join(home, 'work'));
    const { ended } = start(['crawls', asked()], '', join(home, 'work'), { HOME: home });
    const { code, stdout, stderr } = await ended;
    said.push(stdout, stderr);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const wrong = await start(['crawls', addressOf('ann', { sslmode: 'verify-full' })], '').ended;
    said.push(wrong.stdout, wrong.stderr);
    expect(wrong).toMatchObject({ code: 2 });
    const { rows } = await superuser.query('SELECT application_name, query FROM pg_stat_activity');
    expect(said.length).toBeGreaterThan(10);
    expect(said.join('\n') + inspect(rows)).not.toMatch(/hidden|Broom/);
  });
});
