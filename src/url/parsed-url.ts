/**
 * A URL split at its delimiters and nothing else: each part is a run of the input's characters, and joining them
 * gives the input back (RFC 3986 3; what is a delimiter is the URL Standard's business for special schemes).
 * A part that is absent is null, which differs from one that is empty: `/?` has an empty query, `/` has none.
 */
export interface ParsedUrl {
  /** C0 controls and spaces in front. */
  readonly leading: string;
  /** As spelled, without the colon. */
  readonly scheme: string;
  /** The colon, and for a URL with an authority the slashes (and backslashes) up to it. */
  readonly separator: string;
  /** In front of `@`, which is not in it: `user` or `user:password`. */
  readonly userinfo: string | null;
  readonly host: string | null;
  /** Behind the colon, which is not in it; may be empty. */
  readonly port: string | null;
  readonly path: string;
  /** Behind `?`, which is not in it. */
  readonly query: string | null;
  /** Behind `#`, which is not in it. */
  readonly fragment: string | null;
  /** C0 controls and spaces at the end. */
  readonly trailing: string;

  /** The scheme in lower case: what decides how the rest is read. */
  readonly protocol: string;
  /** Whether tabs or newlines stand in some part. */
  readonly hasTabs: boolean;
  /** Whether some part may have a character that every client encodes; a pass that is not to encode adds none. */
  readonly hasUnsafe: boolean;
  /** The host in its one spelling, null where there is none: what facts are looked up by. */
  readonly asciiHost: string | null;
}

/** Joins the parts: the inverse of parsing. */
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

/**
 * What names a site: the host in its one spelling, with the port where one is named, as in `example.com` and
 * `localhost:8080`. Empty where there is no host.
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

/** Whether the scheme is one whose URLs every browser reads in its own, lenient way. */
export function isSpecial(protocol: string): boolean {
  return protocol === 'https' || protocol === 'http' || Object.hasOwn(DEFAULT_PORTS, protocol);
}

/** The port that a URL of the scheme means when it names none; null where there is no such port. */
export function defaultPort(protocol: string): string | null {
  if (protocol === 'https') return '443';
  if (protocol === 'http') return '80';
  return (Object.hasOwn(DEFAULT_PORTS, protocol) && DEFAULT_PORTS[protocol]) || null;
}

/** Whether the URL is one of the web, to which alone the passes of the looser classes apply. */
export function isWeb(url: ParsedUrl): boolean {
  return url.protocol === 'https' || url.protocol === 'http';
}

/** Whether the path is text for a program of its own (`mailto:`, `data:`) instead of segments between slashes. */
export function hasOpaquePath(url: ParsedUrl): boolean {
  return url.host === null && !url.path.startsWith('/') && !isSpecial(url.protocol);
}
