import type { FetchFailureCode } from '../../db/reasons.ts';
import type { Frontier } from '../../db/store.ts';
import { originOf } from '../fetch/target.ts';
import { readCopy } from '../robots/copy.ts';
import { storedObject } from '../stored-json.ts';
import { LONGEST_WAIT } from './retry-after.ts';

/** Failures of a server, not of a page: no connection to it could be opened. */
const OF_SERVER: ReadonlySet<FetchFailureCode> = new Set<FetchFailureCode>([
  'dns-not-found',
  'dns-failed',
  'connection-refused',
  'connect-timeout',
  'unreachable',
  'proxy-failed',
]);
/** The wait before a server is asked again, in milliseconds. It doubles each time, up to the longest. */
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 60_000;
/** How long a run waits for a server, in milliseconds. */
const PATIENCE = LONGEST_WAIT;
/** The URLs of a server that has been away for longer fail, in milliseconds. */
const GONE_AFTER = 24 * 60 * 60 * 1000;
/** How many servers are known to have answered. */
const MAX_ORIGINS = 10_000;
/** The name under which the frontier stores the servers that are away. */
const META = 'away';

/** A failed request, and where it went. */
export interface FailedRequest {
  /** The host with port whose URLs wait. */
  readonly site: string;
  /** The URL as requested. */
  readonly sent: string;
  /** The cause. */
  readonly code: FetchFailureCode;
  /** When it began, in milliseconds since the epoch. */
  readonly started: number;
}

/** A server that went away. Times are in milliseconds since the epoch. */
export interface Outage {
  /** The host with port whose URLs wait. */
  readonly site: string;
  /** Why the last request failed. */
  readonly code: FetchFailureCode;
  /** When a request failed first. An earlier run may have sent it. */
  readonly since: number;
  /** When a request of this run failed first. */
  readonly noticed: number;
  /** The wait before the next request, in milliseconds. */
  readonly pause: number;
  /** When to ask the server again. */
  readonly until: number;
}

/**
 * Notices servers that went away: they have answered before, and now no connection to them can be opened. Their URLs wait, so
 * that a restart of a server costs none of them. A server that never answered is not waited for.
 */
export class Outages {
  readonly #frontier: Frontier;
  /** Whether URLs stay queued if a server does not come back during the run. Otherwise they fail. */
  readonly #keeps: boolean;
  /** Servers that were away when an earlier run ended, and since when. By origin, as all of these. */
  readonly #earlier: Map<string, number>;
  readonly #outages = new Map<string, Outage>();
  /** Servers that have answered in this run, the first ones first. */
  readonly #answering = new Set<string>();

  private constructor(frontier: Frontier, keeps: boolean, earlier: Map<string, number>) {
    this.#frontier = frontier;
    this.#keeps = keeps;
    this.#earlier = earlier;
  }

  /**
   * Reads which servers were away when an earlier run ended.
   *
   * @param keeps whether URLs stay queued if a server does not come back during the run; otherwise they fail
   */
  static async recall(frontier: Frontier, keeps: boolean): Promise<Outages> {
    const stored = Object.entries(storedObject(await frontier.getMeta(META)));
    const earlier = stored.flatMap(([origin, since]) => (typeof since === 'number' ? [[origin, since] as const] : []));
    return new Outages(frontier, keeps, new Map(earlier));
  }

  /** The sites that must not be asked yet. */
  away(): readonly string[] {
    return this.#now().map(({ site }) => site);
  }

  /** When the next of these sites is asked again, in milliseconds since the epoch; null if there are none. */
  nextTry(): number | null {
    const tries = this.#now().map(({ until }) => until);
    return tries.length === 0 ? null : Math.min(...tries);
  }

  /** The sites for which the run has waited long enough, and whose URLs stay queued. */
  givenUp(): ReadonlyMap<string, Outage> {
    const now = this.#frontier.now();
    const outages = this.#keeps ? [...this.#outages.values()] : [];
    return new Map(outages.flatMap((outage) => (isGivenUp(outage, now) ? [[outage.site, outage]] : [])));
  }

  /** Why a URL must not be requested yet; null if it may be. */
  absence(sent: string): Outage | null {
    const outage = this.#outages.get(originOf(sent) ?? '');
    return outage !== undefined && outage.until > this.#frontier.now() ? outage : null;
  }

  /**
   * Notes that a request was answered.
   *
   * @param started when it began, in milliseconds since the epoch
   */
  async answered(sent: string, started: number): Promise<void> {
    const origin = originOf(sent) ?? '';
    const outage = this.#outages.get(origin);
    const isBack = outage === undefined ? this.#earlier.has(origin) : started >= outage.until;
    if (isBack) {
      this.#outages.delete(origin);
      this.#earlier.delete(origin);
      await this.#keep((known) => Object.fromEntries(Object.entries(known).filter(([name]) => name !== origin)));
    }
    this.#answering.add(origin);
    if (this.#answering.size <= MAX_ORIGINS) return;
    const [first = ''] = this.#answering;
    this.#answering.delete(first);
  }

  /**
   * Decides about a failed request.
   *
   * @param now in milliseconds since the epoch
   * @returns null if the failure is the page's: the server is not known to be away
   */
  async failed({ site, sent, code, started }: FailedRequest, now: number): Promise<Outage | null> {
    const origin = originOf(sent);
    if (origin === null || !OF_SERVER.has(code) || !(await this.#hasAnswered(origin))) return null;
    const known = this.#outages.get(origin);
    // Requests that were under way together fail together.
    if (known !== undefined && started < known.until) return known;
    const { since, noticed, pause } = known ?? { since: this.#earlier.get(origin) ?? now, noticed: now, pause: 0 };
    const longer = Math.min(Math.max(2 * pause, FIRST_PAUSE), LONGEST_PAUSE);
    const outage = { site, code, since, noticed, pause: longer, until: now + longer };
    if (now - since > GONE_AFTER || (!this.#keeps && isGivenUp(outage, now))) return null;
    this.#outages.set(origin, outage);
    if (known === undefined) await this.#keep((others) => ({ [origin]: now, ...others }));
    return outage;
  }

  #now(): readonly Outage[] {
    const now = this.#frontier.now();
    return [...this.#outages.values()].filter(({ until }) => until > now);
  }

  async #hasAnswered(origin: string): Promise<boolean> {
    if (this.#answering.has(origin) || this.#earlier.has(origin)) return true;
    // An earlier run may have read its robots.txt.
    const copy = await readCopy(this.#frontier, origin);
    return copy !== null && copy.at > 0;
  }

  async #keep(change: (known: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>): Promise<void> {
    await this.#frontier.updateMeta(META, (before) => JSON.stringify(change(storedObject(before))));
  }
}

function isGivenUp({ noticed }: Outage, now: number): boolean {
  return now - noticed > PATIENCE;
}
