/**
 * How fast the SQLite frontier is, on disk. `DUSTPAN_BENCH_KEYS=10000000` also fills one file up to that many keys,
 * which takes some minutes and, at that number, 3 GB in the temporary directory.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type FoundUrl, type Frontier, openSqliteFrontier, type Settlement } from '../../db/index.ts';
import type { Key } from '../../src/canon/key.ts';
import { page as pageOutcome, request } from '../db/helpers.ts';
import { benchRekey } from './rekey.ts';

type Print = (line: string) => void;

const rounds = 3;
const linksOfPage = 100;

export async function benchFrontier(print: Print): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'dustpan-bench-'));
  try {
    await benchVerbs(directory, print);
    benchSchemas(directory, print);
    await benchRekey(directory, print);
    const keys = Number(process.env['DUSTPAN_BENCH_KEYS'] ?? 0);
    if (keys > 0) await benchGrowth(directory, keys, print);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function benchVerbs(directory: string, print: Print): Promise<void> {
  const rates = new Map<string, number[]>();
  const note = (name: string, rate: number): unknown => rates.set(name, [...(rates.get(name) ?? []), rate]);
  for (let round = 0; round < rounds; round++) {
    for (const batch of [linksOfPage, 1000, 10_000]) {
      const world = new World(10);
      const frontier = await openSqliteFrontier(join(directory, `${batch}-${round}.db`));
      note(`add, ${batch} URLs a call, 80% of known keys`, await addUntil(frontier, world, 100_000, batch));
      if (batch === 10_000) {
        for (const size of [8, 100, 1000]) {
          note(`lease and settle, ${size} a call`, await leaseAndSettle(frontier, size, 20_000));
        }
      }
      await frontier.close();
    }
  }
  for (const [name, values] of rates) print(`frontier: ${name}: ${perSecond(median(values))}`);
}

/** The rate of one file as it grows: over the last tenth before a million keys, and over as many before the last. */
async function benchGrowth(directory: string, keys: number, print: Print): Promise<void> {
  const frontier = await openSqliteFrontier(join(directory, 'growth.db'));
  const world = new World(1000);
  const rateUpTo = async (total: number): Promise<number> => {
    await addUntil(frontier, world, total - 100_000, 10_000);
    return addUntil(frontier, world, total, 10_000);
  };
  const early = await rateUpTo(1_000_000);
  const late = await rateUpTo(keys);
  await frontier.close();
  print(`frontier: add, 10000 URLs a call, at 1000000 keys: ${perSecond(early)}`);
  print(`frontier: add, 10000 URLs a call, at ${keys} keys: ${perSecond(late)} (${Math.round((late / early) * 100)}%)`);
}

/** Adds until the world has `total` keys; returns URLs offered a second. */
async function addUntil(frontier: Frontier, world: World, total: number, batch: number): Promise<number> {
  let offered = 0;
  let ms = 0;
  while (world.keys < total) {
    const found = Array.from({ length: batch / linksOfPage }, () => world.nextPage()).flat();
    const start = performance.now();
    await frontier.add(found);
    ms += performance.now() - start;
    offered += found.length;
  }
  return (offered / ms) * 1000;
}

async function leaseAndSettle(frontier: Frontier, size: number, total: number): Promise<number> {
  const leasing = request({ run: 'bench', limit: size, perSite: size });
  const outcome = pageOutcome({ contentType: 'text/html' });
  const start = performance.now();
  for (let done = 0; done < total; done += size) {
    const leases = await frontier.lease(leasing);
    const settlements = leases.map(({ id }): Settlement => ({ id, outcome, found: [], at: 0, siteUntil: null }));
    await frontier.settle('bench', settlements);
  }
  return (total / (performance.now() - start)) * 1000;
}

/** The layouts considered for the table of entries, each with what an `add` asks of it. */
const schemas = {
  'rows by number, an index of keys':
    'CREATE TABLE entry (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, url TEXT, site TEXT, depth INTEGER) STRICT',
  'rows by key, an index of numbers':
    'CREATE TABLE entry (id INTEGER NOT NULL UNIQUE, key TEXT NOT NULL PRIMARY KEY, url TEXT, site TEXT, depth INTEGER) STRICT, WITHOUT ROWID',
  'rows by number, the first spelling always stored':
    'CREATE TABLE entry (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, url TEXT, site TEXT, depth INTEGER) STRICT',
};

