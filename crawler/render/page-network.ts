import type { Request, Route } from 'playwright-core';
import { withoutUserinfo } from '../../src/url/credentials.ts';
import { UrlError } from '../../src/url/error.ts';
import type { FetchResponse, FetchResult } from '../fetch/fetch-result.ts';
import type { RequestHeader } from '../fetch/headers.ts';
import { originOf } from '../fetch/target.ts';
import { bareWireUrl, redirectTarget } from '../reference.ts';
import type { NetworkOptions } from './rendering.ts';

/** The page that a browser shows. */
interface ShownPage {
  /** The URL as requested. */
  readonly url: string;
  readonly response: FetchResponse;
  /** Ends the requests of the page. */
  readonly signal: AbortSignal;
}

/** The most requests of a page, and bytes of their answers. */
const MAX_REQUESTS = 200;
const MAX_BYTES = 20 * 1024 * 1024;
/** The most redirects of one request. */
const MAX_REDIRECTS = 5;
/** How many places that scripts wanted to lead to are kept. */
const MAX_LEFT = 10;

/** What scripts load to build a page. Pictures, fonts and media change no link and no text. */
const WANTED: ReadonlySet<string> = new Set(['script', 'xhr', 'fetch']);
/** Headers that the crawler sets itself, or that belong to one connection. */
const NOT_SENT =
  /^(?:accept-encoding|authorization|connection|content-length|cookie|expect|host|keep-alive|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade.*|user-agent)$/i;
/** Headers that no longer fit the decoded body, or would lead the browser elsewhere. */
const NOT_ANSWERED =
  /^(?:alt-svc|clear-site-data|connection|content-disposition|content-encoding|content-length|keep-alive|link|location|nel|refresh|report-to|set-cookie|strict-transport-security|transfer-encoding)$/;

/** Why a request gets no answer, as Playwright names it. */
type Refusal = 'aborted' | 'blockedbyclient' | 'failed';

/**
 * Answers all requests of one page in a browser, which itself has no network: the page with what was fetched, scripts
 * and data by the crawl's own fetcher. So addresses are checked where connections are opened, and credentials go where
 * they go in every crawl.
 */
export class PageNetwork {
  /** Whether the browser has asked for the page. */
  hasBegun = false;
  /** Where scripts wanted to lead the browser. */
  readonly left: string[] = [];
  /** Whether scripts wanted to load another page, or this one again. */
  isLedAway = false;
  /** Whether requests were refused because there were too many, or too large. */
  isLimited = false;
  /** Whether robots.txt disallows some of the requests. */
  isDisallowed = false;
  /** Whether a script, or data that scripts wanted, could not be loaded. */
  isIncomplete = false;
  /** How many requests the page has made. */
  asked = 0;
  /** How many of them are not answered yet. */
  running = 0;
  readonly #options: NetworkOptions;
  readonly #page: ShownPage;
  readonly #origin: string | null;
  #requests = 0;
  #bytes = 0;

  constructor(page: ShownPage, options: NetworkOptions) {
    this.#page = page;
    this.#origin = originOf(page.url);
    this.#options = options;
  }

  /** Answers a request. Never rejects: the page may be gone. */
  async answer(route: Route): Promise<void> {
    this.asked++;
    this.running++;
    try {
      const request = route.request();
      const answer = request.isNavigationRequest() ? this.#navigate(request) : await this.#load(request);
      await (typeof answer === 'string' ? route.abort(answer) : route.fulfill(answer));
    } catch {
      await route.abort().catch(() => {});
    } finally {
      this.running--;
    }
  }

