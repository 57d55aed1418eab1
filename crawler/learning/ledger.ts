import type { Frontier } from '../../db/store.ts';
import { type Canonicalizer, compile } from '../../src/canon/canonicalizer.ts';
import type { CanonOptions } from '../../src/canon/options.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { factsOf } from '../../src/evidence/claimed-facts.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import type { Thresholds } from '../../src/evidence/thresholds.ts';
import { adjudicate } from '../../src/evidence/verdict.ts';
import { type Fact, wwwPair } from '../../src/facts/facts.ts';
import { UrlError } from '../../src/url/error.ts';
import type { Discovery } from '../discovery.ts';

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
  readonly #options: LedgerOptions;
  readonly #own: Canonicalizer;
  #claims: readonly Claim[];
  #facts: readonly Fact[];

  private constructor(options: LedgerOptions, claims: readonly Claim[]) {
    this.#options = options;
    this.#own = compile(options.canon);
    this.#claims = claims;
    this.#facts = this.#factsOf(claims);
  }

  /** Reads the claims that the frontier's keys were made with. */
  static async open(options: LedgerOptions): Promise<Ledger> {
    return new Ledger(options, await options.frontier.claims());
  }

  /** Makes keys under the claims. */
  get canonicalizer(): Canonicalizer {
    return compile({ ...this.#options.canon, facts: this.#facts });
  }

  /** The claims that keys are made with. */
  get claims(): readonly Claim[] {
    return this.#claims;
  }

  /**
   * Stores evidence, and gives entries other keys if the claims change.
   *
   * @returns the change; null if no fact changed
   */
  async applyEvidence(evidence: readonly Evidence[], discovery: Discovery): Promise<LedgerChange | null> {
    const { frontier, needs } = this.#options;
    if (evidence.length > 0) await frontier.addEvidence(evidence);
    const claims = adjudicate(await frontier.evidence(), needs);
    const facts = this.#factsOf(claims);
    const [gained, lost] = [without(facts, this.#facts), without(this.#facts, facts)];
    discovery.adopt(compile({ ...this.#options.canon, facts }));
    const counts = await frontier.rekey({
      claims,
      sites: [...new Set([...gained, ...lost].flatMap(sitesOf))],
      find: (url, at) => discovery.found(url, at),
      ownKey: (url) => {
        const key = this.#own.key(url);
        return key instanceof UrlError ? discovery.found(url, { depth: 0, source: 'link' }).key : key;
      },
    });
    if (counts === null) {
      // Other programs share the frontier and make keys by the old claims.
      discovery.adopt(this.canonicalizer);
      return null;
    }
    this.#claims = claims;
    this.#facts = facts;
    return gained.length + lost.length === 0 ? null : { gained, lost, ...counts };
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