function benchSchemas(directory: string, print: Print): void {
  const rates = new Map<string, { rate: number; mb: number }[]>();
  for (let round = 0; round < rounds; round++) {
    for (const [index, [name, ddl]] of Object.entries(schemas).entries()) {
      const db = new Database(join(directory, `schema-${index}-${round}.db`));
      rates.set(name, [...(rates.get(name) ?? []), addToSchema(db, ddl, name.includes('always stored'))]);
      db.close();
    }
  }
  for (const [name, values] of rates) {
    const rate = perSecond(median(values.map((value) => value.rate)));
    print(`frontier: schema with ${name}: ${rate}, ${Math.round(values[0]?.mb ?? 0)} MB for 100000 keys`);
  }
}

function addToSchema(db: Database.Database, ddl: string, storesUrl: boolean): { rate: number; mb: number } {
  db.pragma('journal_mode = WAL');
  db.exec(ddl);
  db.exec('CREATE INDEX ready ON entry (site, depth)');
  const find = db.prepare<[string]>('SELECT id, url, depth FROM entry WHERE key = ?');
  const insert = db.prepare('INSERT INTO entry (id, key, url, site, depth) VALUES (?, ?, ?, ?, ?)');
  const world = new World(10);
  let [offered, ms, id] = [0, 0, 0];
  const add = db.transaction((found: readonly FoundUrl[]) => {
    for (const { key, site, depth } of found.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
      if (find.get(key) === undefined) insert.run(++id, key, storesUrl ? key : null, site, depth);
    }
  });
  while (world.keys < 100_000) {
    const found = Array.from({ length: 10_000 / linksOfPage }, () => world.nextPage()).flat();
    const start = performance.now();
    add(found);
    ms += performance.now() - start;
    offered += found.length;
  }
  const pages = Number(db.pragma('page_count', { simple: true }));
  return { rate: (offered / ms) * 1000, mb: (pages * 4096) / 1e6 };
}

/**
 * Sites as a crawl meets them. Of a page's links, a fifth is new (of one directory), three fifths are from the site's menu
 * of 100, a fifth is any page known; of the known ones, one in eight is in another spelling.
 */
class World {
  keys = 0;
  readonly #pages: number[];
  #seed = 1;
  #turn = 0;

  constructor(sites: number) {
    this.#pages = Array.from({ length: sites }, () => 0);
  }

  nextPage(): FoundUrl[] {
    const site = this.#turn++ % this.#pages.length;
    return Array.from({ length: linksOfPage }, (_, n) => this.#link(site, n));
  }

  #link(site: number, n: number): FoundUrl {
    const known = this.#pages[site] ?? 0;
    if (n % 5 === 0 || known < 100) {
      this.#pages[site] = known + 1;
      this.keys++;
      return foundAt(site, known, '');
    }
    const page = this.#random(n % 5 === 4 ? known : 100);
    return foundAt(site, page, this.#random(8) === 0 ? `?utm_source=${this.#random(3)}` : '');
  }

  /** The same numbers in every run. */
  #random(below: number): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * below);
  }
}

const directories = [
  'news',
  'blog',
  'products',
  'docs/reference',
  'category/shoes',
  'archive/2019',
  'forum',
  'en/articles',
];

const LINK = { source: 'link', role: 'page', lastmod: null } as const;

function foundAt(site: number, page: number, query: string): FoundUrl {
  const name = (Math.imul(page ^ (site * 7919), 2_654_435_761) >>> 0).toString(36);
  const directory = directories[Math.floor(page / 20) % directories.length];
  const host = `www.site${site}.example.com`;
  const key = `https://${host}/${directory}/${Math.floor(page / 160)}/${name}-some-page-title`;
  // The bench stands in for the canonicalizer, which alone makes keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const found = { url: key + query, key: key as Key, site: host, depth: 2, hops: 0, skip: null, ...LINK };
  return { ...found, pass: query === '' ? null : 'drop-tracking-params' };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function perSecond(rate: number): string {
  return `${Math.round(rate)}/s`;
}

if (import.meta.main) await benchFrontier((line) => process.stdout.write(`${line}\n`));
