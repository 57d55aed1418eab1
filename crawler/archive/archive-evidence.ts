import type { Workspace } from '../../src/dedup/workspace.ts';
import { DustpanError } from '../../src/error.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { Batch } from './batch.ts';
import type { Capture } from './capture.ts';
import { type Sighting, sightingOf } from './sighting.ts';
import { siteInOrder, siteName } from './site-name.ts';
import { SpilledSightings } from './spilled-sightings.ts';

/** Bytes for each URL in memory, with its captures and what comparing them takes. */
const BYTES_PER_URL = 4096;
/** At least so many URLs are kept. */
const LEAST_URLS = 1024;
/** A batch is judged at the end of a site when it has this share of the URLs that fit, so that most sites fit whole. */
const FILL = 1 / 8;

export interface ArchiveOptions {
  /** How far apart two captures may be to be compared, in seconds. */
  readonly window: number;
  /** Memory to use for captures, in bytes. */
  readonly memory: number;
  /** Whether the captures come in order of their sites, so that each site can be judged when it ends. */
  readonly isInOrder: boolean;
  /** Opens the workspace for captures that come without order. */
  readonly workspace: () => Workspace;
  /** The sites to learn about, as in `siteName`; null for all. */
  readonly sites: ReadonlySet<string> | null;
  /** Receives the evidence of each site. */
  readonly take: (evidence: readonly Evidence[]) => void;
  readonly signal?: AbortSignal;
}

/** Captures that should come in order did not. */
export class OrderError extends DustpanError {
  override readonly name = 'OrderError';
  readonly code = 'out-of-order';
}

/**
 * Collects evidence from the captures of web archives, in bounded memory: pairs of URLs that differ in one thing and
 * have equal or different digests, and redirects.
 */
export class ArchiveEvidence {
  readonly #options: ArchiveOptions;
  readonly #capacity: number;
  readonly #spilled: SpilledSightings | null;
  #batch: Batch;
  #site = '';
  #isInOrder = true;
  #hasJudged = false;
  /** The captures that are evidence about pages. */
  used = 0;
  /** Captures of very large sites that did not fit into memory. */
  passedOver = 0;

  constructor(options: ArchiveOptions) {
    this.#options = options;
    this.#capacity = Math.max(LEAST_URLS, Math.floor(options.memory / BYTES_PER_URL));
    this.#spilled = options.isInOrder ? null : new SpilledSightings(options.workspace());
    this.#batch = new Batch(this.#capacity);
  }

  /**
   * @returns a promise to wait for, if sites are judged
   * @throws {OrderError} if captures out of order would not be judged together with others of their site
   */
  add(capture: Capture): Promise<void> | null {
    const sighting = sightingOf(capture);
    const { sites } = this.#options;
    if (sighting === null || (sites !== null && !sites.has(siteName(sighting.key)))) return null;
    this.used++;
    if (this.#spilled !== null) {
      this.#spilled.put(sighting);
      return null;
    }
    const site = capture.site ?? siteInOrder(sighting.key);
    const isNew = site !== this.#site;
    if (site < this.#site) this.#isInOrder = false;
    if (!this.#isInOrder && (this.#hasJudged || this.#batch.isFull))
      throw new OrderError('the captures are not in order');
    this.#site = site;
    if (isNew && this.#isInOrder && this.#batch.size >= this.#capacity * FILL) return this.#judgeBefore(sighting);
    this.#batch.add(sighting);
    return null;
  }

  /** Judges what is left. */
  async finish(): Promise<void> {
    await this.#judge();
    for (const share of this.#spilled?.shares(this.#capacity) ?? []) {
      for (const sighting of share) this.#batch.add(sighting);
      await this.#judge();
    }
  }

  async #judgeBefore(next: Sighting): Promise<void> {
    this.#hasJudged = true;
    await this.#judge();
    this.#batch.add(next);
  }

  async #judge(): Promise<void> {
    const { window, take, signal } = this.#options;
    for await (const evidence of this.#batch.evidence(window, signal)) take(evidence);
    this.passedOver += this.#batch.passedOver;
    this.#batch = new Batch(this.#capacity);
  }
}
