import {
  type Earlier,
  type EntryId,
  isPage,
  type Outcome,
  type Role,
  type SettleCounts,
  type Settlement,
  type SpellingOutcome,
} from '../db/store.ts';
import { isRedirect } from '../src/status-codes.ts';

/** A page that could not be fetched. */
export interface CrawlFailure {
  /** The URL that failed. */
  readonly url: string;
  /** The recorded failure reason, such as `connection-refused` or `http-404`. */
  readonly reason: string;
  /** One line for people: what happened, and what to do if anything helps. */
  readonly message: string;
  /** What the program's handler threw, for `handler-error`. */
  readonly error?: unknown;
}

/** What this run has done so far, as counts. */
export interface CrawlProgress {
  /** Fetches, including failed ones and retries. A page that a recrawl requests twice, for its headers, counts once. */
  readonly fetched: number;
  /** Pages read. */
  readonly pages: number;
  /** Redirects. */
  readonly redirects: number;
  /** Failures for good. */
  readonly failed: number;
  /** Temporary failures that will be retried. */
  readonly retried: number;
  /** New spellings of known keys. */
  readonly duplicates: number;
  /** Fetches that robots.txt disallows. */
  readonly refused: number;
  /** Entries fetched before whose document is unchanged. */
  readonly unchanged: number;
  /** Entries fetched before whose document has changed. */
  readonly changed: number;
  /** Entries fetched before whose document no longer exists. */
  readonly gone: number;
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

/** The counts of a crawl that has not begun. */
export const NOTHING_DONE: CrawlProgress = {
  fetched: 0,
  pages: 0,
  redirects: 0,
  failed: 0,
  retried: 0,
  duplicates: 0,
  refused: 0,
  unchanged: 0,
  changed: 0,
  gone: 0,
};

/** Counts what a run does, and reports permanent failures. */
export class Tally {
  readonly #onFailure: (failure: CrawlFailure) => void;
  readonly #progress: Mutable<CrawlProgress>;
  /** Failures of entries whose end is not recorded yet. */
  readonly #failures = new Map<EntryId, CrawlFailure>();
  /** What was known of entries before they were fetched again, until their end is recorded. */
  readonly #earlier = new Map<EntryId, Earlier>();

  /** @param before the counts to go on from */
  constructor(before: CrawlProgress, onFailure: (failure: CrawlFailure) => void) {
    this.#progress = { ...before };
    this.#onFailure = onFailure;
  }

  /** A copy of the counts so far. */
  get progress(): CrawlProgress {
    return { ...this.#progress };
  }

  /** Counts a fetch, of one request or two. */
  addFetch(): void {
    this.#progress.fetched++;
  }

  /** Counts spellings of known keys that are recorded before the outcome of their page. */
  addDuplicates(count: number): void {
    this.#progress.duplicates += count;
  }

  /** Keeps what was known of an entry before it was fetched again. */
  noteEarlier(id: EntryId, earlier: Earlier): void {
    this.#earlier.set(id, earlier);
  }

  /** Keeps the failure of an entry. If several of its spellings fail, it ends as the first one did. */
  noteFailure(id: EntryId, failure: CrawlFailure): void {
    if (!this.#failures.has(id)) this.#failures.set(id, failure);
  }

  /**
   * Counts outcomes that are recorded.
   *
   * @param roleOf the role that an entry was leased with
   */
  settled(
    settlements: readonly Settlement[],
    { spelled, duplicates }: Pick<SettleCounts, 'spelled' | 'duplicates'>,
    roleOf: (id: EntryId) => Role,
  ): void {
    const others = new Map(spelled.map((one) => [one.id, one]));
    const own = settlements.filter(({ id }) => !others.has(id));
    const failed = spelled.filter(({ state }) => state === 'failed');
    for (const { id, outcome } of own) this.#compare(this.#earlier.get(id), outcome);
    for (const { id, status } of failed) this.#compareFailed(this.#earlier.get(id), status);
    for (const { id, outcome } of own) if (outcome.kind === 'failed') this.#tell(this.#failures.get(id));
    for (const one of failed) this.#tell(firstFailure(one, this.#failures.get(one.id)));
    for (const { id } of settlements) {
      // It is still the same fetch of the entry while its other spellings are tried.
      if (others.get(id)?.state === 'queued') continue;
      this.#earlier.delete(id);
      this.#failures.delete(id);
    }
    const count = (kind: Outcome['kind']): number => own.filter(({ outcome }) => outcome.kind === kind).length;
    const countOther = (state: SpellingOutcome['state']): number => spelled.filter((one) => one.state === state).length;
    this.#progress.pages += own.filter(({ id, outcome }) => isPage(outcome, roleOf(id))).length;
    this.#progress.redirects += count('redirect') + countOther('done');
    this.#progress.failed += count('failed') + failed.length;
    this.#progress.retried += count('retry');
    this.#progress.duplicates += duplicates;
    this.#progress.refused += own.filter(({ outcome }) => isForbidden(outcome)).length + countOther('skipped');
  }

  #compare(earlier: Earlier | undefined, outcome: Outcome): void {
    // Without an answer, such as when robots.txt failed, there was no document.
    if (earlier === undefined || (earlier.status === null && earlier.digest === null)) return;
    const isSame = outcome.kind === 'unchanged' || (outcome.kind === 'page' && outcome.digest === earlier.digest);
    const wasRedirect = earlier.digest === null && isRedirect(earlier.status);
    if (isSame) this.#progress.unchanged++;
    else if (outcome.kind === 'page') this.#progress.changed += wasRedirect ? 0 : 1;
    else if (outcome.kind === 'failed') this.#compareFailed(earlier, outcome.status);
  }

  #compareFailed(earlier: Earlier | undefined, status: number | null): void {
    if (earlier !== undefined && isGone(status) && !isGone(earlier.status)) this.#progress.gone++;
  }

  #tell(failure: CrawlFailure | undefined): void {
    if (failure !== undefined) this.#onFailure(failure);
  }
}

function isForbidden(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && (outcome.reason === 'robots' || outcome.reason === 'robots-unreachable');
}

/**
 * The failure of an entry that ends as its first URL failed.
 *
 * @param known the failure that this program saw first; it may have been another URL's if the crawl was resumed or is shared
 */
function firstFailure({ url, reason, status }: SpellingOutcome, known: CrawlFailure | undefined): CrawlFailure {
  if (known?.url === url) return known;
  const message = status === null ? `its URLs lead to no page: ${reason}` : `the server answers ${status}`;
  return { url, reason: reason ?? '', message };
}

function isGone(status: number | null): boolean {
  return status === 404 || status === 410;
}
