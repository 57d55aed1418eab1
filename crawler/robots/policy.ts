import type { FetchFailureCode } from '../../db/reasons.ts';
import { sitemapUrl } from '../../src/audit/site/named-sitemaps.ts';
import { withoutCredentials, withoutMeantUserinfo } from '../../src/url/credentials.ts';
import { UrlError } from '../../src/url/error.ts';
import type { FetchFailure, FetchResult } from '../fetch/fetch-result.ts';
import type { Fetcher } from '../fetch/fetcher.ts';
import { parseTarget } from '../fetch/target.ts';
import { pause } from '../politeness/pause.ts';
import { retryAfter } from '../politeness/retry-after.ts';
import type { CrawlWait } from '../politeness/waits.ts';
import { bareWireUrl, redirectTarget } from '../reference.ts';
import { accessFor, isUnreachable } from './access.ts';
import { type CopyStore, type RobotsCopy, readCopy, writeCopy } from './copy.ts';
import { MAX_BYTES } from './lines.ts';
import { parseRobots } from './parse.ts';
import type { Group, Robots } from './robots-file.ts';
import type { Rule } from './rule.ts';

/** What a `RobotsPolicy` needs. */
export interface GateOptions {
  /** Where copies of robots.txt are stored. */
  readonly frontier: CopyStore;
  /** Sends the requests for robots.txt. */
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  /** The crawler's product token (RFC 9309, section 2.2.1); `*` if it has none. */
  readonly productToken: string;
  /** Copies from before this time, in milliseconds since the epoch, are fetched again, as are those over a day old. Default: 0. */
  readonly since?: number;
  /** Whether no server is asked, so that no page needs to wait. Default: false. */
  readonly isOffline?: boolean;
  /** Called with the other contents of a robots.txt after it was read from the server or the frontier. */
  readonly onRead: (news: RobotsNews) => Promise<void>;
  /** Called when a site's pages wait because its robots.txt was just fetched. */
  readonly onWait?: (wait: CrawlWait) => void;
}

/** The contents of a robots.txt other than its rules. */
export interface RobotsNews {
  /** The URL of the robots.txt. */
  readonly url: string;
  /** The delay between two requests, in milliseconds, limited to 30 seconds; 0 if there is none. */
  readonly crawlDelay: number;
  /** The same of the copy that it replaces; of itself if it is that copy. */
  readonly crawlDelayBefore: number;
  /** The URLs of the sitemaps it names. */
  readonly sitemaps: readonly string[];
}

/**
 * The answer to the request for robots.txt is an error such as `http-503`, or cannot be understood, which disallows
 * everything (RFC 9309, section 2.3.1.4).
 */
export interface UnreadableRobots {
  readonly kind: 'unreachable';
  /** The answer, as a code. */
  readonly reason: string;
  /** How many requests for this robots.txt got such an answer since it was last read. */
  readonly failures: number;
  /** When it is asked for again, in milliseconds since the epoch. */
  readonly until: number;
  /** Whether `until` is the server's wish (`Retry-After`). */
  readonly isRetryAfter: boolean;
}

/** Whether a URL may be fetched, and if not, why. */
export type Permission =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'disallowed'; readonly rule: Rule | null }
  | UnreadableRobots
  /** The server cannot be reached, neither for robots.txt nor for pages. */
  | { readonly kind: 'failure'; readonly failure: FetchFailure };

/** How long a copy may be used, in milliseconds (RFC 9309, section 2.4). */
const MAX_AGE = 24 * 60 * 60 * 1000;
/** In milliseconds. A longer value cannot be meant as a delay between pages. */
const MAX_CRAWL_DELAY = 30_000;
/** The reason for such a wait, in words. */
export const CRAWL_DELAY = 'Crawl-delay';
/** How many redirects are followed (RFC 9309, section 2.3.1.2). */
const MAX_REDIRECTS = 5;
/**
 * How long a failure is remembered, in milliseconds, so that not every page of a site asks again. It doubles each time.
 */
const FIRST_MEMORY = 500;
const LONGEST_MEMORY = 60_000;
/** Failures that say nothing about other pages of the site: the server answered. */
const OF_ONE_ANSWER: ReadonlySet<FetchFailureCode> = new Set<FetchFailureCode>(['bad-encoding', 'headers-too-large']);
/** How many sites keep their compiled rules. */
const MAX_SITES = 1000;

interface Access {
  readonly group: Group | null;
  /** The permission if there is no group. */
  readonly otherwise: Permission;
  /** When the first page may be requested, in milliseconds since the epoch; 0 for at once. */
  readonly pagesFrom: number;
  /** In milliseconds since the epoch. */
  readonly expires: number;
}

const ALLOWED: Permission = { kind: 'allowed' };

