import type { AddCounts, EntryId, FoundUrl, Frontier, SettleCounts, Settlement } from '../db/store.ts';
import type { Ledger } from './learning/ledger.ts';

/** What a `Recorder` needs. */
export interface RecorderOptions {
  readonly frontier: Pick<Frontier, 'add' | 'settle'>;
  /** Makes keys, and knows their epoch. */
  readonly ledger: Ledger;
}

/** The outcome of a lease, with the URLs found. */
export interface Finding extends Settlement {
  /** The epoch of the oldest of its keys. */
  readonly epoch: number;
}

/**
 * Records URLs and outcomes in the frontier under its current keys. If the keys changed since a URL was found, its key is
 * made again: this program may have learned something meanwhile, or another one that shares the frontier.
 */
export class Recorder {
  readonly #options: RecorderOptions;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** The epoch of the keys that are made now. */
  get epoch(): number {
    return this.#options.ledger.epoch;
  }

  /**
   * Records URLs.
   *
   * @param found their keys are of `epoch` or newer
   * @param on the entry whose document contained them; null for URLs from outside
   */
  async add(found: readonly FoundUrl[], epoch: number, on: EntryId | null = null): Promise<AddCounts> {
    const { frontier, ledger } = this.#options;
    return this.#record((current) => {
      const all = epoch === current ? found : found.map((one) => ledger.discovery.again(one));
      return frontier.add(all, on, current);
    });
  }

  /** Records outcomes, with the URLs found. */
  async settle(run: string, findings: readonly Finding[]): Promise<SettleCounts> {
    const { frontier } = this.#options;
    return this.#record((current) => {
      const all = findings.map((one) => (one.epoch === current ? one : this.#again(one)));
      return frontier.settle(run, all, current);
    });
  }

  /** Tries again until no other program changes the keys in between. */
  async #record<Counts>(record: (epoch: number) => Promise<Counts>): Promise<Counts> {
    const { ledger } = this.#options;
    for (;;) {
      const counts = await ledger.unlessStale(() => record(ledger.epoch));
      if (counts !== null) return counts;
    }
  }

  #again(finding: Finding): Finding {
    const { discovery } = this.#options.ledger;
    const { outcome } = finding;
    const found = finding.found.map((one) => discovery.again(one));
    if (outcome.kind === 'redirect')
      return { ...finding, found, outcome: { ...outcome, to: discovery.again(outcome.to) } };
    if (outcome.kind !== 'page' || outcome.canonical === null) return { ...finding, found };
    return { ...finding, found, outcome: { ...outcome, canonical: discovery.again(outcome.canonical) } };
  }
}
