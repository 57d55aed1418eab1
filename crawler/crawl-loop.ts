import { setImmediate as immediately } from 'node:timers/promises';
import type { FailureReason } from '../db/reasons.ts';
import type { EntryId, Lease, Outcome, SpellingTries } from '../db/store.ts';
import { wireUrl } from '../src/canon/wire-url.ts';
import { statusIn } from '../src/status-codes.ts';
import { UrlError } from '../src/url/error.ts';
import { conditions, withoutConditions } from './conditions.ts';
import type { BodyShare } from './fetch/body-room.ts';
import type { FetchResult } from './fetch/fetch-result.ts';
import type { Fetcher } from './fetch/fetcher.ts';
import type { RequestHeader } from './fetch/headers.ts';
import type { RecordedExchange } from './fetch/recorded-exchange.ts';
import { header } from './fetch/response.ts';
import { type JudgeOptions, judge, triesAfter, WAIT_TOO_LONG } from './judge.ts';
import { type Judgement } from './judgement.ts';
import type { Login } from './login.ts';
import { OpenLeases, type RecordingOptions } from './open-leases.ts';
import { hasDeclarations } from './page/header-declarations.ts';
import type { Absence, Outages } from './politeness/outages.ts';
import { atMost, pause } from './politeness/pause.ts';
import { longestWait, retryAfter } from './politeness/retry-after.ts';
import type { SitePaces } from './politeness/site-paces.ts';
import { SiteQueues } from './politeness/site-queues.ts';
import { waitingSites } from './politeness/waiting-sites.ts';
import { type CrawlWait, Waits } from './politeness/waits.ts';
import type { Finding } from './recorder.ts';
import { redirectTarget } from './reference.ts';
import type { RobotsPolicy, UnreadableRobots } from './robots/policy.ts';
import { MAX_DOCUMENT_BYTES } from './sitemaps/document.ts';
import { wantsBody } from './sitemaps/document-kind.ts';
import { type CrawlFailure, type CrawlProgress, Tally } from './tally.ts';

/** Everything that one run of a crawl needs. */
export interface LoopOptions extends JudgeOptions, RecordingOptions {
  /** Sends the requests. */
  readonly fetcher: Pick<Fetcher, 'fetch' | 'share'>;
  /** What a web archive records of an entry, in addition to the exchange; null without an archive. */
  readonly about: ((lease: Lease) => Promise<RecordedExchange['about']>) | null;
  /** Whether no server is asked, so that no site needs a pause. */
  readonly isOffline: boolean;
  /** The current delay of each site. */
  readonly paces: SitePaces;
  /** Knows which servers went away; null to retry their URLs like others. */
  readonly outages: Outages | null;
  /** Checks robots.txt; null to fetch disallowed URLs too. */
  readonly gate: RobotsPolicy | null;
  /** The number of fetches at a time from one site. */
  readonly perSite: number;
  /** The shortest time between the starts of two fetches from one site, in milliseconds. A site may ask for more. */
  readonly delay: number;
  /** The number of pages after which all programs that share the frontier stop (`LeaseRequest.total`); null for no limit. */
  readonly total: number | null;
  /** Whether to lease entries level by level, so that a limit of depth is exact. */
  readonly level: boolean;
  /** Logs in before other pages are fetched; null if no login is needed. */
  readonly login: Login | null;
  /** Learns from the crawl at times. */
  readonly checkpoint: Checkpoint;
  /**
   * Stops the run: running fetches get a short time to finish, then their leases are given back. The run ends as usual, with
   * its report.
   */
  readonly signal: AbortSignal;
  /** Called with the outcome of every lease, and the URL fetched or refused. */
  readonly onOutcome?: (url: string, outcome: Outcome) => void;
  /** Called for every fetch that failed for good. */
  readonly onFailure: (failure: CrawlFailure) => void;
  /** Called when nothing can be fetched for a while. */
  readonly onWait?: (wait: CrawlWait) => void;
  /** Called if the run ends because of `total`. */
  readonly onTotal: () => void;
}

/** Learns from the crawl so far, while few or no fetches are running. */
export interface Checkpoint {
  /** Whether it is time to look. */
  readonly isDue: (progress: CrawlProgress) => boolean;
  /** Returns whether keys changed, so that there may be more to fetch. */
  readonly look: (signal: AbortSignal) => Promise<boolean>;
}

