import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Entry, openSqliteFrontier } from '../../db/index.ts';
import { type HostileSite, timeoutOf } from './catalogue.ts';
import { startServer } from './server.ts';

/** The cost of a crawl of a hostile site in its own process. */
export interface HostileProcess {
  readonly origin: string;
  readonly entries: readonly Entry[];
  readonly requests: number;
  readonly milliseconds: number;
  /** The longest time that the main loop was blocked, in milliseconds, by wall clock and by processor time. */
  readonly block: number;
  readonly work: number;
  /** The most memory used, in bytes. */
  readonly peak: number;
}

const root = join(import.meta.dirname, '../..');
const probe = join(root, 'test/bench/programs/stall-probe.js');

/** The program as a user has it: built, if it was built. */
function program(): string {
  const built = join(root, 'dist/src/cli/launch.js');
  return existsSync(built) ? built : join(root, 'src/cli/launch.js');
}

/** Crawls a hostile site with the command. */
export async function crawlInProcess(hostile: HostileSite): Promise<HostileProcess> {
  const server = await startServer(hostile.behaviours);
  const home = mkdtempSync(join(tmpdir(), 'dustpan-hostile-'));
  const database = join(home, 'crawl.dustpan');
  try {
    const started = performance.now();
    const said = await run(['crawl', server.origin + hostile.seed, '--db', database, ...flagsOf(hostile)]);
    const milliseconds = performance.now() - started;
    const figures: unknown = JSON.parse(said.trimEnd().split('\n').at(-1) ?? '');
    if (!isFigures(figures)) throw new Error(`no figures came: ${said}`);
    const entries = await entriesOf(database);
    return { origin: server.origin, entries, requests: server.requests.length, milliseconds, ...figures };
  } finally {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function flagsOf(hostile: HostileSite): string[] {
  const { maxBytes, maxPages, robots } = hostile;
  const limits = ['--scope', 'any', '--exclude', 'http://elsewhere.example/**', '--retries', '0'];
  return [
    ...limits,
    '--timeout',
    `${timeoutOf(hostile)}ms`,
    ...(maxBytes === undefined ? [] : ['--max-size', String(maxBytes)]),
    ...(maxPages === undefined ? ['--max-similar', '30'] : ['--max-pages', String(maxPages)]),
    ...(robots === true ? [] : ['--no-robots']),
    '--json',
  ];
}

/** The program's output on stderr. */
function run(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['--import', probe, program(), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return new Promise((resolve) => child.once('close', () => resolve(said)));
}

async function entriesOf(database: string): Promise<readonly Entry[]> {
  const frontier = await openSqliteFrontier(database, { readonly: true });
  try {
    return await Array.fromAsync(frontier.entries());
  } finally {
    await frontier.close();
  }
}

function isFigures(value: unknown): value is Pick<HostileProcess, 'block' | 'work' | 'peak'> {
  return typeof value === 'object' && value !== null && 'block' in value && 'work' in value && 'peak' in value;
}
