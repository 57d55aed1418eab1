import type { Frontier } from '../../db/store.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import type { Checkpoint, CrawlProgress } from '../crawl.ts';
import type { Discovery } from '../discovery.ts';
import { passiveEvidence } from '../evidence/passive.ts';
import type { Ledger, LedgerChange } from './ledger.ts';
import type { SiteProbes } from './site-probes.ts';

export interface LearningOptions {
  readonly frontier: Frontier;
  readonly ledger: Ledger;
  readonly discovery: Discovery;
  /** Asks the sites about what would merge or split entries that there are; null where nobody is asked. */
  readonly probes: SiteProbes | null;
  /** Called where claims came to make other keys. */
  readonly onChange: (change: LedgerChange) => void;
}

/** Fetches before the first look. */
const FIRST_LOOK = 100;
/** So many times as many before each further one: all of them together hardly read an entry twice. */
const GROWTH = 5;
/** A server that answers otherwise each time must not keep a crawl from its end. */
const MAX_LAST_LOOKS = 5;

/** Looks now and then at what a crawl has seen, and makes keys by it. */
export class Learning implements Checkpoint {
  readonly #options: LearningOptions;
  #nextLook = FIRST_LOOK;
  #fetched = 0;
  /** Fetches before the last look. */
  #seen = -1;
  #lastLooks = 0;

  constructor(options: LearningOptions) {
    this.#options = options;
  }

  isDue({ fetched }: CrawlProgress): boolean {
    this.#fetched = fetched;
    return fetched >= this.#nextLook;
  }

  async look(signal: AbortSignal): Promise<boolean> {
    const isLast = this.#fetched < this.#nextLook;
    this.#nextLook = Math.max(this.#nextLook, this.#fetched * GROWTH);
    if (this.#fetched === this.#seen || (isLast && ++this.#lastLooks > MAX_LAST_LOOKS)) return false;
    this.#seen = this.#fetched;
    const { frontier, ledger, probes } = this.#options;
    const seen = await passiveEvidence(frontier, signal);
    const isChanged = await this.#applyEvidence(seen.evidence);
    const asked = (await probes?.ask(seen, ledger.claims, signal)) ?? [];
    return (await this.#applyEvidence(asked)) || isChanged;
  }

  /** Returns whether keys changed. */
  async #applyEvidence(evidence: readonly Evidence[]): Promise<boolean> {
    if (evidence.length === 0) return false;
    const { ledger, discovery, onChange } = this.#options;
    const change = await ledger.applyEvidence(evidence, discovery);
    if (change !== null) onChange(change);
    return change !== null;
  }
}
