import { once } from 'node:events';
import { copyFileSync, existsSync, type FSWatcher, mkdirSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Crawler, startCrawler } from './crawler.ts';
import { seededRandom } from './random.ts';
import { type KillSite, startKillSite } from './site.ts';
import { type Crawled, readCrawl } from './truth.ts';

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** How many processes crawl one file together. */
  readonly processes: number;
  /** A module that is loaded before the program; null for none. */
  readonly preload: string | null;
  /** Called after every crawl. */
  readonly onCrawl: (report: KillReport) => void;
}

/** Counts over all crawls so far. */
export interface KillReport {
  readonly kills: number;
  readonly crawls: number;
  /** Pages missing from a finished crawl. */
  readonly lost: readonly string[];
  /** Other differences from an undisturbed crawl, and processes that ended with an error. */
  readonly differences: readonly string[];
  readonly integrityFailures: readonly string[];
  /** Requests beyond those of an undisturbed crawl. */
  readonly refetches: number;
  /** How many of them are allowed: for each kill, as many as one process leases at a time. */
  readonly bound: number;
  /** Kills before a process had requested a page. */
  readonly early: number;
  /** Kills in each fifth of a crawl. */
  readonly spread: readonly number[];
}

const CONCURRENCY = 8;
const LEASES = 2 * CONCURRENCY;
/** Each kill comes after at most this many requests, about a fifth of a crawl, including pages fetched again. */
const MOST_REQUESTS = 80;
/** One kill in this many is timed by changes of the files instead. Most of these hit a process that opens the file. */
const FILE_KILLS = 6;
const MOST_CHANGES = 24;
/**
 * The longest time from a request to the kill, in milliseconds: longer than the transaction that records the page
 * takes.
 */
const LONGEST_DELAY = 40;

/** A crawl that nothing disturbs. */
interface Undisturbed {
  readonly crawled: Crawled;
  readonly requests: ReadonlyMap<string, number>;
}

/**
 * Crawls a site repeatedly with the real command line. Its processes are killed at random moments and restarted until
 * the crawl is complete. Then compares the records with those of an undisturbed crawl.
 */