/** Decides for each URL whether its site's robots.txt allows the fetch. It stores a copy in the frontier for a day. */
export class RobotsPolicy {
  readonly #options: GateOptions;
  /** Oldest first. */
  readonly #sites = new Map<string, Promise<Access>>();
  /**
   * How many requests for a robots.txt failed in a row, with and without an answer: a server that restarts may refuse many
   * connections before its gateway answers. None is forgotten: the URLs of a
   * host are given up by these counts.
   */
  readonly #failures = new Map<string, { answered: number; silent: number; last: Access }>();

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Decides like {@link look}, and then waits until the page may be requested. */
  async ask(sent: string, delay: number, signal: AbortSignal): Promise<Permission> {
    const { permission, wait } = await this.look(sent, delay, signal);
    await pause(wait, signal);
    return permission;
  }

  /**
   * Fetches the site's robots.txt if it is not known.
   *
   * @param sent the URL as requested
   * @param delay the delay between two requests to the site, in milliseconds
   * @param signal ends the request, which then fails as `cancelled`
   * @returns whether the page may be requested, and how many milliseconds to wait before: robots.txt may have
   *   been requested less than a delay ago
   */
  async look(sent: string, delay: number, signal: AbortSignal): Promise<{ permission: Permission; wait: number }> {
    const target = parseTarget(sent);
    if ('kind' in target) return { permission: { kind: 'failure', failure: target }, wait: 0 };
    const { group, otherwise, pagesFrom } = await this.#access(target.origin, delay, signal);
    const decision = group === null ? null : group.decide(sent);
    const isByRule = decision !== null && !(decision instanceof UrlError) && !decision.allowed;
    const permission = isByRule ? ({ kind: 'disallowed', rule: decision.rule } as const) : otherwise;
    const wait = permission.kind === 'allowed' && pagesFrom > 0 ? pagesFrom - this.#options.frontier.now() : 0;
    return { permission, wait: Math.max(wait, 0) };
  }

  async #access(origin: string, delay: number, signal: AbortSignal): Promise<Access> {
    const now = this.#options.frontier.now();
    const known = this.#sites.get(origin);
    const earlier = await known;
    if (earlier !== undefined && earlier.expires > now) return earlier;
    // If several calls waited for an expired copy, only the first asks again.
    const newer = this.#sites.get(origin);
    if (newer !== known && newer !== undefined) return newer;
    const access = this.#load(origin, delay, now, signal);
    this.#sites.delete(origin);
    this.#sites.set(origin, access);
    const [oldest] = this.#sites.keys();
    if (this.#sites.size > MAX_SITES && oldest !== undefined) this.#sites.delete(oldest);
    return access;
  }

  async #load(origin: string, delay: number, now: number, signal: AbortSignal): Promise<Access> {
    const { frontier, since = 0 } = this.#options;
    const failed = this.#failures.get(origin)?.last;
    if (failed !== undefined && failed.expires > now) return failed;
    const copy = await readCopy(frontier, origin);
    const isFresh = copy !== null && copy.unreachableSince === null && copy.at <= now && now - copy.at < MAX_AGE;
    const isWanted = isFresh && copy.at >= since;
    const cached = copy === null ? null : parseCopy(copy);
    if (isWanted) {
      const granted = await this.#granted(origin, cached, cached, copy.at + MAX_AGE);
      // Another program may have just read it.
      return this.#oneDelayAfter(origin, copy.at, delay, granted);
    }
    const result = await this.#fetch(`${origin}/robots.txt`, delay, signal);
    if (result.kind === 'failure' && result.code === 'cancelled')
      return denied({ kind: 'failure', failure: result }, 0);
    const access = accessFor(result, { unreachableFor: now - unreachableSince(copy, now), cached });
    await writeCopy(frontier, origin, nextCopy(copy, result, now));
    if (access.kind === 'unreachable') return this.#denied(origin, access.reason, result);
    const granted = await this.#granted(origin, access.robots, cached, now + MAX_AGE);
    return this.#oneDelayAfter(origin, frontier.now(), delay, granted);
  }

  #denied(origin: string, reason: string, result: FetchResult): Access {
    const now = this.#options.frontier.now();
    const { answered, silent } = this.#failures.get(origin) ?? { answered: 0, silent: 0 };
    const isSilent = result.kind === 'failure' && !OF_ONE_ANSWER.has(result.code);
    const failures = (isSilent ? silent : answered) + 1;
    const memory = Math.min(FIRST_MEMORY * 2 ** (failures - 1), LONGEST_MEMORY);
    // An archive asks nobody to wait.
    const asked = result.kind === 'failure' || this.#options.isOffline === true ? 0 : retryAfter(result, now);
    const until = now + Math.max(memory, asked);
    const permission: Permission = isSilent
      ? { kind: 'failure', failure: result }
      : { kind: 'unreachable', reason, failures, until, isRetryAfter: asked > memory };
    const last = denied(permission, until);
    this.#failures.set(origin, isSilent ? { answered, silent: failures, last } : { answered: failures, silent, last });
    return last;
  }

  /**
   * Notes when the first page may be requested: one delay after robots.txt.
   *
   * @param sentAt when robots.txt was requested, by the frontier's clock
   */
  #oneDelayAfter(origin: string, sentAt: number, delay: number, access: Access): Access {
    const { frontier, isOffline = false, onWait } = this.#options;
    const crawlDelay = crawlDelayOf(access.group);
    const pagesFrom = sentAt + Math.max(delay, crawlDelay);
    if (isOffline || pagesFrom <= frontier.now()) return access;
    const why = crawlDelay >= delay ? CRAWL_DELAY : 'the delay between two requests';
    onWait?.({ site: origin.replace(/.*\//, ''), until: pagesFrom, why });
    return { ...access, pagesFrom };
  }

  async #granted(origin: string, robots: Robots | null, before: Robots | null, expires: number): Promise<Access> {
    this.#failures.delete(origin);
    const groupOf = (file: Robots | null): Group | null => file?.groupFor(this.#options.productToken) ?? null;
    const group = groupOf(robots);
    const url = `${origin}/robots.txt`;
    await this.#options.onRead({
      url,
      crawlDelay: crawlDelayOf(group),
      crawlDelayBefore: crawlDelayOf(before === robots ? group : groupOf(before)),
      sitemaps: robots?.sitemapLines(url).flatMap((line) => sitemapUrl(line) ?? []) ?? [],
    });
    return { group, otherwise: ALLOWED, pagesFrom: 0, expires };
  }

  /** Returns the result of the last hop. Each hop waits for the delay, because most lead to the same host. */
  async #fetch(url: string, delay: number, signal: AbortSignal): Promise<FetchResult> {
    const { fetcher, isOffline = false } = this.#options;
    let at = url;
    for (let redirects = 0; ; redirects++) {
      const result = await fetcher.fetch(at, { signal, maxBytes: MAX_BYTES + 1 });
      const target = result.kind === 'response' ? redirectTarget(at, result) : null;
      const next = typeof target === 'string' ? bareWireUrl(target) : null;
      if (next === null || !/^https?:/.test(next) || redirects === MAX_REDIRECTS) return withBareBody(result);
      if (!isOffline) await pause(delay, signal);
      at = next;
    }
  }
}

