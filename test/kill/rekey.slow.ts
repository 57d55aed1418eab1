import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { openSqliteFrontier } from '../../db/index.ts';
import { foundBy, NO_WWW, rekeying } from '../db/claims.ts';
import { entriesOf, ONCE, page, request } from '../db/helpers.ts';
import { seededRandom } from './random.ts';

const directory = mkdtempSync(join(tmpdir(), 'dustpan-kill-rekey-'));
afterAll(() => rmSync(directory, { recursive: true }));
const path = join(directory, 'killed.dustpan');
const program = join(import.meta.dirname, 'programs/rekey.ts');

const KILLS = 12;
const PAGES = 800;
/** Each kill comes after at most this many rekeyings, each of which takes some tens of milliseconds. */
const MOST_ROUNDS = 3;
const LONGEST_DELAY = 60;

/** The complete contents of the file, without claims and with one: entries, counts and claims. */
async function makeFile(): Promise<readonly string[]> {
  const frontier = await openSqliteFrontier(path);
  const urls = Array.from({ length: PAGES }, (_, n) => [
    `http://a/${n}`,
    `http://www.a/${n}`,
    `http://www.a/alone/${n}#x`,
  ]);
  await frontier.add(urls.flat().map((url) => foundBy([], url)));
  const leases = await frontier.lease(request({ limit: PAGES, perSite: PAGES }));
  await frontier.settle(
    'run',
    leases.map(({ id }) => ({ ...ONCE, id, outcome: page({ digest: String(id) }), found: [] })),
  );
  await frontier.close();
  const before = await contents();
  const again = await openSqliteFrontier(path);
  await again.rekey(rekeying([NO_WWW]));
  await again.close();
  return [before, await contents()];
}

async function contents(): Promise<string> {
  const frontier = await openSqliteFrontier(path, { readonly: true });
  try {
    return JSON.stringify([await frontier.claims(), await frontier.stats(), await entriesOf(frontier)]);
  } finally {
    await frontier.close();
  }
}

/** Whether the kill came between the start of a rekeying and its end. */
async function killOne(random: () => number): Promise<boolean> {
  const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.setEncoding('utf8');
  const rounds = 1 + Math.floor(random() * MOST_ROUNDS);
  while (told.split('(').length <= rounds) {
    const [text]: string[] = await once(child.stdout, 'data');
    told += text ?? '';
  }
  child.stdout.on('data', (text: string) => {
    told += text;
  });
  await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_DELAY));
  child.kill('SIGKILL');
  await once(child, 'close');
  return told.endsWith('(');
}

test('SIGKILL inside rekey: keys and claims are those of before or those of after, and nothing is lost', async () => {
  const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 2 ** 32);
  const random = seededRandom(seed);
  const whole = await makeFile();
  let inside = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    if (await killOne(random)) inside++;
    const frontier = await openSqliteFrontier(path);
    await frontier.close();
    const db = new Database(path, { readonly: true });
    expect(db.pragma('integrity_check', { simple: true }), `KILL_SEED=${seed}`).toBe('ok');
    db.close();
    expect(whole.indexOf(await contents()), `KILL_SEED=${seed}`).toBeGreaterThanOrEqual(0);
  }
  expect(inside, `KILL_SEED=${seed}`).toBeGreaterThan(KILLS / 2);
});