/** Leases per fetch at a time, so that fetches need not wait for the store. */
const LEASES_PER_FETCH = 2;
/** Leases in addition, per fetch at a time, while as many wait for the delay after a robots.txt. */
const WAITING_PER_FETCH = 16;
/** At most so many. The `RobotsPolicy` keeps the rules of more sites in memory. */
const MAX_WAITING = 500;
/** How long to wait for running fetches before a checkpoint, in milliseconds. */
const IDLE_WAIT = 1000;
/** The shortest wait to report, in milliseconds. */
const WORTH_TELLING = 1500;
const RETRY_AFTER = 'Retry-After';
/** The time after which to retry a lease that should have succeeded, in milliseconds. */
const MIN_WAIT = 10;
/** How often to check what other programs that share the frontier have found or given back, in milliseconds. */
const POLL = 250;
/** The same while only sites that are away seem to have entries left. */
const LONGEST_POLL = 1000;
/** How many entries are skipped in one transaction. */
const STRETCH = 2000;
/** How many entries without a page are looked at in one transaction: each of them may have many spellings. */
const ENDED_AT_ONCE = 500;
/** How long running fetches may continue after the run is stopped, in milliseconds. */
const GRACE = 5_000;

/**
 * Fetches the entries of the frontier until nothing is left, the page limit is reached, or the signal stops it. It
 * holds few leases at a time and takes new ones from the store, so memory does not grow with the frontier.
 *
 * @param before what the session has done already
 * @returns the same with what this run did
 * @throws {Error} the error of the store, because a crawl that cannot record its pages must not continue
 */
export async function crawlLoop(options: LoopOptions, before: CrawlProgress): Promise<CrawlProgress> {
  return new CrawlRun(options, before).finish();
}

class CrawlRun {
  readonly #options: LoopOptions;
  readonly #queues: SiteQueues;
  readonly #leases: OpenLeases;
  /** Aborted with the error that ends the run. */
  readonly #failure = new AbortController();
  readonly #hardStop = new AbortController();
  /** Aborts when no request may begin any more; requests that are under way get a while longer. */
  readonly #stopped: AbortSignal;
  readonly #waits = new Waits();
  /** Resolves when a wait should end early: there may be something to lease. */
  #change = Promise.withResolvers<void>();
  /** Whether entries of endless sites may be queued. */
  #isLeaving = false;
  /** When to look even if fetches are running, by `performance.now()`; null if no look is due. */
  #lookBy: number | null = null;
  /** When leases were last asked for, by the store's clock. */
  #askedAt = 0;
  /** Whether an entry was ready then, although nothing could be leased. */
  #isHeldBack = false;
  /** The end of the wait that was told last. */
  #told = 0;
  readonly #tally: Tally;

