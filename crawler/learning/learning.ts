import type { Frontier } from '../../db/store.ts';
import { ClaimIndex } from '../../src/evidence/claim-evidence.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { isOfHost } from '../../src/facts/site-part.ts';
import { orNull } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { hostWithPort } from '../../src/url/parsed-url.ts';
import { paramName } from '../../src/url/query.ts';
import type { Checkpoint } from '../crawl-loop.ts';
import { passiveEvidence } from '../evidence/passive.ts';
import { afterProbe } from '../evidence/probed.ts';
import type { CrawlProgress } from '../tally.ts';
import type { Ledger, LedgerChange } from './ledger.ts';
import { mergeSample } from './merge-sample.ts';
import type { SiteProbes } from './site-probes.ts';

/** What learning during a crawl needs. */
export interface LearningOptions {
  readonly frontier: Frontier;
  readonly ledger: Ledger;
  /** Probes sites if the answer can merge or split existing entries; null to probe nothing. */
  readonly probes: SiteProbes | null;
  /** Whether the crawl, or its recrawl, has not come to its end yet. */
  readonly isUnfinished: boolean;
  /** Whether pages come from an archive, which may lack merged URLs. */
  readonly isOffline: boolean;
  /** Called when a change of claims changed keys. */
  readonly onChange: (change: LedgerChange) => void;
}

/** How many fetches come before the first look. */
const FIRST_LOOK = 100;
/**
 * The factor by which the fetches between looks grow. All looks together read each entry one and a half times. What could be
 * learned soon after a look, such as that each page has new session ids in its links, is learned late if this is large.
 */
const GROWTH = 3;
/** The most looks at the end of a crawl. A server whose answers keep changing must not delay the end forever. */
const MAX_LAST_LOOKS = 5;

/**
 * Learns from the crawl at times, and changes keys accordingly. When nothing is left to fetch, it has some of the URLs fetched
 * that claims merged, and looks again: a claim holds only if these show the same pages too.
 */
export class Learning implements Checkpoint {
  readonly #options: LearningOptions;
  #nextLook = FIRST_LOOK;
  #fetched = 0;
  /** The number of fetches at the previous look. */
  #seen = -1;
  #lastLooks = 0;
  /** The number of fetches at the previous check of merges. */
  #checkedAt = -1;
  /** Whether some merged URLs have keys of their own, until they are compared. */
  #isApart = false;

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
    const isNew = this.#fetched !== this.#seen;
    if (isNew && isLast) this.#lastLooks++;
    if (isNew && this.#lastLooks <= MAX_LAST_LOOKS && (await this.#learn(signal))) return true;
    return isLast && (await this.#checkMerges(signal));
  }

  /** Returns whether keys changed. */
  async #learn(signal: AbortSignal): Promise<boolean> {
    this.#seen = this.#fetched;
    const { frontier, ledger, probes } = this.#options;
    const seen = await passiveEvidence(frontier, signal, ledger.isClaimed ? ledger.canonicalizer : null);
    const isChanged = await this.#applyEvidence(seen.evidence.filter(isRelevant(ledger)));
    const asked = (await probes?.ask(seen, ledger.claims, signal)) ?? [];
    const found = asked.length === 0 ? [] : afterProbe(asked, await frontier.evidence(), seen.doubts);
    return (await this.#applyEvidence(found)) || isChanged;
  }

  /** Has some merged URLs fetched, and merges those that were. Returns whether there are any to fetch. */
  async #checkMerges(signal: AbortSignal): Promise<boolean> {
    const { frontier, ledger, isUnfinished, isOffline } = this.#options;
    const isNew = this.#fetched !== this.#checkedAt;
    if (!isNew && !this.#isApart) return false;
    this.#checkedAt = this.#fetched;
    const mayFetch = isNew && !isOffline && (this.#fetched > 0 || isUnfinished) && this.#lastLooks < MAX_LAST_LOOKS;
    for (;;) {
      const sample = await mergeSample(frontier, ledger, mayFetch, signal);
      const split = sample.affected.size === 0 ? 0 : await ledger.setApart(sample);
      // Another program changed the keys meanwhile, perhaps for a choice of its own.
      if (split === null) continue;
      this.#isApart = split > 0;
      return this.#isApart;
    }
  }

  /** Returns whether keys changed. */
  async #applyEvidence(evidence: readonly Evidence[]): Promise<boolean> {
    if (evidence.length === 0) return false;
    const { ledger, onChange } = this.#options;
    const change = await ledger.applyEvidence(evidence);
    if (change !== null) onChange(change);
    return change !== null;
  }
}

/**
 * Whether evidence may change the claims that keys depend on. Of the URLs that a confirmed claim merges, only a few are
 * fetched, and these count only against claims: they may have one value of a parameter by chance, and no key has their host.
 */
function isRelevant({ claims, canonicalizer }: Ledger): (evidence: Evidence) => boolean {
  const known = new ClaimIndex(claims.filter(({ verdict }) => verdict === 'confirmed'));
  const isDropped = ({ kind, host, about, path }: Evidence): boolean =>
    kind === 'default-param' && known.at({ kind: 'param', host, about: paramName(about ?? '') }, path) !== null;
  const isMerged = ({ kind, host }: Evidence): boolean => {
    if (isOfHost(kind)) return false;
    const root = orNull(canonicalizer.canonicalize(`http://${host}/`));
    const key = root === null ? null : orNull(parseUrl(root));
    return key !== null && hostWithPort(key) !== host;
  };
  return (evidence) => evidence.supports !== true || !(isDropped(evidence) || isMerged(evidence));
}
