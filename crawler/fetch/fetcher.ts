import type { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { type OptionNames, refuseUnknownOptions } from '../../src/known-options.ts';
import { isRedirect } from '../../src/status-codes.ts';
import { escapeBytes } from '../../src/text/bytes.ts';
import { withoutUserinfo } from '../../src/url/credentials.ts';
import { MAX_TIMEOUT } from '../limits.ts';
import { BodyRoom, type BodyShare } from './body-room.ts';
import { presentedCertificate } from './certificate.ts';
import { type ClientCertificate, type ConnectOptions, createConnect, hostAndPort, type Way, wayTo } from './connect.ts';
import { type ConnectTo, standInLocation } from './connect-to.ts';
import { parseCookieFile } from './cookie-file.ts';
import type { Cookies } from './cookies.ts';
import { type Decoded, decodeContent } from './decode.ts';
import { Exchange, type Reply, type WantBody } from './exchange.ts';
import { cancelled, type FailureContext, failure, failureOf, MAX_HEADER_BYTES, shortAscii } from './failure.ts';
import type { FetchFailure, FetchResult } from './fetch-result.ts';
import { HeaderTable, type RequestHeader, requestHeaders } from './headers.ts';
import { authorityOf, authorizationFor, type Environment, type Proxy, proxyChoice } from './proxy.ts';
import type { ExchangeRecorder, RecordedExchange } from './recorded-exchange.ts';
import { header } from './response.ts';
import { ReusingAgent } from './reused-connection.ts';
import { parseTarget, type Target } from './target.ts';
import { wantsPassword } from './tunnel.ts';

/** How a `Fetcher` works. */
export interface FetcherOptions {
  /** The User-Agent header of every request. */
  readonly userAgent: string;
  /** Headers sent with every request to every host. A header with the name of a default one replaces it. */
  readonly headers?: readonly RequestHeader[];
  /** Headers sent only to one origin, such as `https://example.com`, and hidden from all others. */
  readonly headersByOrigin?: ReadonlyMap<string, readonly RequestHeader[]>;
  /**
   * The time limit for a whole fetch, in milliseconds: waiting for a connection, opening it, headers and body. Default:
   * 30,000.
   */
  readonly timeout?: number;
  /** The largest decoded body, in bytes. The rest is not downloaded. Default: 10 MiB. */
  readonly maxBytes?: number;
  /** Rules for where to connect. The addresses they name are allowed even if they are private. */
  readonly connectTo?: readonly ConnectTo[];
  /**
   * A host that every request connects to, whatever host its URL names. The rules for that host decide which addresses
   * are allowed.
   */
  readonly at?: string;
  /**
   * Whether private addresses are allowed for every host. Default: false, and such a fetch fails with
   * `private-address`.
   */
  readonly allowPrivate?: boolean;
  /**
   * The seeds, as requested. Their hosts may have private addresses at their ports. Only their sites get cookies, and
   * only their hosts and ports see the client certificate.
   */
  readonly seeds?: readonly string[];
  /**
   * Resolves names. It is called once per connection, and the connection is opened to its result. Default: the system's
   * resolver.
   */
  readonly lookup?: LookupFunction;
  /** PEM certificates trusted in addition to those of the runtime. */
  readonly ca?: string;
  /**
   * A proxy for every request: `http://`, `https://`, `socks5://` (names are resolved here) or `socks5h://` (names are
   * resolved by the proxy), with its user name and password if it asks for them. Or an environment, such as
   * `process.env`, in which HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY name proxies. Default: none.
   *
   * HTTP proxies resolve names too. Then only hosts that are IP addresses, and `localhost`, can be refused as private.
   */
  readonly proxy?: string | URL | Environment;
  /**
   * The text of a cookie file in Netscape's format, which may be empty. Its cookies and those that responses set are
   * kept in memory, and sent to the sites of `seeds` only. Default: no cookies.
   */
  readonly cookies?: string;
  /** The certificate that `seeds` get to see. */
  readonly clientCertificate?: ClientCertificate;
  /** The most connections to one origin. Default: as many as fetches running at the same time. */
  readonly connections?: number;
  /** Records every exchange in a web archive, with its body. Default: none. */
  readonly recorder?: ExchangeRecorder;
}

/** All options of `Fetcher`. */
export const FETCHER_OPTIONS: OptionNames<FetcherOptions> = {
  userAgent: true,
  headers: true,
  headersByOrigin: true,
  timeout: true,
  maxBytes: true,
  connectTo: true,
  at: true,
  allowPrivate: true,
  seeds: true,
  lookup: true,
  ca: true,
  proxy: true,
  cookies: true,
  clientCertificate: true,
  connections: true,
  recorder: true,
};

const NUMBERS = ['timeout', 'maxBytes', 'connections'] as const satisfies (keyof FetcherOptions)[];

/** The options of one fetch. */
export interface FetchRequest {
  /** Decides by status and headers whether to download the body. Default: always. */
  readonly wantBody?: WantBody;
  /** Ends the fetch with the failure `cancelled`. */
  readonly signal?: AbortSignal;
  /** The largest decoded body, in bytes, instead of the fetcher's limit. */
  readonly maxBytes?: number;
  /** Headers sent in addition to the fetcher's own. A header with the name of one of these replaces it. */
  readonly headers?: readonly RequestHeader[];
  /**
   * A share from {@link Fetcher.share}. The caller must release it when the body is no longer needed. Default: a share
   * that the fetch releases when it ends.
   */
  readonly share?: BodyShare;
  /** What the crawl knows about the URL, for the recorder. */
  readonly about?: () => Promise<RecordedExchange['about']>;
}

/** A crawl tells every fetch how to treat redirects, as the global `fetch` wants it. This one never follows them. */
const REQUEST: OptionNames<FetchRequest & { redirect: 'manual' }> = {
  wantBody: true,
  signal: true,
  maxBytes: true,
  headers: true,
  share: true,
  about: true,
  redirect: true,
};

/** How long a connection stays open without a request, in milliseconds: as long as undici does if the server says nothing. */
const LONGEST_IDLE = 4000;
/** In milliseconds. A firewall may drop connections to the HTTPS port of a host without HTTPS. */
const LONGEST_HANDSHAKE = 5000;

/**
 * Fetches URLs over HTTP/1.1 with persistent connections. It does not follow redirects, keeps cookies only if asked to,
 * and sends a URL's user name and password only to that URL. Any behaviour of a server results in a `FetchResult`, within
 * the limits of time and size.
 *
 * Values in `headers` contain one character per byte (Latin-1), as received.
 */
export class Fetcher {
  readonly #headers: HeaderTable;
  readonly #maxBytes: number;
  readonly #closing = new AbortController();
  readonly #connect: ConnectOptions;
  readonly #agent: ReusingAgent;
  /** Opens a connection for each request. */
  readonly #newConnections: Agent;
  readonly #recorder: ExchangeRecorder | null;
  readonly #room = new BodyRoom();
  /** Null if none are kept. The library is loaded only for them. */
  readonly #cookies: Promise<Cookies> | null;

  /**
   * @throws {UnknownOptionError} if an option does not exist
   * @throws {TypeError} if a limit is not a number
   * @throws {ProxyError} if a proxy is not valid; a `CookieFileError` if a cookie is not
   * @throws {RequestHeaderError} if a header cannot be sent
   * @throws {TypeError} if `ca` is not a certificate, or `clientCertificate` not one with its key
   */
  constructor(options: FetcherOptions) {
    refuseUnknownOptions(options, FETCHER_OPTIONS, 'of Fetcher');
    for (const name of NUMBERS) {
      const value: unknown = options[name] ?? 0;
      if (typeof value === 'number' && value >= 0) continue;
      throw new TypeError(`the option ${name} of Fetcher is not a number of at least 0; write it without a unit`);
    }
    const headers = requestHeaders(options.userAgent, options.headers ?? []);
    this.#headers = new HeaderTable(headers, options.headersByOrigin ?? new Map());
    this.#maxBytes = options.maxBytes ?? 10 * 1024 * 1024;
    const seeds = targetsOf(options.seeds ?? []);
    this.#cookies = options.cookies === undefined ? null : openJar(seeds, options.cookies);
    this.#connect = {
      connectTo: options.connectTo ?? [],
      at: options.at ?? null,
      verifies: true,
      allowPrivate: options.allowPrivate ?? false,
      seedSites: new Set(seeds.map(({ host, port }) => hostAndPort(host, port))),
      lookup: options.lookup ?? lookup,
      ca: options.ca ?? null,
      proxyFor: proxyChoice(options.proxy ?? null),
      clientCertificate: options.clientCertificate ?? null,
      timeout: Math.min(options.timeout ?? 30_000, MAX_TIMEOUT),
      signal: this.#closing.signal,
    };
    this.#recorder = options.recorder ?? null;
    const settings = {
      connect: createConnect(this.#connect),
      connections: options.connections ?? null,
      maxHeaderSize: MAX_HEADER_BYTES,
      // Servers may offer hours, and a crawl of many hosts would hold a connection to each.
      keepAliveMaxTimeout: LONGEST_IDLE,
      // The exchange has one timer for everything instead, which a slow trickle of bytes cannot reset.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    // With more, one bad response would spoil the next ones, and it was not faster when measured.
    this.#agent = new ReusingAgent({ ...settings, pipelining: 1 });
    this.#newConnections = new Agent({ ...settings, pipelining: 0 });
  }

  /** Creates a share of the room for bodies, for one fetch. */
  share(): BodyShare {
    return this.#room.share();
  }

  /**
   * Fetches one URL. A failure is a result too: rejects only if the response cannot be recorded.
   *
   * @param url an absolute ASCII URL, which is sent unchanged
   * @throws {UnknownOptionError} if an option of the request does not exist
   */
  async fetch(url: string, request: FetchRequest = {}): Promise<FetchResult> {
    refuseUnknownOptions(request, REQUEST, 'of fetch');
    if (request.share !== undefined) return this.#fetch(url, request, request.share);
    const share = this.share();
    try {
      return await this.#fetch(url, request, share);
    } finally {
      share.release();
    }
  }

  async #fetch(url: string, request: FetchRequest, share: BodyShare): Promise<FetchResult> {
    if (request.signal?.aborted === true) return cancelled();
    const target = parseTarget(url);
    if ('kind' in target) return target;
    const {
      headers,
      reply,
      failed,
      redirectsWithNewCookies = false,
    } = await (this.#cookies === null
      ? this.#exchange(target, request, share)
      : this.#withCookies(this.#cookies, url, target, request, share));
    if (reply === null) return failed;
    const limit = request.maxBytes ?? this.#maxBytes;
    const decoded = reply.wanted && failed === null ? await this.#decode(reply, limit, share) : null;
    const elapsed = performance.now() - reply.sent;
    if (this.#recorder !== null) {
      const about = (await request.about?.()) ?? [];
      const date = new Date(Date.now() - elapsed);
      await this.#recorder.record({
        ...exchangeOf(url, target, headers, reply),
        date,
        decoded: decoded?.bytes ?? null,
        about,
      });
    }
    if (failed !== null) return failed;
    if (reply.wanted && decoded === null) return this.#badEncoding(reply, target);
    return {
      kind: 'response',
      status: reply.status,
      headers: this.#named(reply.headers, target),
      body: decoded?.bytes ?? null,
      truncated: decoded?.truncated ?? false,
      elapsed,
      ...(redirectsWithNewCookies && { redirectsWithNewCookies }),
    };
  }

  /**
   * The certificate that a host presents at a port to a client that names no host. It sends no request, and the
   * certificate need not be trusted, so it is only a claim of the server's owner.
   *
   * @param host IPv6 with or without brackets
   * @returns null if there is no certificate, or none arrives soon
   */
  certificateAt(host: string, port: number, signal: AbortSignal): Promise<X509Certificate | null> {
    const connect = createConnect({
      ...this.#connect,
      verifies: false,
      ca: null,
      timeout: Math.min(this.#connect.timeout, LONGEST_HANDSHAKE),
      signal: AbortSignal.any([this.#closing.signal, signal]),
    });
    return presentedCertificate(connect, host, port);
  }

  /** Closes every connection. Running fetches end as `cancelled`. */
  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#newConnections.destroy()]);
    this.#closing.abort();
  }

  async #withCookies(
    jar: Promise<Cookies>,
    url: string,
    target: Target,
    request: FetchRequest,
    share: BodyShare,
  ): Promise<Answer> {
    const cookies = await jar;
    const end = performance.now() + this.#connect.timeout;
    for (let again = 0; ; again++) {
      const sent = cookies.headerFor(url);
      const answer = await this.#exchange(target, request, share, sent, end - performance.now());
      const { reply, failed } = answer;
      if (reply === null || failed !== null) return answer;
      cookies.take(url, target.host, reply.headers['set-cookie'] ?? []);
      const location = isRedirect(reply.status) ? header(reply, 'location') : null;
      const to = location === null ? null : withoutFragment(escapeBytes(location), url);
      const from = withoutFragment(url);
      if (to === null || from === null) return answer;
      // A redirect to itself that sets a cookie means: come again with it.
      if (to === from && again < MAX_AGAIN && cookies.headerFor(url) !== sent) continue;
      return { ...answer, redirectsWithNewCookies: to !== from && cookies.noteRedirect(from, sent, to) };
    }
  }

  #exchange(
    target: Target,
    request: FetchRequest,
    share: BodyShare,
    cookies: string | null = null,
    timeout: number = this.#connect.timeout,
  ): Promise<Answer> {
    const { origin, path } = target;
    const headers = this.#headers.for(target, request.headers, cookies);
    const proxy = this.#connect.proxyFor === null ? null : this.#forwarder(target);
    const sent = proxy === null ? { path, headers: headers.flat() } : forwarded(target, headers.flat(), proxy);
    const dispatched = { origin, method: 'GET', ...sent } as const;
    return new Promise((resolve) => {
      const settle = (outcome: Reply | FetchFailure): void => {
        const answer = proxy === null ? outcome : this.#forwardedReply(outcome, target);
        if (answer.kind === 'reply') return resolve({ headers, reply: answer, failed: null });
        // What a proxy answers in the place of the host is not recorded.
        const isRecorded = this.#recorder !== null && outcome.kind === 'failure' && outcome.code !== 'cancelled';
        const received = isRecorded ? exchange.received(answer.code === 'timeout' ? 'time' : 'disconnect') : null;
        resolve({ headers, reply: received, failed: answer });
      };
      const exchange = new Exchange({
        context: (stage) => this.#context(target, stage),
        maxBytes: request.maxBytes ?? this.#maxBytes,
        timeout,
        wantBody: request.wantBody ?? null,
        isRecorded: this.#recorder !== null,
        signal: request.signal ?? null,
        share,
        repeat: (again) => this.#newConnections.dispatch(dispatched, again),
        settle,
      });
      this.#agent.dispatch(dispatched, exchange);
    });
  }

  /** A proxy that forwards requests answers in the place of the host if it wants a password. */
  #forwardedReply(outcome: Reply | FetchFailure, target: Target): Reply | FetchFailure {
    if (outcome.kind === 'failure' || outcome.status !== 407) return outcome;
    return failureOf(wantsPassword(), this.#context(target, 'answered'));
  }

  /** The HTTP proxy that a request is sent to, instead of its host; null if there is none. */
  #forwarder(target: Target): Proxy | null {
    const { proxy, isTunnel } = this.#way(target);
    return isTunnel ? null : proxy;
  }

  #way({ protocol, host, port }: Target): Way {
    return wayTo(this.#connect, protocol, host, port);
  }

  /** Null if nothing could be decoded. */
  async #decode({ body, headers, cut }: Reply, maxBytes: number, share: BodyShare): Promise<Decoded | null> {
    const truncated = cut !== null;
    const coding = headers['content-encoding'];
    const bytes = body ?? new Uint8Array();
    if (coding === undefined) return { bytes, truncated };
    const codings = typeof coding === 'string' ? coding : coding.join(',');
    const decoded = await decodeContent(bytes, codings, maxBytes, (length) => share.reach(bytes.length + length));
    return decoded === null ? null : { bytes: decoded.bytes, truncated: truncated || decoded.truncated };
  }

  #badEncoding({ headers }: Reply, target: Target): FetchFailure {
    const { place } = this.#context(target, 'answered');
    const codings = [headers['content-encoding'] ?? []].flat().join(',');
    return failure(
      'bad-encoding',
      `${place} sent a body that is not valid "${shortAscii(codings)}", although it declares that encoding; tell the site's owner`,
    );
  }

  /** Replaces stand-in ports in redirects by those of the requested hosts. */
  #named(headers: Reply['headers'], { host, port }: Target): Reply['headers'] {
    const location = header({ headers }, 'location');
    const { connectTo } = this.#connect;
    if (location === null || connectTo.length === 0) return headers;
    return { ...headers, location: standInLocation(connectTo, location, host, port) };
  }

  #context(target: Target, stage: FailureContext['stage']): FailureContext {
    const { end, proxy } = this.#way(target);
    const to = authorityOf(end);
    const named = `${target.host}:${target.port}`;
    const through = proxy === null ? '' : ` (through the proxy ${authorityOf(proxy)})`;
    const place = `${to === named ? named : `${named} (connected to ${to})`}${through}`;
    return { place, timeout: this.#connect.timeout, stage };
  }
}

