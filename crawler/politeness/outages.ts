import type { FetchFailureCode } from '../../db/reasons.ts';
import type { Frontier } from '../../db/store.ts';
import { storedFields } from '../../src/stored-fields.ts';
import type { FetchResult } from '../fetch/fetch-result.ts';
import { originOf } from '../fetch/target.ts';
import { readCopy } from '../robots/copy.ts';
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
/** How long a run waits for a server that has answered it, and for one that has only answered earlier runs, in milliseconds. */
const LONGEST_ABSENCE = LONGEST_WAIT;
const LONGEST_START = 30_000;
/**
 * A server that is away for longer is gone: its URLs fail. Answers to earlier runs count for the same time. In
 * milliseconds.
 */
const GONE_AFTER = 24 * 60 * 60 * 1000;
/** After so many URLs that were put off, the whole site waits. Before that, URLs of the other scheme may still be answered. */
const MAX_PUT_OFF = 100;
/** How many origins and sites are known to have answered. */
const MAX_ANSWERS = 20_000;
/** The name under which the frontier stores the servers that are away. */
const META = 'away';

/** A request that has ended. */
export interface EndedRequest {
  /** The host with port. */
  readonly site: string;
  /** The URL as requested. */
  readonly sent: string;
  /** When it began, in milliseconds since the epoch. */
  readonly started: number;
}

/** A URL whose server is away. Times are in milliseconds since the epoch. */
export interface Absence {
  /** The host with port. */
  readonly site: string;
  /** Why the last request to the server failed. */
  readonly code: FetchFailureCode;
  /** When the server is asked again. */
  readonly until: number;
  /** When the URL may be leased again. */
  readonly notBefore: number;
}

/** A server that went away. */
export interface Outage extends Pick<Absence, 'site' | 'code' | 'until'> {
  /** When a request failed first. An earlier run may have sent it. */
  readonly since: number;
  /** When a request of this run failed first. */
  readonly noticed: number;
  /** When the run has waited long enough. */
  readonly end: number;
  /** The wait before the next request, in milliseconds. */
  readonly pause: number;
  /** How many URLs were put off. */
  putOff: number;
}

/**
 * Notices servers that went away: they have answered before, and now no connection to them can be opened. Their URLs wait, so
 * that a restart of a server costs none of them. A server is not waited for if it never answered, or if its host answers
 * with the other scheme, http or https.
 */
export class Outages {
  readonly #frontier: Frontier;
  /** Whether URLs stay queued if a server does not come back during the run. Otherwise they fail. */
  readonly #keepsUrls: boolean;
  /** Since when servers were away when an earlier run ended, by origin. */
  readonly #earlier: Map<string, number>;
  /** By origin. */
  readonly #outages = new Map<string, Outage>();
  /** When the last answered request began, by origin and by site; those that answered first come first. */
  readonly #answeredAt = new Map<string, number>();
  /** The origins that accept no connection although their host answers. */
  readonly #closed = new Set<string>();

  private constructor(frontier: Frontier, keepsUrls: boolean, earlier: Map<string, number>) {
    this.#frontier = frontier;
    this.#keepsUrls = keepsUrls;
    this.#earlier = earlier;
  }

  /**
   * Reads which servers were away when an earlier run ended.
   *
   * @param keepsUrls whether URLs stay queued if a server does not come back during the run; otherwise they fail
   */
  static async recall(frontier: Frontier, keepsUrls: boolean): Promise<Outages> {
    const stored = Object.entries(storedFields(await frontier.getMeta(META)));
    const earlier = stored.flatMap(([origin, since]) => (typeof since === 'number' ? [[origin, since] as const] : []));
    return new Outages(frontier, keepsUrls, new Map(earlier));
  }

  /** The sites from which nothing can be fetched for now. */
  away(): readonly string[] {
    return this.#whole().map(({ site }) => site);
  }

  /** When the next of these sites is asked again, in milliseconds since the epoch; null if there are none. */
  nextTry(): number | null {
    const tries = this.#whole().map(({ until }) => until);
    return tries.length === 0 ? null : Math.min(...tries);
  }

  /** The sites for which the run has waited long enough, and whose URLs stay queued. */
  givenUp(): ReadonlyMap<string, Outage> {
    const now = this.#frontier.now();
    const outages = this.#keepsUrls ? [...this.#outages.values()].filter((one) => !this.#answersElsewhere(one)) : [];
    return new Map(outages.flatMap((outage) => (now > outage.end ? [[outage.site, outage]] : [])));
  }

