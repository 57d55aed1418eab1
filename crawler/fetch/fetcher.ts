import type { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { BodyRoom, type BodyShare } from './body-room.ts';
import { presentedCertificate } from './certificate.ts';
import { type ConnectOptions, createConnect, hostAndPort } from './connect.ts';
import { type ConnectTo, route, standInLocation } from './connect-to.ts';
import { decodeContent } from './decode.ts';
import { Exchange, type Reply, type WantBody } from './exchange.ts';
import { cancelled, type FailureContext, failure, MAX_HEADER_BYTES, shortAscii } from './failure.ts';
import { checkHeader, type RequestHeader, requestHeaders } from './headers.ts';
import type { FetchFailure, FetchResult } from './outcome.ts';
import { header } from './response.ts';
import { parseTarget, type Target } from './target.ts';

export interface FetcherOptions {
  readonly userAgent: string;
  /** Sent with every request, to every host; one with the name of an own header replaces it. */
  readonly headers?: readonly RequestHeader[];
  /** Sent only with requests to the origin, such as `https://example.com`: what no other may see. */
  readonly headersByOrigin?: ReadonlyMap<string, readonly RequestHeader[]>;
  /** Milliseconds for a whole fetch: waiting for a connection, opening it, headers and body. Default 30,000. */
  readonly timeout?: number;
  /** Largest decoded body in bytes; the rest is not downloaded. Default 10 MiB. */
  readonly maxBytes?: number;
  /** The addresses that rules name are reached, private or not. */
  readonly connectTo?: readonly ConnectTo[];
  /**
   * A host to whose address every request goes, whatever host its URL names; which addresses are reached, and by which
   * rule, is decided as for that host.
   */
  readonly at?: string;
  /** Whether private addresses are reached, whoever names them. Default false: such a fetch fails as `private-address`. */
  readonly allowPrivate?: boolean;
  /** URLs that the user has named, as they go on the wire: their hosts, at those ports, are reached at private addresses of their own. */
  readonly seeds?: readonly string[];
  /** Resolves names; asked once for each connection, which is opened to what it gives. Default: the system's resolver. */
  readonly lookup?: LookupFunction;
  /** Certificates in PEM, trusted beside the runtime's own. */
  readonly ca?: string;
  /** Most connections to one origin. Default: as many as there are fetches at a time. */
  readonly connections?: number;
}

export interface FetchRequest {
  /** Whether to download the body, by status and headers. Default: always. */
  readonly wantBody?: WantBody;
  /** Ends the fetch with the outcome `cancelled`. */
  readonly signal?: AbortSignal;
  /** Largest decoded body in bytes, where it is not the fetcher's. */
  readonly maxBytes?: number;
  /** Sent with this request beside the fetcher's own. */
  readonly headers?: readonly RequestHeader[];
  /** From {@link Fetcher.share}: to be released when the body is needed no more. Without it, that is when the fetch ends. */
  readonly share?: BodyShare;
}

// More and Node's timers fire at once.
const MAX_TIMEOUT = 2 ** 31 - 1;
/** Milliseconds. Where no https is served, a firewall may leave who asks without an answer. */
const LONGEST_HANDSHAKE = 5000;

/**
 * Fetches URLs over HTTP/1.1 with kept connections. One hop: a redirect is a response like others. It keeps no
 * cookies, and sends a URL's userinfo to that URL only. Whatever a server does is a `FetchResult`, within the time
 * and size allowed.
 *
 * Values in `headers` have one character a byte (Latin-1), as they came.
 */
export class Fetcher {
  readonly #headers: readonly RequestHeader[];
  readonly #headersByOrigin: ReadonlyMap<string, readonly RequestHeader[]>;
  readonly #timeout: number;
  readonly #maxBytes: number;
  readonly #connectTo: readonly ConnectTo[];
  readonly #closing = new AbortController();
  readonly #connect: ConnectOptions;
  readonly #agent: Agent;
  readonly #room = new BodyRoom();

  /** @throws {RequestHeaderError} for a header that cannot be sent; an error of OpenSSL for a `ca` that is no PEM. */
  constructor(options: FetcherOptions) {
    this.#headers = requestHeaders(options.userAgent, options.headers ?? []);
    this.#headersByOrigin = options.headersByOrigin ?? new Map();
    for (const fields of this.#headersByOrigin.values()) fields.forEach(checkHeader);
    this.#timeout = Math.min(options.timeout ?? 30_000, MAX_TIMEOUT);
    this.#maxBytes = options.maxBytes ?? 10 * 1024 * 1024;
    this.#connectTo = options.connectTo ?? [];
    this.#connect = {
      connectTo: this.#connectTo,
      at: options.at ?? null,
      verifies: true,
      allowPrivate: options.allowPrivate ?? false,
      seedSites: sitesOf(options.seeds ?? []),
      lookup: options.lookup ?? lookup,
      ca: options.ca ?? null,
      timeout: this.#timeout,
      signal: this.#closing.signal,
    };
    this.#agent = new Agent({
      connect: createConnect(this.#connect),
      connections: options.connections ?? null,
      // With more, one bad response would spoil those behind it; and it measured no faster.
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The exchange has one timer over everything instead, which a dripping body cannot reset.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** A share for one fetch of the room that all large bodies have together. */
  share(): BodyShare {
    return this.#room.share();
  }

  /** @param url Absolute and ASCII, as it is to go on the wire; it is not normalized again. */
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
    const started = performance.now();
    if (request.signal?.aborted === true) return cancelled();
    const target = parseTarget(url);
    if ('kind' in target) return target;
    const reply = await this.#exchange(target, request, share);
    if (reply.kind === 'failure') return reply;
    const body = await this.#decode(reply, target, request.maxBytes ?? this.#maxBytes, share);
    if ('kind' in body) return body;
    return {
      kind: 'response',
      status: reply.status,
      headers: this.#named(reply.headers, target),
      body: body.bytes,
      truncated: body.truncated,
      elapsed: performance.now() - started,
    };
  }

  /**
   * The certificate that a host presents at a port to who names no host. No request is sent, and the certificate may be
   * one that nobody trusts: it tells no more than what the server's owner wants it to be.
   *
   * @param host IPv6 with or without brackets
   * @returns null where there is none to be had, or not soon
   */
  certificateAt(host: string, port: number, signal: AbortSignal): Promise<X509Certificate | null> {
    const connect = createConnect({
      ...this.#connect,
      verifies: false,
      timeout: Math.min(this.#timeout, LONGEST_HANDSHAKE),
      signal: AbortSignal.any([this.#closing.signal, signal]),
    });
    return presentedCertificate(connect, host, port);
  }

  /** Ends every connection; fetches under way come out as `cancelled`. */
  async close(): Promise<void> {
    await this.#agent.destroy();
    this.#closing.abort();
  }

  #exchange(target: Target, request: FetchRequest, share: BodyShare): Promise<Reply | FetchFailure> {
    return new Promise((settle) => {
      const exchange = new Exchange({
        context: (answered) => this.#context(target, answered),
        maxBytes: request.maxBytes ?? this.#maxBytes,
        timeout: this.#timeout,
        wantBody: request.wantBody ?? null,
        signal: request.signal ?? null,
        share,
        settle,
      });
      this.#agent.dispatch(
        { origin: target.origin, path: target.path, method: 'GET', headers: this.#headersFor(target, request) },
        exchange,
      );
    });
  }

  #headersFor({ origin, authorization }: Target, request: FetchRequest): string[] {
    const headers = [...this.#headers, ...(this.#headersByOrigin.get(origin) ?? []), ...(request.headers ?? [])];
    if (authorization === null) return headers.flat();
    const others = headers.filter(([name]) => name.toLowerCase() !== 'authorization');
    return [...others.flat(), 'authorization', authorization];
  }

  async #decode(
    { body, headers, truncated }: Reply,
    target: Target,
    maxBytes: number,
    share: BodyShare,
  ): Promise<{ bytes: Uint8Array | null; truncated: boolean } | FetchFailure> {
    const coding = headers['content-encoding'];
    if (body === null || coding === undefined) return { bytes: body, truncated };
    const codings = typeof coding === 'string' ? coding : coding.join(',');
    const decoded = await decodeContent(body, codings, maxBytes, (length) => share.reach(body.length + length));
    if (decoded !== null) return { bytes: decoded.bytes, truncated: truncated || decoded.truncated };
    const { place } = this.#context(target, true);
    return failure(
      'bad-encoding',
      `${place} sent a body that cannot be read as the "${shortAscii(codings)}" it declares; tell the site's owner`,
    );
  }

  /** With redirects that lead to the hosts that were asked, and not to the ports that stand in for theirs. */
  #named(headers: Reply['headers'], { host, port }: Target): Reply['headers'] {
    const location = header({ headers }, 'location');
    if (location === null || this.#connectTo.length === 0) return headers;
    return { ...headers, location: standInLocation(this.#connectTo, location, host, port) };
  }

  #context({ host, port }: Target, answered: boolean): FailureContext {
    const routed = route(this.#connectTo, this.#connect.at ?? host, port);
    const to = `${routed.host.includes(':') ? `[${routed.host}]` : routed.host}:${routed.port}`;
    const named = `${host}:${port}`;
    return { place: to === named ? named : `${named} (connected to ${to})`, timeout: this.#timeout, answered };
  }
}

function sitesOf(urls: readonly string[]): ReadonlySet<string> {
  const targets = urls.map(parseTarget).filter((target): target is Target => !('kind' in target));
  return new Set(targets.map(({ host, port }) => hostAndPort(host, port)));
}
