import PQueue from 'p-queue';
import type { AuditEntry } from '../src/audit/site/entry.ts';
import type { MissingPage } from '../src/audit/site/site.ts';
import type { Canonicalizer } from '../src/canon/canonicalizer.ts';
import type { Key } from '../src/canon/key.ts';
import { wireUrl } from '../src/canon/wire-url.ts';
import { withoutUserinfo } from '../src/url/credentials.ts';
import { UrlError } from '../src/url/error.ts';
import { parseUrl } from '../src/url/parse.ts';
import { siteOf } from './discovery.ts';
import type { FetchResponse, FetchResult } from './fetch/fetch-result.ts';
import type { Fetcher } from './fetch/fetcher.ts';
import { keptHeader } from './fetch/response.ts';
import { readWhole } from './page/document.ts';
import { keptOf } from './page/kept-record.ts';
import { pause } from './politeness/pause.ts';
import { sitePause } from './politeness/retry-after.ts';
import { impossibleSibling } from './probe/controls.ts';
import { bareWireUrl, redirectTarget } from './reference.ts';
import type { RobotsPolicy } from './robots/policy.ts';

/** How the targets of an audit are fetched. */
export interface TargetOptions {
  /** Sends the requests. */
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  /** Checks robots.txt; null to fetch disallowed URLs too. */
  readonly gate: Pick<RobotsPolicy, 'ask'> | null;
  readonly canonicalizer: Canonicalizer;
  /** The delay between two requests to a site, in milliseconds. */
  readonly delayOf: (site: string) => number;
  /** Sites that ask to wait: they are not asked, and those that answer so are added. Default: none. */
  readonly waiting?: Set<string>;
  /** The number of fetches at a time, across all sites. */
  readonly concurrency: number;
  /** Stops the fetches. */
  readonly signal: AbortSignal;
  /** Whether pages are read; otherwise only statuses and redirects count, and no body is downloaded. Default: true. */
  readonly readsPages?: boolean;
  /** Called before each request. */
  readonly onFetch: (url: string) => void;
}

/** How many redirects are followed from a target. */
const MAX_HOPS = 5;
/** How many bytes of a page are read. The head, which an audit needs, comes first. */
const MAX_BYTES = 1024 * 1024;

const LOOP = { state: 'failed', reason: 'redirect-loop', aliasOf: null, aliasBy: null } as const;

/**
 * Fetches URLs that pages name but the crawl did not fetch, and follows their redirects. Their entries have negative
 * numbers, to differ from those of the crawl.
 */
export class TargetFetcher {
  readonly #options: TargetOptions;
  readonly #requests: PQueue;
  /** One queue per site, which sends one request at a time. */
  readonly #sites = new Map<string, PQueue>();
  readonly #entries = new Map<Key, AuditEntry>();
  readonly #waiting: Set<string>;
  #lastId = 0;

  constructor(options: TargetOptions) {
    this.#options = options;
    this.#waiting = options.waiting ?? new Set();
    this.#requests = new PQueue({ concurrency: options.concurrency });
  }

