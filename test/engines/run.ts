/**
 * Holds that every supported Node gives the same keys: `npm run test:engines`. Installs them into a cache folder, which
 * needs the npm registry the first time.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stdout } from 'node:process';
import { promisify } from 'node:util';
import type { UrlList } from '../bench/canon-lists.ts';
import { type Engine, installEngines } from './engines.ts';
import type { KeyDigest } from './keys.ts';
import { engineLists } from './lists.ts';

const PROGRAM = join(import.meta.dirname, 'keys.ts');
const SHOWN = 10;

const engines = installEngines();
const folder = mkdtempSync(join(tmpdir(), 'dustpan-engines-'));
try {
  const lists = engineLists();
  for (const { name, urls } of lists) writeFileSync(join(folder, `${name}.json`), JSON.stringify(urls));
  process.exitCode = (await areEqual(lists)) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Prints a row for each list and profile, and the first URLs whose keys differ. */
async function areEqual(lists: readonly UrlList[]): Promise<boolean> {
  const results = await Promise.all(
    engines.map(async (engine) => ({ engine, digests: await run<readonly KeyDigest[]>(engine, []) })),
  );
  let allEqual = true;
  print('list', 'profile', 'keys', 'equal on');
  for (const expected of results.at(-1)?.digests ?? []) {
    const different = results.filter(({ digests }) => !digests.some((digest) => isSame(digest, expected)));
    const equal = results.filter((result) => !different.includes(result)).map(({ engine }) => engine.version);
    print(expected.list, expected.profile, String(expected.keys), equal.join(' '));
    const urls = lists.find(({ name }) => name === expected.list)?.urls ?? [];
    for (const { engine } of different) await showDifferences(engine, expected, urls);
    allEqual &&= different.length === 0;
  }
  return allEqual;
}

function isSame(a: KeyDigest, b: KeyDigest): boolean {
  return a.list === b.list && a.profile === b.profile && a.keys === b.keys && a.digest === b.digest;
}

async function showDifferences(engine: Engine, { list, profile }: KeyDigest, urls: readonly string[]): Promise<void> {
  const newest = engines.at(-1) ?? engine;
  const [keys, expected] = await Promise.all(
    [engine, newest].map((each) => run<readonly string[]>(each, [list, profile])),
  );
  const rows = urls.map((url, index) => [url, keys?.[index], expected?.[index]]);
  for (const row of rows.filter(([, theirs, ours]) => theirs !== ours).slice(0, SHOWN)) {
    const [url, theirs, ours] = row.map((text) => JSON.stringify(text));
    stdout.write(`  ${url}: ${theirs} on ${engine.version}, ${ours} on ${newest.version}\n`);
  }
}

/** What {@link file://./keys.ts} prints on the engine. */
async function run<Result>({ node }: Engine, args: readonly string[]): Promise<Result> {
  const program = ['--disable-warning=ExperimentalWarning', PROGRAM, folder, ...args];
  const { stdout: json } = await promisify(execFile)(node, program, { maxBuffer: 2 ** 30 });
  return JSON.parse(json);
}

function print(list: string, profile: string, keys: string, equal: string): void {
  stdout.write(`${list.padEnd(10)} ${profile.padEnd(11)} ${keys.padStart(7)}  ${equal}\n`);
}
