/**
 * The canonical spelling of hosts, paths and parameters, as passes see them. A fact in any other spelling would never
 * apply.
 */
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import {
  decodeUnreserved,
  type EncodeSet,
  PATH,
  percentEncode,
  SPECIAL_QUERY,
  uppercaseEscapes,
} from '../url/percent.ts';

/**
 * The canonical spelling of a host, with its port unless that is 80 or 443.
 *
 * @returns null if the text is not a host
 */
export function normalizeHost(text: string): string | null {
  const url = parseUrl(`http://${text}/`);
  if (url instanceof UrlError || url.asciiHost === null) return null;
  if (url.userinfo !== null || url.path !== '/' || url.query !== null || url.fragment !== null) return null;
  // drop-host-dot drops the dot of the DNS root. Two dots are not the root.
  const host = /[^.]\.$/.test(url.asciiHost) ? url.asciiHost.slice(0, -1) : url.asciiHost;
  const port = Number(url.port ?? '');
  return port === 0 || port === 80 || port === 443 ? host : `${host}:${port}`;
}

/** Whether a host in its one spelling is an IPv4 or IPv6 address. */
export function isAddress(host: string): boolean {
  return host.startsWith('[') || /^[0-9]+(?:\.[0-9]+){3}(?::|$)/.test(host);
}

/** Splits a host from its port. The port keeps its colon, and is empty if there is none. */
export function splitPort(host: string): readonly [host: string, port: string] {
  const [port = ''] = /:[0-9]+$/.exec(host) ?? [];
  return [host.slice(0, host.length - port.length), port];
}

/** The canonical spelling of a path or file name. */
export function normalizePath(text: string): string {
  return settle(text.replaceAll('\\', '/'), PATH);
}

/** The canonical spelling of a query parameter or its name. */
export function normalizeParam(text: string): string {
  return settle(text, SPECIAL_QUERY).replaceAll('&', '%26');
}

function settle(text: string, set: EncodeSet): string {
  return decodeUnreserved(uppercaseEscapes(percentEncode(text.replace(/[\t\n\r]+/g, ''), set)));
}

/** Whether a path contains a `.` or `..` segment. */
export function hasDotSegment(path: string): boolean {
  return path.split('/').some((segment) => segment === '.' || segment === '..');
}