/**
 * Removes user names from the URLs in the file, because the whole file is stored up to the cut. All other bytes stay
 * unchanged, one per character.
 */
function withBareBody(result: FetchResult): FetchResult {
  if (result.kind === 'failure' || result.body === null) return result;
  const text = Buffer.from(result.body).toString('latin1');
  const end = result.truncated ? Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1 : text.length;
  const bare = text.slice(0, end).replace(/[^\r\n]+/g, bareLine);
  return { ...result, body: Buffer.from(bare, 'latin1') };
}

/** The start of a line whose value is a path, such as a rule. What looks like a user name there is part of the path. */
const OF_PATH = /^[^:#]*:[\t ]*(?:\/(?![/\\])|\*)[^\s#]*/;

/** A line that names a sitemap whose URL lacks its scheme. */
const SCHEMELESS_SITEMAP = /^([^\w:#]*site[- ]?map[^:#]*:[\t ]*)(?![\t ])(?!(?:[a-z][a-z\d+.-]*:)?[/\\])([^#]*)/i;

/** The value of a record may be a URL that is recognized only on its own. */
function bareLine(line: string): string {
  const [path = ''] = OF_PATH.exec(line) ?? [];
  const text = withoutCredentials(line.slice(path.length));
  const value = text.indexOf(':') + 1;
  const bare = path + text.slice(0, value) + withoutCredentials(text.slice(value));
  return bare.replace(SCHEMELESS_SITEMAP, (_, key: string, url: string) => key + withoutMeantUserinfo(url));
}

function denied(otherwise: Permission, expires: number): Access {
  return { group: null, otherwise, pagesFrom: 0, expires };
}

function parseCopy({ body }: RobotsCopy): Robots | null {
  return body === null ? null : parseRobots(body);
}

function nextCopy(before: RobotsCopy | null, result: FetchResult, now: number): RobotsCopy {
  // After 30 days without an answer, the rules from before apply, but the answer is still an error.
  if (result.kind === 'failure' || isUnreachable(result.status))
    return { at: 0, body: null, ...before, unreachableSince: unreachableSince(before, now) };
  return { at: now, body: result.status < 300 ? (result.body ?? new Uint8Array()) : null, unreachableSince: null };
}

/** At most now, in case the clock of an earlier session was ahead. */
function unreachableSince(copy: RobotsCopy | null, now: number): number {
  return Math.min(copy?.unreachableSince ?? now, now);
}

function crawlDelayOf(group: Group | null): number {
  return Math.min((group?.crawlDelay ?? 0) * 1000, MAX_CRAWL_DELAY);
}
