import type { Entry, Frontier } from '../db/store.ts';
import type { Claim } from '../src/facts/claim.ts';
import { CLAIM_KINDS, type ClaimKind, type Evidence } from '../src/facts/evidence.ts';
import { wwwPair } from '../src/facts/facts.ts';
import type { Needs } from '../src/facts/needs.ts';
import { subjectKey } from '../src/facts/verdict.ts';
import { clock } from './clock.ts';
import type { Candidate } from './evidence/candidates.ts';
import { hostOf } from './probe/differences.ts';
import { type ProbeOptions, probe } from './probe/probe.ts';
import { originOf } from './probe/samples.ts';

/**
 * - `off`: nobody is asked
 * - `auto`: sites are asked where the answer would make entries one, or split them
 * - `full`: every site is asked, about everything
 */
export const PROBE_MODES = ['off', 'auto', 'full'] as const;

export type ProbeMode = (typeof PROBE_MODES)[number];

export interface SiteProbesOptions extends Pick<ProbeOptions, 'fetcher' | 'robots' | 'delay'> {
  readonly frontier: Pick<Frontier, 'entries'>;
  readonly mode: Exclude<ProbeMode, 'off'>;
  readonly needs: Needs;
  /** Called with each request. */
  readonly onRequest: (url: string) => void;
}

/** Pairs for each kind and section of a site. */
const SAMPLES = 5;
/** Requests to one site in one session. */
const BUDGET = 80;
/** Probes of one site for one kind in one session: the second where there was too little to see at first. */
const MAX_PROBES = 2;
/** Pages of a site that a probe is told of. */
const MAX_PAGES = 200;

/** What is to be asked of one site. */
interface Question {
  readonly kinds: Set<ClaimKind>;
  readonly pages: Set<string>;
}

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
   * @param candidates what a claim would make one
   * @param claims what is known
   */
  async ask(
    candidates: readonly Candidate[],
    claims: readonly Claim[],
    signal: AbortSignal,
  ): Promise<readonly Evidence[]> {
    const evidence: Evidence[] = [];
    for (const [site, question] of await this.#questions(candidates, claims)) {
      if (signal.aborted) break;
      evidence.push(...(await this.#askSite(site, question, signal)));
    }
    return evidence;
  }

  async #askSite(site: string, { kinds, pages }: Question, signal: AbortSignal): Promise<readonly Evidence[]> {
    const { fetcher, robots, delay, needs, onRequest } = this.#options;
    const wanted = [...kinds].filter((kind) => (this.#probes.get(`${site} ${kind}`) ?? 0) < MAX_PROBES);
    const spent = this.#requests.get(site) ?? 0;
    const origins = [...new Set([...pages].flatMap((url) => originOf(url) ?? []))];
    if (wanted.length === 0 || spent >= BUDGET || origins.length === 0) return [];
    for (const kind of wanted) this.#probes.set(`${site} ${kind}`, (this.#probes.get(`${site} ${kind}`) ?? 0) + 1);
    const report = await probe({
      starts: origins.map((origin) => `${origin}/`),
      pages: [...pages],
      kinds: wanted,
      samples: SAMPLES,
      budget: BUDGET - spent,
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

  async #questions(candidates: readonly Candidate[], claims: readonly Claim[]): Promise<ReadonlyMap<string, Question>> {
    const questions = new Map<string, Question>();
    const at = (host: string): Question => {
      const [site] = wwwPair(host);
      const known = questions.get(site) ?? { kinds: new Set(), pages: new Set() };
      questions.set(site, known);
      return known;
    };
    const decided = new Set(claims.filter(isStillDecided).map(subjectKey));
    for (const candidate of candidates) {
      if (decided.has(subjectKey(candidate))) continue;
      const { kinds, pages } = at(candidate.host);
      kinds.add(candidate.kind);
      for (const { page, url } of candidate.samples) pages.add(page).add(url);
    }
    const isFull = this.#options.mode === 'full';
    if (questions.size === 0 && !isFull) return questions;
    for await (const entry of this.#options.frontier.entries()) {
      if (!isKnownPage(entry)) continue;
      const url = entry.finalUrl ?? entry.url;
      const question = isFull ? at(hostOf(url)) : questions.get(wwwPair(hostOf(url))[0]);
      if (question !== undefined && question.pages.size < MAX_PAGES) question.pages.add(url);
    }
    if (isFull) for (const { kinds } of questions.values()) for (const kind of CLAIM_KINDS) kinds.add(kind);
    return questions;
  }
}

/** Whether a claim has a verdict that is not to be checked again yet. */
function isStillDecided({ verdict, expires }: Claim): boolean {
  return verdict !== 'undecided' && (expires === null || expires > clock());
}

function isKnownPage({ state, status, aliasBy, role }: Entry): boolean {
  return state === 'done' && status === 200 && aliasBy !== 'redirect' && role === 'page';
}
