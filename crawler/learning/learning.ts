import type { Frontier } from '../../db/store.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import type { Checkpoint, CrawlProgress } from '../crawl-loop.ts';
import type { Discovery } from '../discovery.ts';
import { passiveEvidence } from '../evidence/passive.ts';
import type { Ledger, LedgerChange } from './ledger.ts';
import type { SiteProbes } from './site-probes.ts';

/** What learning during a crawl needs. */
export interface LearningOptions {
  readonly frontier: Frontier;
  readonly ledger: Ledger;
  readonly discovery: Discovery;
  /** Probes sites if the answer can merge or split existing entries; null to probe nothing. */
  readonly probes: SiteProbes | null;
  /** Called when a change of claims changed keys. */
  readonly onChange: (change: LedgerChange) => void;
}

/** How many fetches come before the first look. */
const FIRST_LOOK = 100;
/**
 * The factor by which the fetches between looks grow, so that all looks together read each entry hardly more than once.
 */
const GROWTH = 5;
/** The most looks at the end of a crawl. A server whose answers keep changing must not delay the end forever. */
const MAX_LAST_LOOKS = 5;

/** Learns from the crawl at times, and changes keys accordingly. */
export class Learning implements Checkpoint {
  readonly #options: LearningOptions;
  #nextLook = FIRST_LOOK;
  #fetched = 0;
  /** The number of fetches at the last look. */
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