  /**
   * Returns the entries of the URLs and of their redirect targets. A string that is not an http(s) URL has no entry.
   */
  async fetch(urls: readonly string[]): Promise<readonly AuditEntry[]> {
    await Promise.all(urls.map((url) => this.#follow(withoutUserinfo(url))));
    this.#openCircles();
    return [...this.#entries.values()];
  }

  /**
   * The page that a site returns for a path that cannot exist; null if the site answers that the page does not exist.
   *
   * @param sibling a URL in the same folder and of the same form
   */
  async missingPage(sibling: string): Promise<MissingPage | null> {
    const url = impossibleSibling(sibling);
    const result = await this.#ask(url, siteOf(parseUrl(url)));
    if (result === null || typeof result === 'string' || result.kind === 'failure' || result.status >= 300) return null;
    const { text } = (await readWhole({ url, headers: result.headers, body: result.body })).record;
    return { url, status: result.status, text: text?.hash ?? null, sketch: text?.sketch ?? null };
  }

  /** Marks the redirect that closes a circle as failed, as a frontier does. */
  #openCircles(): void {
    const ended = new Set<Key>();
    for (const start of this.#entries.keys()) {
      const way = new Set<Key>();
      let entry = this.#entries.get(start);
      while (entry !== undefined && !ended.has(entry.key) && entry.aliasOf !== null) {
        way.add(entry.key);
        if (way.has(entry.aliasOf)) {
          this.#entries.set(entry.key, { ...entry, ...LOOP });
          break;
        }
        entry = this.#entries.get(entry.aliasOf);
      }
      for (const key of way) ended.add(key);
    }
  }

  async #follow(start: string): Promise<void> {
    let url = start;
    for (let hops = 0; hops <= MAX_HOPS; hops++) {
      const next = await this.#fetchOne(url);
      if (next === null) return;
      url = next;
    }
    const key = this.#options.canonicalizer.key(url);
    if (key instanceof UrlError || this.#entries.has(key)) return;
    this.#entries.set(key, { ...this.#entry(key, url), state: 'failed', reason: 'too-many-redirects' });
  }

  /** Fetches one URL. Returns its redirect target; null if there is none or it is already known. */
  async #fetchOne(url: string): Promise<string | null> {
    const { canonicalizer, signal } = this.#options;
    const key = canonicalizer.key(url);
    const sent = wireUrl(url);
    if (signal.aborted || key instanceof UrlError || sent instanceof UrlError || this.#entries.has(key)) return null;
    if (!/^https?:/.test(sent)) return null;
    const entry = this.#entry(key, url);
    this.#entries.set(key, entry);
    const { answered, result } = await this.#askWithin(entry, sent);
    if (result === null) {
      this.#entries.delete(key);
      return null;
    }
    const asked = answered === sent ? entry : { ...entry, finalUrl: answered };
    if (typeof result === 'string') this.#entries.set(key, { ...asked, state: 'skipped', reason: result });
    else if (result.kind === 'failure') this.#entries.set(key, { ...asked, state: 'failed', reason: result.code });
    else return this.#answered(asked, answered, result);
    return null;
  }

  /** Asks for a URL, and follows redirects to other URLs of its key, as a crawl does. */
  async #askWithin(
    { key, site }: AuditEntry,
    sent: string,
  ): Promise<{ readonly answered: string; readonly result: FetchResult | string | null }> {
    for (let [url, hops] = [sent, 0]; ; hops++) {
      const result = await this.#ask(url, site);
      const isResponse = result !== null && typeof result !== 'string' && result.kind === 'response';
      const target = isResponse ? redirectTarget(url, result) : null;
      const next = typeof target === 'string' ? bareWireUrl(target) : null;
      const isWithin = next !== null && next !== url && this.#options.canonicalizer.key(next) === key;
      if (!isWithin || hops === MAX_HOPS) return { answered: url, result };
      url = next;
    }
  }

  async #answered(entry: AuditEntry, sent: string, response: FetchResponse): Promise<string | null> {
    const { status } = response;
    const redirect = redirectTarget(sent, response);
    const target = typeof redirect === 'string' ? withoutUserinfo(redirect) : null;
    const targetKey = target === null ? null : this.#options.canonicalizer.key(target);
    const fetched = { ...entry, status, contentType: keptHeader(response, 'content-type') };
    if (target !== null && targetKey !== null && !(targetKey instanceof UrlError)) {
      this.#entries.set(entry.key, {
        ...fetched,
        state: 'done',
        aliasOf: targetKey,
        aliasBy: 'redirect',
        location: target,
      });
      return target;
    }
    if (status >= 300) this.#entries.set(entry.key, { ...fetched, state: 'failed', reason: `http-${status}` });
    else {
      const { record } = await readWhole({ url: sent, headers: response.headers, body: response.body });
      this.#entries.set(entry.key, {
        ...fetched,
        state: 'done',
        details: { ...keptOf(record, status), lastModified: keptHeader(response, 'last-modified') },
      });
    }
    return null;
  }

  /** Returns the result, the reason if robots.txt disallows the URL, or null if it was not asked or was stopped. */
  async #ask(sent: string, site: string): Promise<FetchResult | string | null> {
    const { fetcher, gate, delayOf, signal, onFetch, readsPages = true } = this.#options;
    const turns = this.#sites.get(site) ?? new PQueue({ concurrency: 1 });
    this.#sites.set(site, turns);
    return turns.add(async () => {
      if (signal.aborted || this.#waiting.has(site)) return null;
      const permission = await gate?.ask(sent, delayOf(site), signal);
      if (permission?.kind === 'failure') return permission.failure;
      if (permission?.kind === 'disallowed') return 'robots';
      if (permission?.kind === 'unreachable') return 'robots-unreachable';
      const result = await this.#requests.add(() => {
        onFetch(sent);
        return fetcher.fetch(sent, { signal, maxBytes: MAX_BYTES, wantBody: (status) => readsPages && status < 300 });
      });
      if (result.kind === 'response' && sitePause(result, Date.now()) > 0) this.#waiting.add(site);
      else await pause(delayOf(site), signal);
      return result.kind === 'failure' && result.code === 'cancelled' ? null : result;
    });
  }

  #entry(key: Key, url: string): AuditEntry {
    return {
      id: --this.#lastId,
      key,
      url,
      finalUrl: null,
      firstFailure: null,
      site: siteOf(parseUrl(key)),
      state: 'queued',
      status: null,
      depth: 0,
      contentType: null,
      digest: null,
      role: 'page',
      source: 'audit',
      foundOn: null,
      aliasOf: null,
      aliasBy: null,
      location: null,
      reason: null,
      details: null,
      spellings: [],
      listings: [],
    };
  }
}
