import type { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { isAddress, normalizeHost } from '../../src/facts/normal-form.ts';

/**
 * The certificate that a server presents to who names no host, by a TLS handshake without a request.
 *
 * @param connect one that takes any certificate, within bounded time
 * @param host a name or an address, IPv6 with or without brackets
 * @returns null where there is none to be had
 */
export function presentedCertificate(
  connect: buildConnector.connector,
  host: string,
  port: number,
): Promise<X509Certificate | null> {
  return new Promise((settle) => {
    connect({ hostname: host, protocol: 'https:', port: String(port) }, (_error, socket) => {
      settle(socket instanceof TLSSocket ? (socket.getPeerX509Certificate() ?? null) : null);
      socket?.destroy();
    });
  });
}

/** A name that needs no quoting, as node:crypto writes it. */
const DNS_NAME = /(?:^|, )DNS:([a-z0-9.-]{1,253})(?=,|$)/gi;

/** The domains that a certificate names by themselves (RFC 5280 4.2.1.6), those aside that only a wildcard stands for. */
export function domainsOf(certificate: X509Certificate): readonly string[] {
  const names = [...(certificate.subjectAltName ?? '').matchAll(DNS_NAME)].map(([, name = '']) => normalizeHost(name));
  const domains = names.filter((name) => name !== null && !isAddress(name) && namesDomain(certificate, name));
  return [...new Set(domains.filter((name) => name !== null))];
}

/** Whether a certificate names a domain among its alternative names; a wildcard is one label, the first (RFC 6125 6.4.3). */
export function namesDomain(certificate: X509Certificate, domain: string): boolean {
  return certificate.checkHost(domain, { subject: 'never', partialWildcards: false }) !== undefined;
}