/**
 * The request for a proxy that forwards it. Each has a connection of its own: some proxies close it after a response
 * without saying so, and the next request on it would fail.
 */
function forwarded(
  { origin, path }: Target,
  headers: readonly string[],
  proxy: Proxy,
): Pick<Dispatcher.DispatchOptions, 'path' | 'headers' | 'reset'> {
  return {
    path: origin + path,
    headers: [...headers, ...Object.entries(authorizationFor(proxy)).flat()],
    reset: true,
  };
}

/** How often a URL is requested again that redirects to itself and sets a cookie. */
const MAX_AGAIN = 3;

/** The absolute URL of a reference, without its fragment; null if it is invalid. */
function withoutFragment(reference: string, base?: string): string | null {
  return URL.parse(reference, base)?.href.replace(/#.*/s, '') ?? null;
}

/** @throws {CookieFileError} before it returns */
function openJar(seeds: readonly Target[], file: string): Promise<Cookies> {
  const given = parseCookieFile(file);
  const hosts = seeds.map(({ host }) => host);
  return import('./cookies.ts').then(({ Cookies }) => new Cookies(hosts, given));
}

function targetsOf(urls: readonly string[]): readonly Target[] {
  return urls.map(parseTarget).filter((target): target is Target => !('kind' in target));
}

/** The headers sent, with what came of them. With a recorder, a failed exchange may have a reply. */
type Answer = { readonly headers: readonly RequestHeader[]; readonly redirectsWithNewCookies?: boolean } & (
  | { readonly reply: Reply; readonly failed: FetchFailure | null }
  | { readonly reply: null; readonly failed: FetchFailure }
);

function exchangeOf(
  url: string,
  target: Target,
  headers: readonly RequestHeader[],
  { status, statusText, rawHeaders, body, cut }: Reply,
): Omit<RecordedExchange, 'date' | 'decoded' | 'about'> {
  const host: RequestHeader = ['Host', target.origin.replace(/^.*\//, '')];
  return {
    url: withoutUserinfo(url),
    request: { path: target.path, headers: [host, ...headers] },
    status,
    statusText,
    headers: rawHeaders,
    body: body ?? new Uint8Array(),
    cut,
  };
}
