import type { Frontier } from '../../db/store.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import type { Thresholds } from '../../src/evidence/thresholds.ts';
import type { Passive } from '../evidence/passive.ts';
import { type ProbeOptions, probe } from '../probe/probe.ts';
import { type SiteQuestion, siteQuestions } from './site-questions.ts';

/**
 * - `off`: nobody is asked
 * - `auto`: sites are asked where the answer would make entries one, or split them, and where a claim has expired
 * - `full`: every site is asked, about everything
 */
export const PROBE_MODES = ['off', 'auto', 'full'] as const;

export type ProbeMode = (typeof PROBE_MODES)[number];

export interface SiteProbesOptions extends Pick<ProbeOptions, 'fetcher' | 'robots' | 'delay' | 'addresses'> {
  readonly frontier: Pick<Frontier, 'entries' | 'evidence'>;
  readonly mode: Exclude<ProbeMode, 'off'>;
  readonly needs: Thresholds;
  /** Called with each request. */
  readonly onRequest: (url: string) => void;
}

/** Pairs for each kind and section of a site. */
const SAMPLES = 5;
/** Requests to one site in one session. A probe takes half of what is left, so that what shows later can be asked as well. */
const BUDGET = 160;
/** Probes of one site for one kind in one session: the second where there was too little to see at first. */
const MAX_PROBES = 2;

/** Asks the sites of a crawl which of their URLs are one page. */
export class SiteProbes {
  readonly #options: SiteProbesOptions;
  readonly #requests = new Map<string, number>();
  /** By site and kind. */
  readonly #probes = new Map<string, number>();

  constructor(options: SiteProbesOptions) {
    this.#options = options;
  }

  /**
   * @param seen what the crawl saw: what a claim would make one
   * @param claims what is known
   */
  async ask(
    seen: Pick<Passive, 'candidates' | 'isNotice'>,
    claims: readonly Claim[],
    signal: AbortSignal,
  ): Promise<readonly Evidence[]> {
    const evidence: Evidence[] = [];
    const { frontier, mode } = this.#options;
    for (const [site, question] of await siteQuestions(frontier, seen, claims, mode === 'full')) {
      if (signal.aborted) break;
      evidence.push(...(await this.#askSite(site, question, signal)));
    }
    return evidence;
  }

  async #askSite(
    site: string,
    { kinds, pages, starts, domains }: SiteQuestion,
    signal: AbortSignal,
  ): Promise<readonly Evidence[]> {
    const { fetcher, robots, delay, addresses, needs, onRequest } = this.#options;
    const wanted = kinds.filter((kind) => (this.#probes.get(`${site} ${kind}`) ?? 0) < MAX_PROBES);
    const spent = this.#requests.get(site) ?? 0;
    if (wanted.length === 0 || spent >= BUDGET || starts.length === 0) return [];
    for (const kind of wanted) this.#probes.set(`${site} ${kind}`, (this.#probes.get(`${site} ${kind}`) ?? 0) + 1);
    const report = await probe({
      starts,
      pages,
      domains,
      addresses,
      kinds: wanted,
      samples: SAMPLES,
      budget: Math.ceil((BUDGET - spent) / 2),
      needs,
      fetcher,
      robots,
      delay,
      signal,
      onRequest,
    });
    this.#requests.set(site, spent + report.requests.pages);
    return report.evidence;
  }
}
