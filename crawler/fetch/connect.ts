import type { LookupFunction } from 'node:net';
import { createSecureContext, getCACertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { type Admit, guardLiterals, guardLookup, onlyPublic, ownAddresses } from './address-guard.ts';
import { type ConnectTo, route } from './connect-to.ts';

/** How connections are opened. */
export interface ConnectOptions {
  readonly connectTo: readonly ConnectTo[];
  /** A host to whose address every connection goes, by what holds for that host; null for the one that a URL names. */
  readonly at: string | null;
  /** Whether only a certificate will do that is trusted and bears the URL's name. */
  readonly verifies: boolean;
  /** Whether every address may be reached. */
  readonly allowPrivate: boolean;
  /** Sites that the user has named, as `hostAndPort` spells them: their own addresses may be private. */
  readonly seedSites: ReadonlySet<string>;
  readonly lookup: LookupFunction;
  /** Certificates in PEM, trusted beside the runtime's own; null for none. */
  readonly ca: string | null;
  /** Milliseconds for DNS, TCP and TLS together. */
  readonly timeout: number;
  /** Ends every connection, also those that are still being opened. */
  readonly signal: AbortSignal;
}

/**
 * Opens the fetcher's connections, all of them, for undici asks nobody else. So which addresses may be reached is
 * decided in here: on the host where it is an address, on what the resolver gives where it is a name.
 *
 * A route changes the address only: `Host`, SNI and the name that the certificate must bear stay the URL's.
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
    // An address or name in a rule of `--connect-to` is the user's own word.
    const connect = allowPrivate || target.isNamed ? open : isSeed ? toSeeds : toOthers;
    connect({ ...request, hostname: target.host, port: String(target.port) }, callback);
  };
}

/**
 * Names what a user who names a URL allows: the host at that port. Other ports of a private host are other services,
 * of which a page has no say; but http and https at their own ports are one, as for the scope of a crawl.
 *
 * @param host IPv6 with or without brackets
 */
export function hostAndPort(host: string, port: number): string {
  const bare = host.replace(/^\[|\]$/g, '');
  return port === 80 || port === 443 ? bare : `${bare} ${port}`;
}

/** All that is the same for every connection is made once: from 150 certificates it takes longer than a page. */
function connectorBuilder({
  ca,
  verifies,
  timeout,
  signal,
}: ConnectOptions): (lookup: LookupFunction) => buildConnector.connector {
  const secureContext = ca === null ? {} : { secureContext: createSecureContext({ ca: [...getCACertificates(), ca] }) };
  // HTTP/2 has limits of its own on headers and streams, which the fetcher does not control.
  return (lookup) =>
    buildConnector({ timeout, signal, lookup, allowH2: false, rejectUnauthorized: verifies, ...secureContext });
}
