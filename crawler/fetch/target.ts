import { failure, shortAscii } from './failure.ts';
import type { FetchFailure } from './fetch-result.ts';

/** The parts of a URL as they are sent. */
export interface Target {
  readonly protocol: 'http:' | 'https:';
  /** Scheme and authority without userinfo: `https://example.com:8443`. */
  readonly origin: string;
  /** IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
  /** Path and query, byte for byte as in the URL. */
  readonly path: string;
  /** The value of the `authorization` header for the URL's user name and password; null if it has none. */
  readonly authorization: string | null;
}

const PARTS = /^([a-z][a-z0-9+.-]*):(?:\/\/(?:([^/?#@]*)@)?(\[[^\]/?#@]*\]|[^:/?#@]*)(?::(\d*))?(?=[/?#]|$)([^#]*))?/i;

/**
 * Splits an absolute URL without normalizing it. `new URL` differs between Node versions and would change the request.
 */
export function parseTarget(url: string): Target | FetchFailure {
  const [, scheme = '', userinfo = '', host = '', port = '', rest = ''] = PARTS.exec(url) ?? [];
  const protocol = scheme.toLowerCase();
  if (protocol === '') return invalid('the URL is not absolute; write it with its scheme, as https://example.com/');
  if (protocol !== 'http' && protocol !== 'https') {
    return failure(
      'unsupported-scheme',
      `the scheme "${shortAscii(protocol)}" is not fetched; use an http or https URL`,
    );
  }
  if (host === '') return invalid('the URL has no valid host; write it as https://example.com/');
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  if (/[^!-~]/.test(host + path)) {
    return invalid('the URL contains a character that is not printable ASCII; percent-encode it');
  }
  return {
    protocol: `${protocol}:`,
    origin: `${protocol}://${host}${port === '' ? '' : `:${port}`}`,
    host,
    port: port === '' ? defaultPort(protocol) : Number(port),
    path,
    authorization: userinfo === '' ? null : basicAuthorization(userinfo),
  };
}

/** The origin; null if the URL cannot be requested. */
export function originOf(url: string): string | null {
  const target = parseTarget(url);
  return 'kind' in target ? null : target.origin;
}

function invalid(message: string): FetchFailure {
  return failure('invalid-url', message);
}

function defaultPort(protocol: 'http' | 'https'): number {
  return protocol === 'https' ? 443 : 80;
}

/** RFC 7617, with the bytes that the percent-encoded user name and password stand for. */
function basicAuthorization(userinfo: string): string {
  const colon = userinfo.indexOf(':');
  const pair = colon === -1 ? `${userinfo}:` : userinfo;
  const bytes = pair.replace(/%([0-9a-f]{2})/gi, (_escape, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return `Basic ${Buffer.from(bytes, 'latin1').toString('base64')}`;
}
