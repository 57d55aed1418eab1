import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestServer } from '../db/postgres/server.ts';
import { type Crawler, startCrawler } from './crawler.ts';
import { seededRandom } from './random.ts';
import { type KillSite, startKillSite } from './site.ts';
import { type KilledStore, killedFile, killedServer } from './stores.ts';
import { type Crawled, readCrawl } from './truth.ts';

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  /** The server that keeps the crawls, and is killed as well; null for files. */
  readonly server: TestServer | null;
  /** How many processes crawl together. */
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
/**
 * One kill in this many is timed by changes of the files instead, and most of these hit a process that opens the file; or
 * it kills the server.
 */
const STORE_MOMENTS = 6;
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
  readonly #store: KilledStore;
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
    const { server } = options;
    this.#store = server === null ? killedFile(this.#folder) : killedServer(server, `k${before.crawls}`);
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
    const { database, sharing } = this.#store;
    const args = [this.#site.seed, '--db', database, '--concurrency', String(CONCURRENCY)];
    if (processes > 1) args.push(...sharing);
    // Every other crawl is level by level.
    if (this.#before.crawls % 2 === 1) args.push('--depth', '99');
    void this.#watch(startCrawler(args, preload));
  }

  async #watch(crawler: Crawler): Promise<void> {
    this.#running.add(crawler);
    const { code, stderr } = await crawler.ended;
    this.#running.delete(crawler);
    // A program that begins while the server is away refuses to.
    if (this.#options.server !== null && code === 2 && stderr.includes('does not answer')) this.#start();
    else if (code !== 0 && code !== null) this.#errors.push(`a process ended with ${code}: ${stderr}`);
  }

  /** Kills one process at a random moment and starts another one, unless all end before that. */
  async #killOne(): Promise<void> {
    const ended = Promise.all([...this.#running].map((crawler) => crawler.ended));
    if (this.#before.kills + this.#kills >= this.#options.kills) return void (await ended);
    const isOwn = Math.floor(this.#random() * STORE_MOMENTS) === 0;
    await Promise.race([ended, this.#moment(isOwn)]);
    // The server was killed in place of a program.
    if (isOwn && this.#options.server !== null) return this.#countKill();
    const running = [...this.#running];
    const victim = running[Math.floor(this.#random() * running.length)];
    if (!victim?.process.kill('SIGKILL')) return void (await ended);
    await victim.ended;
    // It may have ended in that very moment.
    if (victim.process.signalCode === null) return;
    this.#countKill();
    this.#integrityFailures.push(...(await this.#store.killed(this.#running.size === 0)));
    this.#start();
  }

  /** @param isOwn whether it is a moment of the store */
  async #moment(isOwn: boolean): Promise<void> {
    if (isOwn) return this.#store.moment(1 + this.#random() * MOST_CHANGES);
    await this.#site.after(1 + Math.floor(this.#random() * MOST_REQUESTS));
    const delay = this.#random() * (LONGEST_DELAY + 1) - 1;
    await new Promise((resolve) => {
      if (delay < 0) setImmediate(resolve);
      else setTimeout(resolve, delay);
    });
    return undefined;
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

  async #compare(): Promise<KillReport> {
    const { crawled: truth, requests } = this.#truth;
    const { entries, pages, miscounts } = await readCrawl(this.#store.database);
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
