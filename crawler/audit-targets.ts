import PQueue from 'p-queue';
import type { AuditEntry } from '../src/audit/entry.ts';
import type { MissingPage } from '../src/audit/site.ts';
import type { Canonicalizer } from '../src/canon/canonicalizer.ts';
import type { Key } from '../src/canon/key.ts';
import { wireUrl } from '../src/canon/wire-url.ts';
import { UrlError } from '../src/url/error.ts';
import { parseUrl } from '../src/url/parse.ts';
import { resolve } from '../src/url/resolve.ts';
import { clock } from './clock.ts';
import { siteOf, withoutUserinfo } from './discovery.ts';
import type { Fetcher } from './fetch/fetcher.ts';
import type { FetchResponse, FetchResult } from './fetch/outcome.ts';
import { escapeBytes, header, isRedirect } from './fetch/response.ts';
import { readDocument } from './page/document.ts';
import { pause } from './pause.ts';
import type { RobotsGate } from './robots/gate.ts';

export interface TargetOptions {
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  /** Null to fetch what a robots.txt forbids, too. */
  readonly gate: Pick<RobotsGate, 'ask'> | null;
  readonly canonicalizer: Canonicalizer;
  /** Milliseconds between two requests to one site. */
  readonly delay: number;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly onFetch: (url: string) => void;
}

/** Redirects that are followed from a target. */
const MAX_HOPS = 5;
/** Larger pages are read to here: what an audit asks of a target stands in its head. */
const MAX_BYTES = 1024 * 1024;

/**
 * Fetches URLs that pages name and the crawl did not fetch, with what they redirect to. Numbers of entries are negative,
 * so that none is one of the crawl's.
 */
export class TargetFetcher {
  readonly #options: TargetOptions;
  /** One request at a time for each site. */
  readonly #sites = new Map<string, PQueue>();
  readonly #entries = new Map<Key, AuditEntry>();
  #lastId = 0;

  constructor(options: TargetOptions) {
    this.#options = options;
  }

  /** Entries of the URLs, and of those that they redirect to. What is no URL of the web has none. */
  async fetch(urls: Iterable<string>): Promise<readonly AuditEntry[]> {
    const all = new PQueue({ concurrency: this.#options.concurrency });
    for (const url of urls) void all.add(() => this.#follow(withoutUserinfo(url)));
    await all.onIdle();
    return [...this.#entries.values()];
  }

  /** What a site answers for a path that cannot exist; null where it says that there is no page. */
  async missingPage(origin: string): Promise<MissingPage | null> {
    const url = `${origin}/dustpan-${crypto.randomUUID()}`;
    const result = await this.#ask(url, siteOf(parseUrl(url)));
    if (result === null || typeof result === 'string' || result.kind === 'failure' || result.status >= 300) return null;
    const { text } = readDocument(url, result).record;
    return { url, status: result.status, text: text?.hash ?? null, sketch: text?.sketch ?? null };
  }

  async #follow(start: string): Promise<void> {
    let url = start;
    for (let hops = 0; hops <= MAX_HOPS; hops++) {
      const next = await this.#fetchOne(url);
      if (next === null) return;
      url = next;
    }
  }

  /** Returns where it redirects to; null where it does not, or that is known already. */
  async #fetchOne(url: string): Promise<string | null> {
    const { canonicalizer, signal } = this.#options;
    const key = canonicalizer.key(url);
    const sent = wireUrl(url);
    if (signal.aborted || key instanceof UrlError || sent instanceof UrlError || this.#entries.has(key)) return null;
    if (!/^https?:/.test(sent)) return null;
    const entry = this.#entry(key, url);
    this.#entries.set(key, entry);
    const result = await this.#ask(sent, entry.site);
    if (result === null) {
      this.#entries.delete(key);
      return null;
    }
    if (typeof result === 'string') this.#entries.set(key, { ...entry, state: 'skipped', reason: result });
    else if (result.kind === 'failure') this.#entries.set(key, { ...entry, state: 'failed', reason: result.code });
    else return this.#answered(entry, sent, result);
    return null;
  }

  #answered(entry: AuditEntry, sent: string, response: FetchResponse): string | null {
    const { status } = response;
    const location = isRedirect(status) ? header(response, 'location') : null;
    const target = location === null ? null : resolve(sent, escapeBytes(location));
    const targetKey = target === null || target instanceof UrlError ? null : this.#options.canonicalizer.key(target);
    const fetched = { ...entry, status, contentType: header(response, 'content-type') };
    if (typeof target === 'string' && targetKey !== null && !(targetKey instanceof UrlError)) {
      const isLoop = targetKey === entry.key;
      const alias = { state: isLoop ? 'failed' : 'done', reason: isLoop ? 'redirect-loop' : null };
      this.#entries.set(entry.key, { ...fetched, ...alias, aliasOf: isLoop ? null : targetKey, aliasBy: 'redirect' });
      return isLoop ? null : target;
    }
    if (status >= 300) this.#entries.set(entry.key, { ...fetched, state: 'failed', reason: `http-${status}` });
    else this.#entries.set(entry.key, { ...fetched, state: 'done', details: detailsOf(sent, response) });
    return null;
  }

  /** Null where it was stopped; the reason where a robots.txt forbids it. */
  async #ask(sent: string, site: string): Promise<FetchResult | string | null> {
    const { fetcher, gate, delay, signal, onFetch } = this.#options;
    const turns = this.#sites.get(site) ?? new PQueue({ concurrency: 1 });
    this.#sites.set(site, turns);
    return turns.add(async () => {
      if (signal.aborted) return null;
      const permission = await gate?.ask(sent, delay, clock(), signal);
      if (permission?.kind === 'failure') return permission.failure;
      if (permission?.kind === 'disallowed') return 'robots';
      if (permission?.kind === 'unreachable') return 'robots-unreachable';
      onFetch(sent);
      const result = await fetcher.fetch(sent, { signal, maxBytes: MAX_BYTES, wantBody: (status) => status < 300 });
      await pause(delay, signal);
      return result.kind === 'failure' && result.code === 'cancelled' ? null : result;
    });
  }

  #entry(key: Key, url: string): AuditEntry {
    return {
      id: --this.#lastId,
      key,
      url,
      finalUrl: null,
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
      reason: null,
      details: null,
      spellings: [],
      listings: [],
    };
  }
}

function detailsOf(url: string, response: FetchResponse): NonNullable<AuditEntry['details']> {
  const { text, ...rest } = readDocument(url, response).record;
  const record = JSON.stringify({ ...rest, words: text?.words ?? null });
  return { text: text?.hash ?? null, sketch: text?.sketch ?? null, record };
}
