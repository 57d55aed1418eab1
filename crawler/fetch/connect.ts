import type { LookupFunction } from 'node:net';
import { createSecureContext, getCACertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { withoutBrackets } from '../../src/url/host.ts';
import { type Admit, guardLiterals, guardLookup, onlyPublic, ownAddresses } from './address-guard.ts';
import { type ConnectTo, route } from './connect-to.ts';

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
  /** The time limit for DNS, TCP and TLS together, in milliseconds. */
  readonly timeout: number;
  /** Closes every connection, including those being opened. */
  readonly signal: AbortSignal;
}

/**
 * Opens all connections of the fetcher, and is therefore the place where addresses are checked: the host itself if it
 * is an address, otherwise the resolver's results.
 *
 * A `--connect-to` rule changes only the address: `Host`, SNI and the name in the certificate stay those of the URL.
 */
export function createConnect(options: ConnectOptions): buildConnector.connector {
  const { connectTo, at, allowPrivate, seedSites, lookup } = options;
  const build = connectorBuilder(options);
  const guarded = (admit: Admit): buildConnector.connector => guardLiterals(build(guardLookup(lookup, admit)), admit);
  const open = build(lookup);
  const toSeeds = guarded(ownAddresses());
  const toOthers = guarded(onlyPublic);
  return (request, callback) => {
    const port = Number(request.port) || (request.protocol === 'https:' ? 443 : 80);
    const hostname = at ?? request.hostname;
    const target = route(connectTo, hostname, port);
    const isSeed = seedSites.has(hostAndPort(hostname, port));
    // The user chose the host in a `--connect-to` rule.
    const connect = allowPrivate || target.isNamed ? open : isSeed ? toSeeds : toOthers;
    connect({ ...request, hostname: target.host, port: String(target.port) }, callback);
  };
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
 */
function connectorBuilder({
  ca,
  verifies,
  timeout,
  signal,
}: ConnectOptions): (lookup: LookupFunction) => buildConnector.connector {
  const secureContext = ca === null ? {} : { secureContext: createSecureContext({ ca: [...getCACertificates(), ca] }) };
  // HTTP/2 has its own limits for headers and streams, which the fetcher does not control.
  return (lookup) =>
    buildConnector({ timeout, signal, lookup, allowH2: false, rejectUnauthorized: verifies, ...secureContext });
}
