import { areKeysStale, type Frontier, type RekeyRequest } from '../../db/store.ts';
import { type Canonicalizer, compile } from '../../src/canon/canonicalizer.ts';
import type { CanonOptions } from '../../src/canon/options.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { factsOf } from '../../src/evidence/claimed-facts.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { judgeAgain } from '../../src/evidence/judge-again.ts';
import type { Thresholds } from '../../src/evidence/thresholds.ts';
import { type Fact, wwwPair } from '../../src/facts/facts.ts';
import { orNull, UrlError } from '../../src/url/error.ts';
import { Discovery } from '../discovery.ts';
import type { Growth } from '../scope/growth.ts';
import type { Scope } from '../scope/scope.ts';
import type { MergeSample } from './merge-sample.ts';

/** What the ledger needs. */
export interface LedgerOptions {
  /** Where evidence and claims are stored. */
  readonly frontier: Frontier;
  /** How keys are made without claims. */
  readonly canon: CanonOptions;
  /** The thresholds that evidence must reach to decide a claim. */
  readonly needs: Thresholds;
}

/** The effect of a change of claims. */
export interface LedgerChange {
  /** Facts that now apply. */
  readonly gained: readonly Fact[];
  /** Facts that no longer apply. */
  readonly lost: readonly Fact[];
  /** Entries that became aliases by a claim. */
  readonly merged: number;
  /** How many of these were still to be fetched. */
  readonly saved: number;
  /** Entries that stopped being aliases, and entries created from spellings. */
  readonly split: number;
}

/** The claims of a frontier, and the keys that follow from them. */
export class Ledger {
  /** Makes keys without claims. */
  readonly own: Canonicalizer;
  /** Makes keys under the claims, within the limits of the crawl. */
  readonly discovery: Discovery;
  readonly #options: LedgerOptions;
  #epoch: number;
  #claims: readonly Claim[];
  /** Null until it is needed under the claims of now. */
  #canonicalizer: Canonicalizer | null = null;

  private constructor(
    options: LedgerOptions,
    scope: Scope,
    growth: Growth | null,
    epoch: number,
    claims: readonly Claim[],
  ) {
    this.own = compile(options.canon);
    this.#options = options;
    this.#epoch = epoch;
    this.#claims = claims;
    this.discovery = new Discovery(this.canonicalizer, scope, growth);
  }

  /**
   * Reads the claims that the frontier's keys were made with.
   *
   * @param scope decides which URLs to fetch
   * @param growth detects endless sites; null to follow them without limit
   */
  static async open(options: LedgerOptions, scope: Scope, growth: Growth | null = null): Promise<Ledger> {
    const epoch = await options.frontier.keyEpoch();
    return new Ledger(options, scope, growth, epoch, await options.frontier.claims());
  }

  /** The epoch of the keys that the canonicalizer makes. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Makes keys under the claims. */
  get canonicalizer(): Canonicalizer {
    return (this.#canonicalizer ??= compile({ ...this.#options.canon, facts: this.#factsOf(this.#claims) }));
  }

  /** The claims that keys are made with. */
  get claims(): readonly Claim[] {
    return this.#claims;
  }

  /** Whether keys depend on claims. */
  get isClaimed(): boolean {
    return this.#claims.some(({ verdict }) => verdict === 'confirmed');
  }

  /**
   * Stores evidence, and gives entries other keys if the claims change.
   *
   * @returns the change; null if no fact changed
   */
  async applyEvidence(evidence: readonly Evidence[]): Promise<LedgerChange | null> {
    const { frontier } = this.#options;
    if (evidence.length > 0) await frontier.addEvidence(evidence);
    for (;;) {
      // Other programs that share the frontier may have learned the same meanwhile.
      const change = await this.unlessStale(() => this.#judge());
      if (change !== null) return change.gained.length + change.lost.length === 0 ? null : change;
    }
  }

  /**
   * Gives some URLs the keys that they have without claims, so that they are fetched although claims merged them. The other
   * affected entries get the keys that follow from the claims.
   *
   * @returns how many entries were split; null, with nothing changed, if another program changed the keys
   */
  async setApart({ keys, affected, sites }: MergeSample): Promise<number | null> {
    return this.unlessStale(async () => {
      const [alone, next] = [this.discovery.with(this.own), this.discovery.with(this.canonicalizer)];
      const { epoch, split } = await this.#options.frontier.rekey({
        ...this.#request([...sites], next),
        claims: this.#claims,
        only: [...affected],
        find: (url, at) => {
          const own = this.own.key(url);
          return !(own instanceof UrlError) && keys.has(own) ? alone.found(url, at) : next.found(url, at);
        },
      });
      this.#adopt(epoch, this.#claims);
      return split;
    });
  }

  /**
   * Does work that fails if another program changed the keys of the frontier. If so, the ledger adopts the claims of that
   * program.
   *
   * @returns null if so
   */
  async unlessStale<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!areKeysStale(error)) throw error;
    }
    const { frontier } = this.#options;
    // In this order: if the claims change in between, the next call fails again.
    const epoch = await frontier.keyEpoch();
    this.#adopt(epoch, await frontier.claims());
    return null;
  }

  async #judge(): Promise<LedgerChange> {
    const { frontier, canon, needs } = this.#options;
    const claims = judgeAgain(await frontier.evidence(), needs, this.#claims);
    const [facts, before] = [this.#factsOf(claims), this.#factsOf(this.#claims)];
    const [gained, lost] = [without(facts, before), without(before, facts)];
    const next = this.discovery.with(compile({ ...canon, facts }));
    const { epoch, ...counts } = await frontier.rekey({
      ...this.#request([...gained, ...lost].flatMap(sitesOf), next),
      claims,
    });
    this.#adopt(epoch, claims);
    return { gained, lost, ...counts };
  }

  /**
   * What a rekey needs besides the claims.
   *
   * @param sites where keys change
   * @param next makes these keys
   */
  #request(sites: readonly string[], next: Discovery): Omit<RekeyRequest, 'claims'> {
    return {
      sites: [...new Set(sites)],
      epoch: this.#epoch,
      find: (url, at) => next.found(url, at),
      ownKey: (url) => orNull(this.own.key(url)) ?? next.found(url, { depth: 0, source: 'link' }).key,
    };
  }

  #adopt(epoch: number, claims: readonly Claim[]): void {
    this.#claims = claims;
    this.#canonicalizer = null;
    if (epoch !== this.#epoch) this.discovery.adopt(this.canonicalizer);
    this.#epoch = epoch;
  }

  #factsOf(claims: readonly Claim[]): readonly Fact[] {
    return factsOf(claims, this.#options.canon.facts ?? []).facts;
  }
}

function without(facts: readonly Fact[], others: readonly Fact[]): readonly Fact[] {
  const known = new Set(others.map((fact) => JSON.stringify(fact)));
  return facts.filter((fact) => !known.has(JSON.stringify(fact)));
}

/** The sites whose keys a fact may change. */
function sitesOf({ kind, host, value }: Fact): readonly string[] {
  return [...wwwPair(host), ...(kind === 'ip' && value !== undefined ? wwwPair(value) : [])];
}
