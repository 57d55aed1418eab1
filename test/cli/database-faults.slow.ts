import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteFrontier } from '../../db/index.ts';
import { currentVersion } from '../../db/sqlite/schema.ts';
import { links, site } from '../crawler/web.ts';
import { found } from '../db/helpers.ts';
import { dustpan, type Ended, launcher, start, temporaryFolder } from './dustpan.ts';

/** Nothing listens there, and nothing is to be asked. */
const SEED = 'http://127.0.0.1:1/';

let folder = '';
let database = '';
beforeEach(() => {
  folder = temporaryFolder();
  database = join(folder, 'a.dustpan');
});

async function makeFrontier(urls = 2000): Promise<void> {
  const frontier = await openSqliteFrontier(database);
  await frontier.add(Array.from({ length: urls }, (_, n) => found(`${SEED}${n}`)));
  await frontier.close();
}

/** Every file of the folder, with the hash of its bytes. */
function filesOf(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const file = join(path, name);
      return statSync(file).isFile()
        ? `${name} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`
        : name;
    });
}

function expectRefusal({ code, stdout, stderr }: Ended, message: RegExp): void {
  expect(stderr).toMatch(/^dustpan: [^\n]*: [^\n]*\n$/);
  expect(stderr).toMatch(message);
  expect(stdout).toBe('');
  expect(code).toBe(2);
}

async function relabel(version: number): Promise<void> {
  await makeFrontier();
  const db = new Database(database);
  db.pragma(`user_version = ${version}`);
  db.close();
}

