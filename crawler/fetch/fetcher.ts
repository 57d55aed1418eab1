import type { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { type OptionNames, refuseUnknownOptions } from '../../src/known-options.ts';
import { BodyRoom, type BodyShare } from './body-room.ts';
import { presentedCertificate } from './certificate.ts';
import { type ConnectOptions, createConnect, hostAndPort } from './connect.ts';
import { type ConnectTo, route, standInLocation } from './connect-to.ts';
import { decodeContent } from './decode.ts';
import { Exchange, type Reply, type WantBody } from './exchange.ts';
import { cancelled, type FailureContext, failure, MAX_HEADER_BYTES, shortAscii } from './failure.ts';
import type { FetchFailure, FetchResult } from './fetch-result.ts';
import { HeaderTable, type RequestHeader, requestHeaders } from './headers.ts';
import { header } from './response.ts';
import { parseTarget, type Target } from './target.ts';

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
  /** The seeds, as requested. Their hosts may have private addresses at their ports. */
  readonly seeds?: readonly string[];
  /**
   * Resolves names. It is called once per connection, and the connection is opened to its result. Default: the system's
   * resolver.
   */
  readonly lookup?: LookupFunction;
  /** PEM certificates trusted in addition to those of the runtime. */
  readonly ca?: string;
  /** The most connections to one origin. Default: as many as fetches running at the same time. */
  readonly connections?: number;
}

const OPTIONS: OptionNames<FetcherOptions> = {
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
  connections: true,
};

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
}

// Node's timers fire immediately for longer times.
const MAX_TIMEOUT = 2 ** 31 - 1;
/** In milliseconds. A firewall may drop connections to the HTTPS port of a host without HTTPS. */
const LONGEST_HANDSHAKE = 5000;

/**
 * Fetches URLs over HTTP/1.1 with persistent connections. It does not follow redirects, keeps no cookies, and sends a
 * URL's user name and password only to that URL. Any behaviour of a server results in a `FetchResult`, within the
 * limits of time and size.
 *
 * Values in `headers` contain one character per byte (Latin-1), as received.
 */
export class Fetcher {
  readonly #headers: HeaderTable;
  readonly #maxBytes: number;
  readonly #closing = new AbortController();
  readonly #connect: ConnectOptions;
  readonly #agent: Agent;
  readonly #room = new BodyRoom();

  /**
   * @throws {UnknownOptionError} if an option does not exist
   * @throws {RequestHeaderError} if a header cannot be sent; an error of OpenSSL if `ca` is not PEM
   */
  constructor(options: FetcherOptions) {
    refuseUnknownOptions(options, OPTIONS, 'of Fetcher');
    const headers = requestHeaders(options.userAgent, options.headers ?? []);
    this.#headers = new HeaderTable(headers, options.headersByOrigin ?? new Map());
    this.#maxBytes = options.maxBytes ?? 10 * 1024 * 1024;
    this.#connect = {
      connectTo: options.connectTo ?? [],
      at: options.at ?? null,
      verifies: true,
      allowPrivate: options.allowPrivate ?? false,
      seedSites: sitesOf(options.seeds ?? []),
      lookup: options.lookup ?? lookup,
      ca: options.ca ?? null,
      timeout: Math.min(options.timeout ?? 30_000, MAX_TIMEOUT),
      signal: this.#closing.signal,
    };
    this.#agent = new Agent({
      connect: createConnect(this.#connect),
      connections: options.connections ?? null,
      // With more, one bad response would spoil the next ones, and it was not faster when measured.
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The exchange has one timer for everything instead, which a slow trickle of bytes cannot reset.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Creates a share of the room for bodies, for one fetch. */
  share(): BodyShare {
    return this.#room.share();
  }

  /**
   * Fetches one URL. Never rejects: a failure is a result too.
   *
   * @param url an absolute ASCII URL, which is sent unchanged
   */
  async fetch(url: string, request: FetchRequest = {}): Promise<FetchResult> {
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
    const reply = await this.#exchange(target, request, share);
    if (reply.kind === 'failure') return reply;
    const { status, headers, body } = reply;
    const coding = body === null ? undefined : headers['content-encoding'];
    const decoded =
      body === null || coding === undefined
        ? { bytes: body, truncated: reply.truncated }
        : await this.#decode({ ...reply, body, coding }, target, request.maxBytes ?? this.#maxBytes, share);
    if ('kind' in decoded) return decoded;
    return {
      kind: 'response',
      status,
      headers: this.#named(headers, target),
      body: decoded.bytes,
      truncated: decoded.truncated,
      elapsed: performance.now() - reply.sent,
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
      timeout: Math.min(this.#connect.timeout, LONGEST_HANDSHAKE),
      signal: AbortSignal.any([this.#closing.signal, signal]),
    });
    return presentedCertificate(connect, host, port);
  }

  /** Closes every connection. Running fetches end as `cancelled`. */
  async close(): Promise<void> {
    await this.#agent.destroy();
    this.#closing.abort();
  }

  #exchange(target: Target, request: FetchRequest, share: BodyShare): Promise<Reply | FetchFailure> {
    return new Promise((settle) => {
      const exchange = new Exchange({
        context: (answered) => this.#context(target, answered),
        maxBytes: request.maxBytes ?? this.#maxBytes,
        timeout: this.#connect.timeout,
        wantBody: request.wantBody ?? null,
        signal: request.signal ?? null,
        share,
        settle,
      });
      this.#agent.dispatch(
        {
          origin: target.origin,
          path: target.path,
          method: 'GET',
          headers: this.#headers.for(target, request.headers).flat(),
        },
        exchange,
      );
    });
  }

  async #decode(
    { body, coding, truncated }: { body: Uint8Array; coding: string | readonly string[]; truncated: boolean },
    target: Target,
    maxBytes: number,
    share: BodyShare,
  ): Promise<{ bytes: Uint8Array | null; truncated: boolean } | FetchFailure> {
    const codings = typeof coding === 'string' ? coding : coding.join(',');
    const decoded = await decodeContent(body, codings, maxBytes, (length) => share.reach(body.length + length));
    if (decoded !== null) return { bytes: decoded.bytes, truncated: truncated || decoded.truncated };
    const { place } = this.#context(target, true);
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

  #context({ host, port }: Target, answered: boolean): FailureContext {
    const { connectTo, at, timeout } = this.#connect;
    const routed = route(connectTo, at ?? host, port);
    const to = `${routed.host.includes(':') ? `[${routed.host}]` : routed.host}:${routed.port}`;
    const named = `${host}:${port}`;
    return { place: to === named ? named : `${named} (connected to ${to})`, timeout, answered };
  }
}

function sitesOf(urls: readonly string[]): ReadonlySet<string> {
  const targets = urls.map(parseTarget).filter((target): target is Target => !('kind' in target));
  return new Set(targets.map(({ host, port }) => hostAndPort(host, port)));
}
