/**
 * A URL split at its delimiters. Each part is a substring of the input, and joining the parts gives back the input (RFC
 * 3986 3; delimiters of special schemes follow the URL Standard). An absent part is null and differs from an empty one:
 * `/?` has an empty query, `/` has none.
 */
export interface ParsedUrl {
  /** C0 controls and spaces before the URL. */
  readonly leading: string;
  /** As spelled, without the colon. */
  readonly scheme: string;
  /** The colon, and in a URL with an authority the slashes (and backslashes) after it. */
  readonly separator: string;
  /** `user` or `user:password`, without the `@`. */
  readonly userinfo: string | null;
  /** As spelled, IPv6 addresses with their brackets. */
  readonly host: string | null;
  /** The digits without the colon; may be empty. */
  readonly port: string | null;
  /** From its first slash; may be empty. */
  readonly path: string;
  /** Without the `?`. */
  readonly query: string | null;
  /** Without the `#`. */
  readonly fragment: string | null;
  /** C0 controls and spaces after the URL. */
  readonly trailing: string;

  /** The scheme in lower case. It decides which rules apply. */
  readonly protocol: string;
  /** Whether a part contains tabs or newlines. */
  readonly hasTabs: boolean;
  /** Whether a part may contain a character that every client encodes. Passes that do not encode must not add one. */
  readonly hasUnsafe: boolean;
  /** The host in its one ASCII spelling, used to look up facts; null if there is no host. */
  readonly asciiHost: string | null;
}

/** An http or https URL with an ASCII host, without a user name, and with nothing to encode. */
export function commonUrl(
  scheme: string,
  host: string,
  port: string | null,
  path: string,
  query: string | null,
  fragment: string | null,
): ParsedUrl {
  return {
    leading: '',
    scheme,
    separator: '://',
    userinfo: null,
    host,
    port,
    path,
    query,
    fragment,
    trailing: '',
    // A literal on purpose: passes compare it often, and literals compare by address.
    protocol: scheme.length === 'http'.length ? 'http' : 'https',
    hasTabs: false,
    hasUnsafe: false,
    asciiHost: host.toLowerCase(),
  };
}

/** Joins the parts. The inverse of {@link parseUrl}. */
export function serialize(url: ParsedUrl): string {
  let text = url.leading + url.scheme + url.separator;
  if (url.userinfo !== null) text += `${url.userinfo}@`;
  if (url.host !== null) text += url.host;
  if (url.port !== null) text += `:${url.port}`;
  text += url.path;
  if (url.query !== null) text += `?${url.query}`;
  if (url.fragment !== null) text += `#${url.fragment}`;
  return text + url.trailing;
}

/** Path and query as written. */
export function resourceOf({ path, query }: Pick<ParsedUrl, 'path' | 'query'>): string {
  return query === null ? path : `${path}?${query}`;
}

/**
 * The host in its one spelling, with the port if the URL has one: `example.com`, `localhost:8080`. Empty if there is no
 * host.
 */
export function hostWithPort({ asciiHost, port }: Pick<ParsedUrl, 'asciiHost' | 'port'>): string {
  const host = asciiHost ?? '';
  return port === null || port === '' ? host : `${host}:${port}`;
}

/** The special schemes of https://url.spec.whatwg.org/#special-scheme with their default ports; `file` has none. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = {
  http: '80',
  https: '443',
  ws: '80',
  wss: '443',
  ftp: '21',
  file: '',
};

/**
 * Whether the URL Standard calls the scheme special (`http`, `https`, `ws`, `wss`, `ftp`, `file`).
 *
 * @param protocol in lower case
 */
export function isSpecial(protocol: string): boolean {
  return protocol === 'https' || protocol === 'http' || Object.hasOwn(DEFAULT_PORTS, protocol);
}

/**
 * The default port of a scheme; null if it has none.
 *
 * @param protocol in lower case
 */
export function defaultPort(protocol: string): string | null {
  if (protocol === 'https') return '443';
  if (protocol === 'http') return '80';
  return (Object.hasOwn(DEFAULT_PORTS, protocol) && DEFAULT_PORTS[protocol]) || null;
}

/** Whether the URL is http or https. The passes of the classes `usual` and `changing` apply only to these. */
export function isWeb(url: ParsedUrl): boolean {
  return url.protocol === 'https' || url.protocol === 'http';
}

/** Whether the path is opaque (`mailto:`, `data:`), rather than segments between slashes. */
export function hasOpaquePath(url: ParsedUrl): boolean {
  return url.host === null && !url.path.startsWith('/') && !isSpecial(url.protocol);
}