  /** Puts off a URL whose server is away; null if it may be requested. */
  absence(sent: string): Absence | null {
    const outage = this.#outages.get(originOf(sent) ?? '');
    return outage !== undefined && outage.until > this.#frontier.now() ? this.#putOff(outage) : null;
  }

  /**
   * Learns from the result of a request, and puts its URL off if the server is away.
   *
   * @param now in milliseconds since the epoch
   * @returns null if the result is the page's
   */
  async after(request: EndedRequest, result: FetchResult, now: number): Promise<Absence | null> {
    if (result.kind === 'failure') {
      const outage = await this.#failed(request, result.code, now);
      return outage && this.#putOff(outage);
    }
    await this.#answered(request);
    return null;
  }

  #putOff(outage: Outage): Absence {
    outage.putOff++;
    // Nothing is leased from a site that is away as a whole, so its URLs stay free for other programs.
    const notBefore = this.#isWhole(outage) ? this.#frontier.now() : outage.until;
    return { site: outage.site, code: outage.code, until: outage.until, notBefore };
  }

  async #answered({ site, sent, started }: EndedRequest): Promise<void> {
    const origin = originOf(sent) ?? '';
    const outage = this.#outages.get(origin);
    const isBack = outage === undefined ? this.#earlier.has(origin) : started >= outage.until;
    if (isBack) await this.#forget(origin);
    this.#closed.delete(origin);
    this.#answeredAt.set(origin, started).set(site, started);
    while (this.#answeredAt.size > MAX_ANSWERS) {
      const [first = ''] = this.#answeredAt.keys();
      this.#answeredAt.delete(first);
    }
  }

  async #failed({ site, sent, started }: EndedRequest, code: FetchFailureCode, now: number): Promise<Outage | null> {
    const origin = originOf(sent);
    if (origin === null || !OF_SERVER.has(code) || !(await this.#hasAnswered(origin, now))) return null;
    const known = this.#outages.get(origin);
    if (known !== undefined && this.#answersElsewhere(known)) {
      this.#closed.add(origin);
      await this.#forget(origin);
      return null;
    }
    // Requests that were under way together fail together.
    if (known !== undefined && started < known.until) return known;
    const since = known?.since ?? this.#earlier.get(origin) ?? now;
    const pause = Math.min(Math.max(2 * (known?.pause ?? 0), FIRST_PAUSE), LONGEST_PAUSE);
    const longest = this.#answeredAt.has(origin) ? LONGEST_ABSENCE : LONGEST_START;
    const { noticed, end, putOff } = known ?? { noticed: now, end: now + longest, putOff: 0 };
    const outage = { site, code, since, noticed, end, pause, until: now + pause, putOff };
    if (now - since > GONE_AFTER || (!this.#keepsUrls && now > end)) return null;
    this.#outages.set(origin, outage);
    if (known === undefined) await this.#keep((others) => ({ [origin]: now, ...others }));
    return outage;
  }

  #whole(): readonly Outage[] {
    const now = this.#frontier.now();
    return [...this.#outages.values()].filter((outage) => outage.until > now && this.#isWhole(outage));
  }

  /** Whether no URL of the site can be fetched, as far as is known. */
  #isWhole(outage: Outage): boolean {
    return outage.putOff > MAX_PUT_OFF && !this.#answersElsewhere(outage);
  }

  #answersElsewhere({ site, noticed }: Outage): boolean {
    return (this.#answeredAt.get(site) ?? 0) > noticed;
  }

  async #hasAnswered(origin: string, now: number): Promise<boolean> {
    if (this.#closed.has(origin)) return false;
    if (this.#answeredAt.has(origin) || this.#earlier.has(origin)) return true;
    // An earlier run may have read its robots.txt.
    const copy = await readCopy(this.#frontier, origin);
    return copy !== null && copy.at > now - GONE_AFTER;
  }

  async #forget(origin: string): Promise<void> {
    this.#outages.delete(origin);
    this.#earlier.delete(origin);
    await this.#keep((known) => Object.fromEntries(Object.entries(known).filter(([name]) => name !== origin)));
  }

  async #keep(change: (known: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>): Promise<void> {
    await this.#frontier.updateMeta(META, (before) => JSON.stringify(change(storedFields(before))));
  }
}