const sockets: Server[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

async function listening(path: string): Promise<void> {
  const server = createServer();
  sockets.push(server);
  await new Promise<void>((resolve) => {
    server.listen(path, resolve);
  });
}

interface Fault {
  readonly what: string;
  readonly make: () => Promise<void> | void;
  readonly message: RegExp;
}

const faults: readonly Fault[] = [
  {
    what: 'a text',
    make: () => writeFileSync(database, 'These are notes, not a database.\n'.repeat(200)),
    message: /not a crawl file: name another file/,
  },
  {
    what: 'another program’s database',
    make: () => {
      const db = new Database(database);
      db.exec('CREATE TABLE t (a)');
      db.close();
    },
    message: /an SQLite file of another program, not a crawl file: name another file/,
  },
  { what: 'a pipe', make: () => void spawnSync('mkfifo', [database]), message: /is a pipe: name a file/ },
  { what: 'a socket', make: () => listening(database), message: /is a socket: name a file/ },
  { what: 'a device', make: () => void (database = '/dev/null'), message: /\/dev\/null is a device: name a file/ },
  {
    what: 'a file that SQLite keeps beside another',
    make: async () => {
      await makeFrontier();
      database += '-wal';
    },
    message: /a\.dustpan-wal belongs to the crawl file .*a\.dustpan: name another file/,
  },
  {
    what: 'a file that says it is of an older version',
    make: () => relabel(currentVersion - 1),
    message: /its tables do not match: restore a copy, or start over with another file/,
  },
  {
    what: 'a file that says it is of the first version',
    make: () => relabel(1),
    message: /its tables do not match: restore a copy, or start over with another file/,
  },
  {
    what: 'a file of an older version that says it is of this one',
    make: async () => {
      await makeFrontier();
      const db = new Database(database);
      db.exec('DROP TABLE link');
      db.close();
    },
    message: /its tables do not match: restore a copy, or start over with another file/,
  },
  { what: 'a directory', make: () => mkdirSync(database), message: /is a folder: name a file/ },
  {
    what: 'a file of a newer version',
    make: async () => {
      await makeFrontier();
      const db = new Database(database);
      db.pragma('user_version = 99');
      db.close();
    },
    message: /newer version of dustpan.*: update dustpan/,
  },
  {
    what: 'a damaged file',
    make: async () => {
      await makeFrontier();
      const bytes = readFileSync(database);
      writeFileSync(database, bytes.fill('x', 8192));
    },
    message: /is damaged: restore a copy, or start over with another file/,
  },
  {
    what: 'a file cut short',
    make: async () => {
      await makeFrontier();
      writeFileSync(database, readFileSync(database).subarray(0, 40_000));
    },
    message: /is damaged: restore a copy, or start over with another file/,
  },
];

describe('a file that cannot be used is refused with the remedy, and nothing is changed', () => {
  test.each(faults)('$what', async ({ make, message }) => {
    await make();
    const before = filesOf(folder);
    expectRefusal(await dustpan(['crawl', SEED, '--db', database]), message);
    expect(filesOf(folder)).toEqual(before);
    expectRefusal(await dustpan(['urls', database]), message);
    expect(filesOf(folder)).toEqual(before);
  });

  test('a file in a directory that is missing, which only who writes it would create', async () => {
    database = join(folder, 'missing', 'a.dustpan');
    expectRefusal(await dustpan(['crawl', SEED, '--db', database]), /does not exist: create it, or name another file/);
    expect((await dustpan(['urls', database])).stderr).toBe(`dustpan: ${database} does not exist; check the path\n`);
    expect(filesOf(folder)).toEqual([]);
  });

  test.each([
    ['audit', SEED, '--db'],
    ['crawl', '--db'],
    ['export', '--format', 'csv'],
    ['facts'],
    ['learn'],
    ['probe', '--db'],
    ['serve'],
    ['urls'],
    ['why'],
    ['canon', 'http://a.example/', '--facts'],
    ['dedup', '--facts'],
  ])('%s does not wait for a pipe', async (...args) => {
    spawnSync('mkfifo', [database]);
    const whys = args[0] === 'why' ? ['http://a.example/'] : [];
    const child = start([...args, database, ...whys], 'http://a.example/\n');
    // A facts file may come from a pipe: it ends once somebody wrote to it.
    if (args.at(-1) === '--facts') writeFileSync(database, '{"version":1,"facts":[]}');
    const { code, stderr } = await child.ended;
    if (args.at(-1) === '--facts') expect(code).toBe(0);
    else expect(stderr).toMatch(/^dustpan: .*is a pipe: name a file\n$/);
  });

  test('a file that another program keeps locked', async () => {
    await makeFrontier();
    const before = filesOf(folder);
    const other = new Database(database);
    other.exec('BEGIN EXCLUSIVE');
    for (const args of [
      ['crawl', SEED, '--db', database],
      ['urls', database],
    ]) {
      expectRefusal(
        await dustpan(args),
        /locked by another program: wait until that program ends, or name another file/,
      );
    }
    // Reading the file would end this process's locks on it (fcntl), so not before.
    other.close();
    expect(filesOf(folder)).toEqual(before);
  });
});

describe('a user who may not write', () => {
  const user = unprivileged();

  test.skipIf(user === null)('the file: it may be read, and is not written', async () => {
    await makeFrontier(10);
    protect(0o444, 0o777);
    const before = filesOf(folder);
    expectRefusal(await as(user, ['crawl', SEED, '--db', database]), /is not writable: change the permissions/);
    const { code, stdout } = await as(user, ['urls', database]);
    expect({ code, lines: stdout.trim().split('\n').length }).toEqual({ code: 0, lines: 10 });
    expect(filesOf(folder)).toEqual(before);
  });

  test.skipIf(user === null)('the directory: what is there may be read, and nothing is made', async () => {
    await makeFrontier(10);
    protect(0o666, 0o555);
    const before = filesOf(folder);
    expectRefusal(
      await as(user, ['crawl', SEED, '--db', database]),
      /change the permissions of the file and its folder/,
    );
    const another = join(folder, 'another.dustpan');
    expectRefusal(await as(user, ['crawl', SEED, '--db', another]), /check the permissions of the file and its folder/);
    expect((await as(user, ['urls', database])).code).toBe(0);
    expect(filesOf(folder)).toEqual(before);
  });

  test.skipIf(user === null)('nor read the file', async () => {
    await makeFrontier(10);
    const before = filesOf(folder);
    protect(0o000, 0o777);
    for (const args of [
      ['crawl', SEED, '--db', database],
      ['urls', database],
    ]) {
      expectRefusal(await as(user, args), /cannot be opened by this user: check the permissions/);
    }
    protect(0o600, 0o777);
    expect(filesOf(folder)).toEqual(before);
  });
});

function protect(file: number, directory: number): void {
  chmodSync(database, file);
  chmodSync(dirname(database), directory);
}

/** Whom file modes hold back: this user, or for root the user nobody; null where that one cannot read the program. */
function unprivileged(): number | null {
  const self = process.getuid?.();
  if (self === undefined || self !== 0) return self ?? null;
  const nobody = 65_534;
  const { status } = spawnSync(process.execPath, [launcher, '--version'], { uid: nobody, gid: nobody });
  return status === 0 ? nobody : null;
}

function as(user: number | null, args: readonly string[]): Promise<Ended> {
  return run(process.execPath, [launcher, ...args], user === null ? {} : { uid: user, gid: user });
}

function run(program: string, args: readonly string[], options: { uid?: number; gid?: number }): Promise<Ended> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (data: Buffer) => {
    stdout += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

test.skipIf(process.platform === 'win32')(
  'a full disk ends the crawl and keeps the recorded data; with free space, the crawl resumes and loses nothing',
  async () => {
    const pages = 200;
    const padding = 'x'.repeat(400);
    const web = await site((target) => {
      const number = target === '/' ? 0 : Number(/^\/p(\d+)/.exec(target)?.[1]);
      const next = [4, 3, 2, 1].map((n) => 4 * number + n).filter((page) => page < pages);
      const unwanted = Array.from({ length: 5 }, (_, n) => `http://elsewhere.invalid/${number}/${n}/${padding}`);
      return links(...next.map((page) => `/p${page}`), ...unwanted);
    });
    const crawl = [launcher, 'crawl', `${web.origin}/`, '--db', database, '--no-robots', '--concurrency', '4'];
    // So many blocks of 512 bytes are the most that a file may have.
    const full = await run('sh', ['-c', 'ulimit -f 1200; exec "$0" "$@"', process.execPath, ...crawl], {});
    expectRefusal(full, /free some disk space, then run again\. The recorded data is safe/);
    const kept = await donePages();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(pages);
    const asked = web.requests.length;
    expect((await run(process.execPath, crawl, {})).code).toBe(0);
    expect(new Set(await donePages()).size).toBe(pages);
    expect(web.requests.slice(asked).filter((target) => kept.includes(web.origin + target))).toEqual([]);
  },
);

async function donePages(): Promise<readonly string[]> {
  const frontier = await openSqliteFrontier(database, { readonly: true });
  const entries = await Array.fromAsync(frontier.entries());
  await frontier.close();
  return entries.filter(({ state }) => state === 'done').map(({ url }) => url);
}
