import { setImmediate as immediately } from 'node:timers/promises';
import type { EntryId, Frontier, Lease, Role } from '../db/store.ts';
import { batchOf } from './found-batch.ts';
import { atMost } from './politeness/pause.ts';
import type { Finding, Recorder } from './recorder.ts';
import type { Growth } from './scope/growth.ts';
import { Standstills } from './standstill.ts';
import type { CrawlProgress, Tally } from './tally.ts';

/** What a run needs to record outcomes. */
export interface RecordingOptions {
  /** The frontier to lease entries from. Its clock tells the time. */
  readonly frontier: Frontier;
  /** Records outcomes. */
  readonly recorder: Recorder;
  /** Detects endless sites; null to follow them without limit. */
  readonly growth: Growth | null;
  /** The name of this run, recorded in its leases. */
  readonly run: string;
  /** The number of fetches at a time, across all sites. */
  readonly concurrency: number;
  /** Called after every batch of outcomes. */
  readonly onProgress: (progress: CrawlProgress) => void;
}

/**
 * The longest time that an outcome waits for others to be recorded with it while all fetches are busy, in milliseconds.
 * A transaction rewrites the same few dozen pages of the file for one outcome as for ten.
 */
const GATHERING = 20;

/** What `OpenLeases` needs. */
interface OpenLeasesOptions extends RecordingOptions {
  readonly tally: Tally;
  /** Aborted with the error of the store. Once it is aborted, nothing more is recorded. */
  readonly failure: AbortController;
  /** Called after every transaction. */
  readonly onRecorded: () => void;
}

interface OpenLease {
  readonly role: Role;
  /** Until when the site waits because of the lease, in milliseconds since the epoch. */
  readonly waitsUntil: number;
  /** How often this program had stood still before it asked for the lease. */
  readonly standstills: number;
}

/** The leases that a run holds. Each stays open until its outcome is recorded, or it is given back. */
export class OpenLeases {
  /** Those that wait for the delay after a robots.txt. */
  readonly waiting: Set<EntryId> = new Set();
  /** Count them before you ask for leases, and pass the result to `add`. */
  readonly standstills: Standstills = new Standstills();
  readonly #options: OpenLeasesOptions;
  readonly #open = new Map<EntryId, OpenLease>();
  /** What to record next. */
  readonly #findings: Finding[] = [];
  /** What to give back next. */
  readonly #returned: EntryId[] = [];
  #recording: Promise<void> | null = null;
  /** Ends the wait for more outcomes. */
  #gathered: () => void = () => {};

  constructor(options: OpenLeasesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Whether nothing is leased or being recorded. */
  get isIdle(): boolean {
    return this.#open.size === 0 && this.#recording === null;
  }

  /** Returns false if the lease is open already: this program was silent for so long that it lost it. */
  add({ id, role }: Lease, waitsUntil: number, standstills: number): boolean {
    if (this.#open.has(id)) return false;
    this.#open.set(id, { role, waitsUntil, standstills });
    return true;
  }

  /** Until when the site waits because of a lease, in milliseconds since the epoch. */
  waitsUntil(id: EntryId): number | undefined {
    return this.#open.get(id)?.waitsUntil;
  }

  /** Whether another program may have taken a lease over, because this one stood still for too long. */
  isDoubtful(id: EntryId): boolean {
    return this.standstills.count() > (this.#open.get(id)?.standstills ?? 0);
  }

  /** Gives a lease back, to be taken again later. */
  giveBack(id: EntryId): void {
    this.#returned.push(id);
    this.#recording ??= this.#record();
  }

  /** Records the outcome of a lease. */
  settle(finding: Finding): void {
    this.#findings.push(finding);
    if (!this.#isBusy()) this.#gathered();
    this.#recording ??= this.#record();
  }

  /** Gives back every lease without an outcome. Call it when no fetch is running. */
  async end(): Promise<void> {
    const { frontier, growth, failure } = this.#options;
    this.standstills.end();
    while (this.#recording !== null) await this.#recording;
    if (failure.signal.aborted) return;
    if (this.#open.size > 0) await frontier.release([...this.#open.keys()]);
    await growth?.keep(frontier, true);
  }

  /** Whether enough leases without an outcome are left to keep all fetches busy. */
  #isBusy(): boolean {
    const ended = this.#findings.length + this.#returned.length;
    return this.#open.size - ended - this.waiting.size >= this.#options.concurrency;
  }

  /**
   * Records the outcomes that have arrived. Under load, one transaction takes many pages; pages with very many links
   * take several transactions.
   */
  async #record(): Promise<void> {
    await this.#gather();
    const { frontier, recorder, growth, run, tally, failure, onProgress, onRecorded } = this.#options;
    const findings = this.#findings.splice(0, batchOf(this.#findings));
    const returned = this.#returned.splice(0);
    try {
      const counts = await recorder.settle(run, findings);
      tally.settled(findings, counts, (id) => this.#open.get(id)?.role ?? 'page');
      if (returned.length > 0) await frontier.release(returned);
      for (const id of [...findings.map((one) => one.id), ...returned]) this.#open.delete(id);
      await growth?.keep(frontier, false);
      onProgress(tally.progress);
    } catch (error) {
      failure.abort(error);
    }
    const left = failure.signal.aborted ? 0 : this.#findings.length + this.#returned.length;
    this.#recording = left > 0 ? this.#record() : null;
    onRecorded();
  }

  async #gather(): Promise<void> {
    await immediately();
    if (!this.#isBusy()) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gathered = resolve;
    await atMost(GATHERING, promise);
  }
}
