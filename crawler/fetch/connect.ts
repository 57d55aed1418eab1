import { createSecureContext, getCACertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { type ConnectTo, route } from './connect-to.ts';

/** How connections are opened. */
interface ConnectOptions {
  readonly connectTo: readonly ConnectTo[];
  /** Certificates in PEM, trusted beside the runtime's own; null for none. */
  readonly ca: string | null;
  /** Milliseconds for DNS, TCP and TLS together. */
  readonly timeout: number;
  /** Ends every connection, also those that are still being opened. */
  readonly signal: AbortSignal;
}

/**
 * Opens the fetcher's connections, all of them: a rule on which addresses may be reached belongs in here, on the
 * routed host (a literal) and in a `lookup` (a name), for undici asks nobody else.
 *
 * A route changes the address only: `Host`, SNI and the name that the certificate must bear stay the URL's.
 */
export function createConnect({ connectTo, ca, timeout, signal }: ConnectOptions): buildConnector.connector {
  const open = buildConnector({
    timeout,
    signal,
    // HTTP/2 has limits of its own on headers and streams, which the fetcher does not control.
    allowH2: false,
    // Made once: from 150 certificates it takes longer than a page.
    ...(ca === null ? {} : { secureContext: createSecureContext({ ca: [...getCACertificates(), ca] }) }),
  });
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
    const target = route(connectTo, options.hostname, port);
    open({ ...options, hostname: target.host, port: String(target.port) }, callback);
  };
}
