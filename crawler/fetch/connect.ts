import { type LookupFunction, Socket } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext, type SecureContextOptions } from 'node:tls';
import { buildConnector } from 'undici';
import { withoutBrackets } from '../../src/url/host.ts';
import { type Admit, guardLiterals, guardLookup, onlyPublic, ownAddresses, refusal } from './address-guard.ts';
import { hasCertificate } from './certificate.ts';
import { type ConnectTo, type Endpoint, route } from './connect-to.ts';
import { isThisMachine, type Proxy, type ProxyChoice } from './proxy.ts';
import { openTunnel, TunnelError } from './tunnel.ts';

/** A certificate by which the fetcher authenticates itself, with its private key. */
export interface ClientCertificate {
  /** PEM, with the certificates that it was signed by, if the server needs them. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  /** The password of an encrypted key. */
  readonly passphrase?: string;
}

/** How connections are opened. */
export interface ConnectOptions {
  readonly connectTo: readonly ConnectTo[];
  /**
   * A host whose address every connection goes to, with the rules that apply to that host; null to use each URL's own
   * host.
   */
  readonly at: string | null;
  /** Whether the certificate must be trusted and match the URL's host. */
  readonly verifies: boolean;
  /** Whether private addresses are allowed. */
  readonly allowPrivate: boolean;
  /** Sites that the user named, as `hostAndPort` spells them. Their own addresses may be private. */
  readonly seedSites: ReadonlySet<string>;
  readonly lookup: LookupFunction;
  /** PEM certificates trusted in addition to those of the runtime; null for none. */
  readonly ca: string | null;
  /** Null without a proxy. */
  readonly proxyFor: ProxyChoice | null;
  /** Shown to `seedSites` only; null for none. */
  readonly clientCertificate: ClientCertificate | null;
  /** The time limit for DNS, TCP and TLS together, in milliseconds. */
  readonly timeout: number;
  /** Closes every connection, including those being opened. */
  readonly signal: AbortSignal;
}

/** How a URL is reached. */
export interface Way {
  readonly end: Endpoint;
  /** Null to connect directly. */
  readonly proxy: Proxy | null;
  /** Whether the proxy opens a connection to `end`. Otherwise it gets requests that name the whole URL. */
  readonly isTunnel: boolean;
}

/**
 * The way to a URL's host. As in curl, a proxy is asked for a tunnel if the URL is not plain HTTP, or if a rule names
 * another endpoint.
 *
 * @param protocol with its colon
 * @param host IPv6 with or without brackets
 */
export function wayTo(
  { connectTo, at, proxyFor }: Pick<ConnectOptions, 'connectTo' | 'at' | 'proxyFor'>,
  protocol: string,
  host: string,
  port: number,
): Way {
  const end = route(connectTo, at ?? host, port);
  const proxy = proxyFor?.(protocol, host, port, end.host) ?? null;
  const isForwarding = proxy?.protocol === 'http' || proxy?.protocol === 'https';
  const isSame = end.host === withoutBrackets(host) && end.port === port;
  return { end, proxy, isTunnel: proxy !== null && !(isForwarding && protocol === 'http:' && isSame) };
}

type Connector = buildConnector.connector;

/**
 * Opens all connections of the fetcher, and is therefore the place where addresses are checked: the host itself if it
 * is an address, otherwise the resolver's results. Names that a proxy resolves are not checked.
 *
 * A `--connect-to` rule changes only the address: `Host`, SNI and the name in the certificate stay those of the URL.
 */
export function createConnect(options: ConnectOptions): Connector {
  const { at, allowPrivate, seedSites, lookup } = options;
  const build = connectorBuilder(options);
  const connectors = (admit: Admit | null, isSeed: boolean): Connectors => {
    const guarded = admit === null ? lookup : guardLookup(lookup, admit);
    const direct = build(guarded, isSeed);
    return { admit, lookup: guarded, open: admit === null ? direct : guardLiterals(direct, admit) };
  };
  const toProxy = build(lookup, false);
  const [openToSeeds, openToOthers] = [connectors(null, true), connectors(null, false)];
  const [toSeeds, toOthers] = [connectors(ownAddresses(), true), connectors(onlyPublic, false)];
  return (request, callback) => {
    const port = Number(request.port) || (request.protocol === 'https:' ? 443 : 80);
    const way = wayTo(options, request.protocol, request.hostname, port);
    const { end, proxy } = way;
    const isSeed = seedSites.has(hostAndPort(at ?? request.hostname, port));
    // The user chose the host in a `--connect-to` rule.
    const isOpen = allowPrivate || end.isNamed;
    const use = isOpen ? (isSeed ? openToSeeds : openToOthers) : isSeed ? toSeeds : toOthers;
    const ended = { ...request, hostname: end.host, port: String(end.port) };
    if (proxy === null) return use.open(ended, callback);
    const opening = openThrough(proxy, { ...way, ...use, toProxy, timeout: options.timeout });
    const isSecure = request.protocol === 'https:';
    const secure = (httpSocket: Socket): unknown => use.open({ ...ended, httpSocket }, callback);
    void settle(opening, isSecure ? secure : (socket) => callback(null, socket), callback);
  };
}

