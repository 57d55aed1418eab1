import { X509Certificate } from 'node:crypto';
import { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { isAddress, normalizeHost } from '../../src/facts/normal-form.ts';

/** Whether a text has a certificate as PEM. TLS would pass over other text in silence. */
export function hasCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/**
 * Gets the certificate that a server presents to a client that names no host, by a TLS handshake without a request.
 *
 * @param connect a connector that accepts any certificate and has a timeout
 * @param host a name or an address, IPv6 with or without brackets
 * @returns null if there is no certificate
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

/** A name that needs no quoting, in the notation of node:crypto. */
const DNS_NAME = /(?:^|, )DNS:([a-z0-9.-]{1,253})(?=,|$)/gi;

/**
 * The domains that a certificate names explicitly (RFC 5280, section 4.2.1.6), without those that only a wildcard
 * covers.
 */
export function domainsOf(certificate: X509Certificate): readonly string[] {
  const names = [...(certificate.subjectAltName ?? '').matchAll(DNS_NAME)].map(([, name = '']) => normalizeHost(name));
  const domains = names.filter((name) => name !== null && !isAddress(name) && namesDomain(certificate, name));
  return [...new Set(domains.filter((name) => name !== null))];
}

/**
 * Whether the alternative names of a certificate cover a domain. A wildcard stands for the first label only (RFC 6125,
 * section 6.4.3).
 */
export function namesDomain(certificate: X509Certificate, domain: string): boolean {
  return certificate.checkHost(domain, { subject: 'never', partialWildcards: false }) !== undefined;
}
