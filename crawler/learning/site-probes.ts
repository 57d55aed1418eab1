import type { Frontier } from '../../db/store.ts';
import { clock } from '../../src/clock.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import type { Thresholds } from '../../src/evidence/thresholds.ts';
import type { Passive } from '../evidence/passive.ts';
import { pause } from '../politeness/pause.ts';
import type { SitePaces } from '../politeness/site-paces.ts';
import { sitesToSpare } from '../politeness/waiting-sites.ts';
import { hostOf } from '../probe/differences.ts';
import { type ProbeOptions, probe } from '../probe/probe.ts';
import type { ProbeMode } from './probe-mode.ts';
import { mustWait, type SiteQuestion, siteQuestions } from './site-questions.ts';

/** How the sites of a crawl are probed. */
export interface SiteProbesOptions
  extends Pick<ProbeOptions, 'fetcher' | 'isRecognizable' | 'robots' | 'delay' | 'addresses'> {
  readonly frontier: Pick<Frontier, 'entries' | 'evidence' | 'now' | 'programs' | 'sites' | 'updateMeta'>;
  /** The current delay of each site. */
  readonly paces: Pick<SitePaces, 'delayOf'>;
  /** When to probe. */
  readonly mode: Exclude<ProbeMode, 'off'>;
  /** The thresholds that evidence must reach to decide a claim. */
  readonly needs: Thresholds;
  /** Called with each request. */
  readonly onRequest: (url: string) => void;
}

/** How many pairs of URLs are probed for each kind and section of a site. */
const SAMPLES = 5;
/**
 * How many requests a site gets in one session. Each probe may use half of the remaining ones, so that later questions
 * can be asked too.
 */
const BUDGET = 160;
/**
 * How often a site is probed for one kind in one session. The second probe helps if the site had too few pages at
 * first.
 */
const MAX_PROBES = 2;

/** Probes the sites of a crawl to learn which of their URLs are the same page. */
export class SiteProbes {
  readonly #options: SiteProbesOptions;
  readonly #requests = new Map<string, number>();
  /** The number of probes by site and kind. */
  readonly #probes = new Map<string, number>();
  /** When every site that was asked may be asked again, by `performance.now`. */
  #quietUntil = 0;

  constructor(options: SiteProbesOptions) {
    this.#options = options;
  }

  /**
   * Probes the sites.
   *
   * @param seen what the crawl observed: candidates for claims
   * @param claims the current claims
   * @returns the evidence found
   */
  async ask(
    seen: Pick<Passive, 'candidates' | 'isNotice'>,
    claims: readonly Claim[],
    signal: AbortSignal,
  ): Promise<readonly Evidence[]> {
    const evidence: Evidence[] = [];
    const { frontier, mode, delay } = this.#options;
    // The crawl may have asked any site just now.
    const began = performance.now();
    const questions = await siteQuestions(frontier, seen, claims, mode === 'full');
    if (questions.size === 0 || !(await isProber(frontier))) return evidence;
    const waiting = await sitesToSpare(frontier, delay);
    for (const [site, question] of questions) {
      if (signal.aborted) break;
      if (mustWait(question, waiting)) continue;
      evidence.push(...(await this.#askSite(site, question, began, signal)));
    }
    // The crawl goes on, and does not know of the last requests.
    await pause(this.#quietUntil - performance.now(), signal);
    return evidence;
  }

  /** A probe dates what it sees by the clock of this program, the frontier by its own. */
  async #askSite(
    site: string,
    question: SiteQuestion,
    began: number,
    signal: AbortSignal,
  ): Promise<readonly Evidence[]> {
    const wanted = question.kinds.filter((kind) => (this.#probes.get(`${site} ${kind}`) ?? 0) < MAX_PROBES);
    const spent = this.#requests.get(site) ?? 0;
    if (wanted.length === 0 || spent >= BUDGET || question.starts.length === 0) return [];
    for (const kind of wanted) this.#probes.set(`${site} ${kind}`, (this.#probes.get(`${site} ${kind}`) ?? 0) + 1);
    const { frontier, paces } = this.#options;
    const delay = Math.max(...question.starts.map((start) => paces.delayOf(hostOf(start))));
    await pause(began + delay - performance.now(), signal);
    const report = await probe({
      ...this.#options,
      ...question,
      delay,
      kinds: wanted,
      samples: SAMPLES,
      budget: Math.ceil((BUDGET - spent) / 2),
      signal,
    });
    this.#quietUntil = Math.max(this.#quietUntil, performance.now() + delay);
    // A probe of an address asks domains too, which may be the next site.
    if (question.domains?.length !== 0) await pause(delay, signal);
    this.#requests.set(site, spent + report.requests.pages);
    const ahead = clock() - frontier.now();
    return report.evidence.map((one) => ({ ...one, at: one.at - ahead }));
  }
}

/**
 * Whether this program probes the sites: the first one that wants to, of those that share a crawl. Otherwise each would ask
 * the same, at the same time.
 */
async function isProber(frontier: Pick<Frontier, 'programs' | 'updateMeta'>): Promise<boolean> {
  const programs = await frontier.programs();
  const self = programs.find(({ isSelf }) => isSelf)?.name ?? '';
  const isThere = (name: string): boolean => programs.some((program) => program.name === name);
  return (
    (await frontier.updateMeta('prober', (before) => (before !== null && isThere(before) ? before : self))) === self
  );
}