  constructor(options: LoopOptions, before: CrawlProgress) {
    this.#options = options;
    this.#queues = new SiteQueues(options.concurrency, options.perSite);
    this.#tally = new Tally(before, options.onFailure);
    const onRecorded = (): void => this.#change.resolve();
    this.#leases = new OpenLeases({ ...options, tally: this.#tally, failure: this.#failure, onRecorded });
    this.#stopped = AbortSignal.any([options.signal, this.#hardStop.signal]);
    this.#failure.signal.addEventListener('abort', () => {
      this.#hardStop.abort();
      this.#change.resolve();
    });
  }

  async finish(): Promise<CrawlProgress> {
    const { signal } = this.#options;
    const stop = (): void => {
      this.#queues.clear();
      this.#change.resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      await this.#loop();
    } finally {
      signal.removeEventListener('abort', stop);
      await this.#end();
    }
    this.#failure.signal.throwIfAborted();
    return this.#tally.progress;
  }

  async #loop(): Promise<void> {
    const { signal, checkpoint } = this.#options;
    while (!signal.aborted && !this.#failure.signal.aborted) {
      this.#change = Promise.withResolvers<void>();
      if (this.#isLeaving) await this.#skipEndless();
      if (checkpoint.isDue(this.#tally.progress)) await this.#lookWhenIdle();
      else if (await this.#refill()) await this.#waitForOthers();
      else if (!(await this.#waitForEntries())) break;
    }
  }

  /** Waits until entries may be ready. Returns false if nothing is left to fetch. */
  async #waitForEntries(): Promise<boolean> {
    const { checkpoint, signal } = this.#options;
    const wait = await this.#untilNext();
    const { isIdle } = this.#leases;
    if (wait === null && isIdle) {
      // Another program may have queued entries meanwhile: this one helps to fetch them.
      return (await checkpoint.look(signal)) || (await this.#tryOtherSpellings()) || (await this.#untilNext()) !== null;
    }
    if (wait === null) await this.#change.promise;
    else if (wait <= 0 && !isIdle) await this.#waitForOthers();
    else {
      this.#tell(this.#now() + wait);
      await atMost(Math.max(wait, MIN_WAIT), this.#change.promise);
    }
    return true;
  }

  /** Skips in several transactions, so that other programs and running fetches get their turn in between. */
  async #skipEndless(): Promise<void> {
    const { frontier, growth, signal } = this.#options;
    this.#isLeaving = false;
    const isEndless = (site: string): boolean => growth?.isEndless(site, 0) ?? false;
    for (let skipped = STRETCH; skipped === STRETCH && !signal.aborted; ) {
      skipped = await frontier.skipQueued(isEndless, 'endless', STRETCH);
      await immediately();
    }
  }

  /** Looks for spellings that were found after their entries had ended without a page. Returns whether there are any. */
  async #tryOtherSpellings(): Promise<boolean> {
    if (this.#isHeldBack) return false;
    const { frontier, signal } = this.#options;
    let found = 0;
    for (let after: EntryId | null = 0; after !== null && !signal.aborted; ) {
      const tries: SpellingTries = await frontier.tryOtherSpellings(ENDED_AT_ONCE, after);
      after = tries.last;
      found += tries.queued;
      await immediately();
    }
    return found > 0;
  }

  /**
   * Leases nothing while it waits for running fetches, but waits at most `IDLE_WAIT`, so that a slow page does not hold
   * up the others.
   */
  async #lookWhenIdle(): Promise<void> {
    this.#lookBy ??= performance.now() + IDLE_WAIT;
    const left = this.#lookBy - performance.now();
    if (!this.#leases.isIdle && left > 0) return atMost(left, this.#change.promise);
    this.#lookBy = null;
    await this.#options.checkpoint.look(this.#options.signal);
  }

  /** Tells once that nothing can be fetched until a time, in milliseconds since the epoch. */
  #tell(until: number): void {
    if (!this.#leases.isIdle || until - this.#now() < WORTH_TELLING || until === this.#told) return;
    this.#told = until;
    this.#options.onWait?.(this.#waits.endingAt(until) ?? { site: '', until, why: '' });
  }

  /**
   * Waits until a running fetch ends, for example because an entry is ready and was not leased. Ends earlier if the wait of
   * another site does.
   */
  async #waitForOthers(): Promise<void> {
    // A wait that has ended since entries were last asked for counts too.
    const next = this.#waits.nextEnd(this.#askedAt);
    const change = this.#change.promise;
    await (next === null ? change : atMost(Math.max(next - this.#now(), MIN_WAIT), change));
  }

  /** Leases more entries if few are waiting. Returns false if entries were wanted but none could be leased. */
  async #refill(): Promise<boolean> {
    const { frontier, concurrency, perSite, delay, total, level, run, outages, login, signal } = this.#options;
    const now = frontier.now();
    this.#askedAt = now;
    const waiting = Math.min(this.#leases.waiting.size, WAITING_PER_FETCH * concurrency, MAX_WAITING);
    const [most, least] = login?.isQueued ? [1, 1] : [LEASES_PER_FETCH * concurrency + waiting, concurrency];
    const room = most - this.#leases.size;
    // Refill only when half empty: one lease call for many entries is cheaper than one call for each.
    if (room < least) return true;
    const standstills = this.#leases.standstills.count();
    const leases = await frontier.lease({
      run,
      limit: room,
      perSite,
      ahead: LEASES_PER_FETCH,
      delay,
      total,
      now,
      level,
      except: outages?.away() ?? [],
    });
    for (const lease of leases) {
      if (!this.#leases.add(lease, now + lease.delay, standstills)) continue;
      await this.#options.paces.leased(lease, now);
      const why = this.#options.paces.reasonFor(lease.site) ?? 'the delay between two requests';
      if (lease.delay > 0) this.#waits.add({ site: lease.site, until: now + lease.delay, why }, now);
      if (!signal.aborted) void this.#start(lease);
    }
    if (leases.length > 0) this.#isHeldBack = false;
    return leases.length > 0;
  }

  /**
   * Milliseconds until a waiting entry may be leased, or until other programs may have changed that. At most 0 if an
   * entry is ready; null if no entry is queued or may be leased, or only after a longer time than a crawl waits.
   */
  async #untilNext(): Promise<number | null> {
    const { frontier, total, level, delay, outages } = this.#options;
    const { nextAt, states } = await frontier.stats(level);
    const left = nextAt === null ? null : nextAt - frontier.now();
    const wait = left !== null && left <= longestWait(delay) && !(await this.#hasOnlyLongWaits()) ? left : null;
    const isReady = wait !== null && wait <= 0;
    const nextTry = outages?.nextTry() ?? null;
    if (isReady && nextTry !== null) {
      // What is ready may belong to sites that are away.
      this.#tell(nextTry);
      return Math.min(nextTry - frontier.now(), LONGEST_POLL);
    }
    // If nothing is leased, only the limit of pages holds back what was ready when it was asked for. Once may be chance:
    // another program may have settled it in between.
    const wasHeldBack = this.#isHeldBack;
    this.#isHeldBack = total !== null && nextAt !== null && nextAt <= this.#askedAt && states.leased === 0;
    if (wasHeldBack && this.#isHeldBack) {
      this.#options.onTotal();
      return null;
    }
    // A page that another program fetches may lead to more URLs, or may end a wait.
    const isShared = states.leased > this.#leases.size;
    return isShared && (wait === null || isReady) ? POLL : wait;
  }

  /** Whether every site with queued entries is given up as away, or waits longer than a crawl does. */
  async #hasOnlyLongWaits(): Promise<boolean> {
    const { outages, frontier, delay } = this.#options;
    const away = outages?.givenUp();
    if (away === undefined || away.size === 0 || !this.#leases.isIdle) return false;
    return (await waitingSites(frontier, longestWait(delay), away)).isEverySite;
  }

  async #start(lease: Lease): Promise<void> {
    try {
      await this.#queues.run(lease.site, () => this.#fetch(lease), this.#stopped);
    } catch (error) {
      // Clearing a queue rejects the tasks that had not started. Their leases are given back at the end.
      if (!this.#options.signal.aborted) this.#failure.abort(error);
    }
  }

  /** Returns 0, or how many milliseconds to wait before it is called again. */
  async #fetch(lease: Lease): Promise<number> {
    this.#leases.waiting.delete(lease.id);
    // The lease is given back at the end.
    if (this.#stopped.aborted) return 0;
    const sent = wireUrl(lease.url);
    if (this.#mustGiveBack(lease)) this.#leases.giveBack(lease.id);
    else if (sent instanceof UrlError) await this.#settle(lease, lease.url, invalid(sent), this.#now());
    else if (this.#options.growth?.admits(lease) === false) {
      this.#refuse(lease, 'endless');
      this.#isLeaving = true;
    } else return this.#fetchIfAllowed(lease, sent);
    return 0;
  }

  async #fetchIfAllowed(lease: Lease, sent: string): Promise<number> {
    const looked = await this.#options.gate?.look(sent, lease.delay, this.#stopped);
    const { permission, wait } = looked ?? { permission: { kind: 'allowed' }, wait: 0 };
    if (wait > 0) {
      this.#leases.waiting.add(lease.id);
      this.#change.resolve();
      return wait;
    }
    if (permission.kind === 'failure') await this.#settle(lease, sent, permission.failure, this.#now());
    else if (permission.kind === 'allowed') await this.#fetchInTurn(lease, sent);
    else if (permission.kind === 'unreachable') this.#awaitRobots(lease, permission);
    else this.#refuse(lease, 'robots');
    return 0;
  }

  async #fetchInTurn(lease: Lease, sent: string): Promise<void> {
    const claim = (): number => this.#queues.claimRequest(lease.site, lease.delay, performance.now());
    for (let wait = claim(); wait > 0 && !this.#stopped.aborted; wait = claim()) {
      await pause(wait, this.#stopped);
    }
    if (this.#stopped.aborted) return;
    // Its robots.txt or another page may have asked for a delay just now.
    if (this.#mustGiveBack(lease)) return this.#leases.giveBack(lease.id);
    const absence = this.#options.outages?.absence(sent) ?? null;
    if (absence !== null) return this.#postpone(lease, absence);
    const loginUntil = (await this.#options.login?.before(lease)) ?? null;
    if (loginUntil !== null) return this.#fetchAfterLogin(lease, sent, loginUntil);
    const started = this.#now();
    const share = this.#options.fetcher.share();
    const headers = conditions(lease.earlier);
    try {
      const result = await this.#request(sent, lease, headers, share);
      // The site counts from the request, which a new connection delays.
      const asked = result.kind === 'response' ? this.#now() - result.elapsed : started;
      // Requests are conditional only for pages whose headers had no declarations, so those of a 304 are new. Sitemaps do not
      // use them.
      const isUnchanged = result.kind === 'response' && result.status === 304 && headers.length > 0;
      if (isUnchanged && lease.role === 'page' && hasDeclarations(result)) {
        await pause(asked + lease.delay - this.#now(), this.#stopped);
        return await this.#fetchInTurn(withoutConditions(lease), sent);
      }
      this.#tally.addFetch();
      await this.#settle(lease, sent, result, asked);
    } finally {
      share.release();
    }
  }

  /** Fetches a page in its turn again, or queues it until the login is tried again. */
  async #fetchAfterLogin(lease: Lease, sent: string, until: number): Promise<void> {
    if (this.#stopped.aborted) return;
    if (until <= this.#now()) return this.#fetchInTurn(lease, sent);
    this.#postpone(
      lease,
      { site: lease.site, code: 'unreachable', until, notBefore: until },
      'a retry of the login',
      until,
    );
  }

  #mustGiveBack(lease: Lease): boolean {
    return this.#leases.isDoubtful(lease.id) || this.#options.paces.isTooEarly(lease);
  }

  /** Turns the result of a fetch into its outcome. */
  async #settle(lease: Lease, sent: string, result: FetchResult, started: number): Promise<void> {
    if (result.kind === 'failure' && result.code === 'cancelled') return;
    const now = this.#now();
    const absence = (await this.#options.outages?.after({ site: lease.site, sent, started }, result, now)) ?? null;
    if (absence !== null) return this.#postpone(lease, absence);
    const { epoch } = this.#options.recorder;
    const judgement = await judge(lease, sent, result, now, this.#options);
    if (judgement === null) return;
    this.#tally.addDuplicates(judgement.duplicates);
    const { outcome } = judgement;
    if (lease.earlier === null && isDocument(outcome)) this.#options.growth?.answered(lease.site, judgement.leadsOn);
    if (outcome.kind === 'failed') {
      this.#tally.noteFailure(lease.id, {
        url: lease.url,
        reason: outcome.reason,
        message: judgement.message ?? messageOf(result, outcome.reason, now),
        ...(judgement.error !== undefined && { error: judgement.error }),
      });
    }
    const status = result.kind === 'response' ? result.status : null;
    if (this.#options.isOffline) return this.#report(lease, { ...judgement, epoch }, now, null);
    const delay = await this.#options.paces.answered(lease.site, status, lease.attempts > 0, started, now);
    const siteUntil = Math.max(started + delay, judgement.pause === 0 ? 0 : now + judgement.pause);
    this.#noteWaits(lease, judgement, now, siteUntil);
    this.#report(lease, { ...judgement, epoch }, now, delay === 0 && judgement.pause === 0 ? null : siteUntil);
  }

  /**
   * Queues an entry whose server is away.
   *
   * @param siteUntil until when the whole site must wait, in milliseconds since the epoch
   */
  #postpone(
    lease: Lease,
    { site, code, until, notBefore }: Omit<Absence, 'code'> & { readonly code: FailureReason },
    why = 'the server is away',
    siteUntil: number | null = null,
  ): void {
    this.#waits.add({ site, until, why }, this.#now());
    this.#reportNothing(lease, { kind: 'retry', reason: code, status: null, notBefore, isSiteAway: true }, siteUntil);
  }

  #noteWaits({ site }: Lease, { outcome, pause: asked }: Judgement, now: number, siteUntil: number): void {
    const overall = asked > 0 ? RETRY_AFTER : (this.#options.paces.reasonFor(site) ?? '');
    if (siteUntil > now) this.#waits.add({ site, until: siteUntil, why: overall }, now);
    if (outcome.kind !== 'retry') return;
    const why = asked > 0 ? RETRY_AFTER : `a retry after ${outcome.reason}`;
    this.#waits.add({ site, until: outcome.notBefore, why }, now);
  }

  #refuse(lease: Lease, reason: 'robots' | 'endless'): void {
    // The site was not asked, so it need not wait, unless another fetch has begun meanwhile.
    const endsWait = this.#options.perSite === 1 ? this.#leases.waitsUntil(lease.id) : undefined;
    this.#reportNothing(lease, { kind: 'refused', reason }, null, endsWait);
  }

  /** Queues an entry whose robots.txt may be answered soon; skips it if it was asked for too often. */
  #awaitRobots(lease: Lease, { reason: answer, failures, until, isRetryAfter }: UnreadableRobots): void {
    const { retries, isOffline } = this.#options;
    const code = 'robots-unreachable';
    const siteUntil = isRetryAfter ? until : null;
    // An archive answers the same each time.
    if (isOffline || failures > triesAfter(statusIn(answer), retries))
      return this.#reportNothing(lease, { kind: 'refused', reason: code }, siteUntil);
    const why = isRetryAfter ? `${RETRY_AFTER} of robots.txt` : 'a retry of robots.txt';
    this.#postpone(lease, { site: lease.site, code, until, notBefore: until }, why, siteUntil);
  }

  #now(): number {
    return this.#options.frontier.now();
  }

  /** Reports the outcome of an entry that was not fetched. */
  #reportNothing(lease: Lease, outcome: Outcome, siteUntil: number | null, endsWait?: number): void {
    const { epoch } = this.#options.recorder;
    this.#report(lease, { outcome, found: [], epoch }, this.#now(), siteUntil, endsWait);
  }

  #report(
    lease: Lease,
    { outcome, found, epoch }: Pick<Finding, 'outcome' | 'found' | 'epoch'>,
    at: number,
    ownSiteUntil: number | null,
    endsWait?: number,
  ): void {
    const { id, url, site, earlier } = lease;
    let siteUntil = ownSiteUntil;
    const loginUntil = this.#options.login?.after(lease, outcome) ?? null;
    if (loginUntil !== null) {
      siteUntil = Math.max(loginUntil, siteUntil ?? 0);
      this.#waits.add({ site, until: siteUntil, why: 'a retry of the first page' }, this.#now());
    }
    if (earlier !== null) this.#tally.noteEarlier(id, earlier);
    this.#options.onOutcome?.(url, outcome);
    this.#leases.settle({ id, outcome, found, epoch, at, siteUntil, ...(endsWait !== undefined && { endsWait }) });
  }

  #request(sent: string, lease: Lease, headers: readonly RequestHeader[], share: BodyShare): Promise<FetchResult> {
    const { about, growth } = this.#options;
    const isSitemap = lease.role === 'sitemap';
    if (lease.earlier !== null) growth?.ignoreRequest(lease.site);
    return this.#options.fetcher.fetch(sent, {
      signal: this.#hardStop.signal,
      share,
      headers,
      // Without a target, a 300 (Multiple Choices) is a page with links, and so are other redirects in browsers.
      wantBody: (status, received) =>
        status < 400 &&
        redirectTarget(sent, { status, headers: received }) === null &&
        wantsBody(header({ headers: received }, 'content-type'), sent.replace(/\?.*/s, ''), isSitemap),
      ...(isSitemap && { maxBytes: MAX_DOCUMENT_BYTES }),
      ...(about !== null && { about: () => about(lease) }),
    });
  }

  /** Waits for running fetches for at most `GRACE`, then gives back every lease without an outcome. */
  async #end(): Promise<void> {
    const deadline = setTimeout(() => this.#hardStop.abort(), GRACE);
    await this.#queues.idle();
    clearTimeout(deadline);
    await this.#leases.end();
  }
}

/** Whether the site answered with a page or a redirect. */
function isDocument(outcome: Outcome): boolean {
  return (outcome.kind === 'page' && outcome.role === 'page') || outcome.kind === 'redirect';
}

function messageOf(result: FetchResult, reason: string, now: number): string {
  if (result.kind === 'failure') return result.message;
  if (reason === WAIT_TOO_LONG) {
    const seconds = Math.round(retryAfter(result, now) / 1000);
    return `the server answers ${result.status} and asks to wait ${seconds} s, which is longer than a crawl waits`;
  }
  return reason.startsWith('http-')
    ? `the server answers ${result.status}`
    : 'the server redirects to a URL that leads to no page';
}

function invalid(error: UrlError): FetchResult {
  return { kind: 'failure', code: 'invalid-url', message: error.message, retryable: false };
}