/** Leaves the promise, so that an error of what is called is not taken for one of the connection. */
async function settle(
  opening: Promise<Socket>,
  opened: (socket: Socket) => unknown,
  failed: (error: Error, socket: null) => void,
): Promise<void> {
  try {
    const socket = await opening;
    queueMicrotask(() => opened(socket));
  } catch (error) {
    queueMicrotask(() => failed(error instanceof Error ? error : new Error(String(error)), null));
  }
}

interface Connectors {
  /** Null if every address is allowed. */
  readonly admit: Admit | null;
  /** Returns only allowed addresses. */
  readonly lookup: LookupFunction;
  readonly open: Connector;
}

interface Through extends Way, Connectors {
  readonly toProxy: Connector;
  readonly timeout: number;
}

/** Opens a connection through a proxy, without the TLS of the URL's host. */
async function openThrough(proxy: Proxy, { end, isTunnel, admit, lookup, toProxy, timeout }: Through): Promise<Socket> {
  const refused = admit === null ? null : refusal(isThisMachine(end.host) ? '127.0.0.1' : end.host, admit);
  if (refused !== null) throw refused;
  const host = proxy.protocol === 'socks5' ? await resolved(end.host, lookup) : end.host;
  const socket = await reach(proxy, toProxy);
  if (!isTunnel) return socket;
  const timer = setTimeout(() => socket.destroy(new TunnelError(`opened no connection within ${timeout} ms`)), timeout);
  try {
    return await openTunnel(socket, proxy, { host, port: end.port });
  } finally {
    clearTimeout(timer);
  }
}

function reach(proxy: Proxy, connect: Connector): Promise<Socket> {
  const { host: hostname, port } = proxy;
  const protocol = proxy.protocol === 'https' ? 'https:' : 'http:';
  return new Promise((resolve, reject) => {
    connect({ hostname, host: hostname, protocol, port: String(port) }, (error, socket) => {
      if (error === null) resolve(socket);
      else reject(new TunnelError(`cannot be reached (${'code' in error ? String(error.code) : error.name})`));
    });
  });
}

function resolved(host: string, lookup: LookupFunction): Promise<string> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: false }, (error, address) => {
      if (error === null && typeof address === 'string') resolve(address);
      else reject(error ?? new Error('the resolver returned no address'));
    });
  });
}

/**
 * The name of what a seed allows: its host at its port. Other ports of a private host are other services, which a page
 * must not choose. HTTP and HTTPS at their default ports count as one, as in the scope of a crawl.
 *
 * @param host IPv6 with or without brackets
 */
export function hostAndPort(host: string, port: number): string {
  const bare = withoutBrackets(host);
  return port === 80 || port === 443 ? bare : `${bare} ${port}`;
}

/**
 * Everything that all connections share is created once: parsing 150 certificates takes longer than fetching a page.
 * Sessions of TLS are not shared by connections with and without the client's certificate.
 */
function connectorBuilder({
  ca,
  clientCertificate,
  verifies,
  timeout,
  signal,
}: ConnectOptions): (lookup: LookupFunction, isSeed: boolean) => Connector {
  if (ca !== null && !hasCertificate(ca))
    throw new TypeError('the option ca has no certificate; write the text of a PEM file');
  const trusted = ca === null ? {} : { ca: [...getCACertificates(), ca] };
  const common = ca === null ? {} : { secureContext: createSecureContext(trusted) };
  const own = clientCertificate === null ? common : { secureContext: ownContext({ ...trusted, ...clientCertificate }) };
  // HTTP/2 has its own limits for headers and streams, which the fetcher does not control.
  const settings = { timeout, allowH2: false, rejectUnauthorized: verifies };
  return (lookup, isSeed) => endingWith(signal, buildConnector({ ...settings, lookup, ...(isSeed ? own : common) }));
}

function ownContext(options: SecureContextOptions): SecureContext {
  try {
    return createSecureContext(options);
  } catch (cause) {
    const remedy = 'write the texts of the PEM files, of a certificate and its own key, and the password of the key';
    throw new TypeError(`the option clientCertificate cannot be used; ${remedy}`, { cause });
  }
}

/**
 * Closes the connections of a connector when the signal aborts. With the option `signal`, Node would remember every socket
 * until then, also after it was closed. Without an open connection, the signal does not remember the connector either.
 */
function endingWith(signal: AbortSignal, connect: Connector): Connector {
  const open = new Set<Socket>();
  const end = (socket: Socket): unknown => socket.destroy(Object.assign(new Error('closed'), { code: 'ABORT_ERR' }));
  const endAll = (): void => open.forEach(end);
  return (request, callback) => {
    // Undici returns the socket, although its type does not say so.
    const socket: unknown = connect(request, callback);
    if (!(socket instanceof Socket)) return;
    if (open.size === 0) signal.addEventListener('abort', endAll);
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      if (open.size === 0) signal.removeEventListener('abort', endAll);
    });
    if (signal.aborted) end(socket);
  };
}