export async function crawlUnderKills(options: KillOptions): Promise<KillReport> {
  const random = seededRandom(options.seed);
  const site = await startKillSite(random);
  const folder = mkdtempSync(join(tmpdir(), 'dustpan-kill-'));
  try {
    const truth = await crawlUndisturbed(site, folder);
    let report: KillReport = {
      kills: 0,
      crawls: 0,
      lost: [],
      differences: [],
      integrityFailures: [],
      refetches: 0,
      bound: 0,
      early: 0,
      spread: [0, 0, 0, 0, 0],
    };
    while (report.kills < options.kills) {
      report = await new KilledCrawl(options, site, folder, truth, random, report).finish();
      options.onCrawl(report);
    }
    return report;
  } finally {
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function crawlUndisturbed(site: KillSite, folder: string): Promise<Undisturbed> {
  const database = join(folder, 'undisturbed.dustpan');
  const { code, stderr } = await startCrawler([site.seed, '--db', database], null).ended;
  if (code !== 0) throw new Error(`the undisturbed crawl ended with ${code}: ${stderr}`);
  const crawled = await readCrawl(database);
  const missing = site.pages.filter((page) => !crawled.entries.has(page));
  if (missing.length > 0) throw new Error(`the undisturbed crawl does not have ${missing.join(', ')}`);
  return { crawled, requests: new Map(site.requests) };
}

class KilledCrawl {
  readonly #options: KillOptions;
  readonly #site: KillSite;
  readonly #folder: string;
  readonly #database: string;
  readonly #truth: Undisturbed;
  readonly #random: () => number;
  readonly #before: KillReport;
  readonly #running = new Set<Crawler>();
  readonly #spread: number[];
  readonly #integrityFailures: string[] = [];
  readonly #errors: string[] = [];
  #kills = 0;
  #early = 0;
  #requestsBeforeStart = 0;

  constructor(
    options: KillOptions,
    site: KillSite,
    folder: string,
    truth: Undisturbed,
    random: () => number,
    before: KillReport,
  ) {
    this.#options = options;
    this.#site = site;
    this.#folder = join(folder, String(before.crawls));
    this.#database = join(this.#folder, 'killed.dustpan');
    this.#truth = truth;
    this.#random = random;
    this.#before = before;
    this.#spread = [...before.spread];
  }

  async finish(): Promise<KillReport> {
    mkdirSync(this.#folder);
    this.#site.reset();
    for (let n = 0; n < this.#options.processes; n++) this.#start();
    while (this.#running.size > 0) await this.#killOne();
    const report = await this.#compare();
    rmSync(this.#folder, { recursive: true });
    return report;
  }

  #start(): void {
    this.#requestsBeforeStart = this.#requests();
    const { processes, preload } = this.#options;
    const args = [this.#site.seed, '--db', this.#database, '--concurrency', String(CONCURRENCY)];
    if (processes > 1) args.push('--join');
    // Every other crawl is level by level.
    if (this.#before.crawls % 2 === 1) args.push('--depth', '99');
    void this.#watch(startCrawler(args, preload));
  }

  async #watch(crawler: Crawler): Promise<void> {
    this.#running.add(crawler);
    const { code, stderr } = await crawler.ended;
    this.#running.delete(crawler);
    if (code !== 0 && code !== null) this.#errors.push(`a process ended with ${code}: ${stderr}`);
  }

  /** Kills one process at a random moment and starts another one, unless all end before that. */
  async #killOne(): Promise<void> {
    const ended = Promise.all([...this.#running].map((crawler) => crawler.ended));
    if (this.#before.kills + this.#kills >= this.#options.kills) return void (await ended);
    await Promise.race([ended, this.#moment()]);
    const running = [...this.#running];
    const victim = running[Math.floor(this.#random() * running.length)];
    if (!victim?.process.kill('SIGKILL')) return void (await ended);
    await victim.ended;
    // It may have ended in that very moment.
    if (victim.process.signalCode === null) return;
    this.#countKill();
    this.#checkIntegrity();
    this.#start();
  }

  async #moment(): Promise<void> {
    if (Math.floor(this.#random() * FILE_KILLS) === 0) await this.#afterChanges(1 + this.#random() * MOST_CHANGES);
    else await this.#site.after(1 + Math.floor(this.#random() * MOST_REQUESTS));
    const delay = this.#random() * (LONGEST_DELAY + 1) - 1;
    await new Promise((resolve) => {
      if (delay < 0) setImmediate(resolve);
      else setTimeout(resolve, delay);
    });
  }

  async #afterChanges(count: number): Promise<void> {
    const watcher: FSWatcher = watch(this.#folder);
    for (let change = 0; change < count; change++) await once(watcher, 'change');
    watcher.close();
  }

  #countKill(): void {
    this.#kills++;
    if (this.#requests() === this.#requestsBeforeStart) this.#early++;
    const fifth = Math.floor((5 * this.#site.requests.size) / (this.#truth.requests.size + 1));
    this.#spread[fifth] = (this.#spread[fifth] ?? 0) + 1;
  }

  #requests(): number {
    return [...this.#site.requests.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Reads a copy that no process has open, because the next process must find the file as the killed one left it. */
  #checkIntegrity(): void {
    if (!existsSync(this.#database)) return;
    const isAlone = this.#running.size === 0;
    const checked = isAlone ? this.#copy() : this.#database;
    const db = new Database(checked, { readonly: !isAlone && !existsSync(`${checked}-journal`) });
    try {
      const result = db.pragma('integrity_check', { simple: true });
      if (result !== 'ok') this.#integrityFailures.push(String(result));
    } finally {
      db.close();
    }
  }

  #copy(): string {
    const copy = join(this.#folder, 'copy');
    rmSync(copy, { recursive: true, force: true });
    mkdirSync(copy);
    for (const suffix of ['', '-wal', '-journal']) {
      const file = this.#database + suffix;
      if (existsSync(file)) copyFileSync(file, join(copy, `killed.dustpan${suffix}`));
    }
    return join(copy, 'killed.dustpan');
  }

  async #compare(): Promise<KillReport> {
    const { crawled: truth, requests } = this.#truth;
    const { entries, pages, miscounts } = await readCrawl(this.#database);
    const differences = [...new Set([...truth.entries.keys(), ...entries.keys()])]
      .filter((key) => entries.get(key) !== truth.entries.get(key))
      .map((key) => `${key}: ${entries.get(key)} instead of ${truth.entries.get(key)}`);
    const before = this.#before;
    const kills = before.kills + this.#kills;
    return {
      kills,
      crawls: before.crawls + 1,
      lost: [...before.lost, ...[...truth.pages].filter((page) => !pages.has(page))],
      differences: [...before.differences, ...differences, ...miscounts, ...this.#errors],
      integrityFailures: [...before.integrityFailures, ...this.#integrityFailures],
      refetches: before.refetches + excess(this.#site.requests, requests),
      bound: kills * LEASES,
      early: before.early + this.#early,
      spread: this.#spread,
    };
  }
}

/** Requests beyond the expected number for each target. */
function excess(requests: ReadonlyMap<string, number>, expected: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [target, count] of requests) sum += Math.max(0, count - (expected.get(target) ?? 0));
  return sum;
}