  /** Shows the page, and nothing else: neither what scripts lead to, nor frames. */
  #navigate(request: Request): Answer | Refusal {
    const isMain = request.frame().parentFrame() === null;
    if (!isMain) return 'blockedbyclient';
    if (!this.hasBegun) {
      this.hasBegun = true;
      return answerOf(this.#page.response);
    }
    this.isLedAway = true;
    const to = withoutUserinfo(request.url().replace(/#.*/s, ''));
    const isNew = request.method() === 'GET' && to !== withoutUserinfo(this.#page.url) && !this.left.includes(to);
    if (isNew && this.left.length < MAX_LEFT) this.left.push(to);
    return 'aborted';
  }

  async #load(request: Request): Promise<Answer | Refusal> {
    const type = request.resourceType();
    // An error would keep scripts from running that wait for their style.
    if (type === 'stylesheet') return { status: 200, headers: { 'content-type': 'text/css' }, body: Buffer.alloc(0) };
    if (!WANTED.has(type) || request.method() !== 'GET') return 'blockedbyclient';
    if (++this.#requests > MAX_REQUESTS || this.#bytes > MAX_BYTES) {
      this.isLimited = true;
      return 'blockedbyclient';
    }
    const url = bareWireUrl(request.url().replace(/#.*/s, ''));
    if (url === null) return 'failed';
    const headers = request.headers();
    const fetch = (signal?: AbortSignal): Promise<FetchResult> => this.#follow(url, sendable(headers), signal);
    // Several pages may wait for the same script, so that the end of one must not end it.
    const result = await (type === 'script'
      ? this.#options.scripts.get(`${this.#origin} ${url}`, () => fetch())
      : fetch(this.#page.signal));
    if (result === DISALLOWED) this.isDisallowed = true;
    else if (result.kind === 'failure' || (type === 'script' && result.status >= 400)) this.isIncomplete = true;
    if (result.kind === 'failure') return result.code === 'private-address' ? 'blockedbyclient' : 'failed';
    this.#bytes += result.body?.length ?? 0;
    if (isShared(url, headers['origin'], result)) return answerOf(result);
    this.isIncomplete = true;
    return 'failed';
  }

  /** Follows redirects itself: a browser would follow them without asking. */
  async #follow(first: string, headers: readonly RequestHeader[], signal?: AbortSignal): Promise<FetchResult> {
    const { fetcher, bareFetcher, gate } = this.#options;
    let url = first;
    for (let hops = 0; ; hops++) {
      const permission = await gate?.ask(url, 0, signal ?? new AbortController().signal);
      if (permission?.kind === 'disallowed') return DISALLOWED;
      if (permission !== undefined && permission.kind !== 'allowed') return REFUSED;
      const sender = originOf(url) === this.#origin ? fetcher : bareFetcher;
      const result = await sender.fetch(url, { headers, ...(signal !== undefined && { signal }) });
      const target = result.kind === 'failure' ? null : redirectTarget(url, result);
      if (target === null) return result;
      const next = target instanceof UrlError ? null : bareWireUrl(target.replace(/#.*/s, ''));
      if (next === null || hops >= MAX_REDIRECTS || !/^https?:/.test(originOf(next) ?? '')) return REFUSED;
      url = next;
    }
  }
}

const REFUSED: FetchResult = { kind: 'failure', code: 'bad-response', message: '', retryable: false };
/** Known by its identity, which the cache of scripts keeps. */
const DISALLOWED: FetchResult = { ...REFUSED };

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

function answerOf({ status, headers, body }: FetchResponse): Answer {
  const answered = Object.entries(headers).filter(([name]) => !NOT_ANSWERED.test(name));
  return {
    status,
    headers: Object.fromEntries(answered.map(([name, value]) => [name, [value].flat().join(', ')])),
    body: Buffer.from(body ?? new Uint8Array()),
  };
}

/** Whether a page may read the answer of another origin. Playwright would allow it where the server says nothing. */
function isShared(url: string, origin: string | undefined, { headers }: FetchResponse): boolean {
  return origin === undefined || origin === originOf(url) || 'access-control-allow-origin' in headers;
}

/** What the page's scripts set, without what would speak for the crawler. */
function sendable(headers: Readonly<Record<string, string>>): readonly RequestHeader[] {
  return Object.entries(headers).filter(
    ([name, value]) => !NOT_SENT.test(name) && /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t -~\x80-\xff]*$/.test(value),
  );
}
