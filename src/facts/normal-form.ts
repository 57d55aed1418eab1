/** The one spelling in which the passes meet hosts, paths and parameters: a fact in any other would never hold. */
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
 * A host with its port, where it has one that is neither 80 nor 443.
 *
 * @returns null for what is no host
 */
export function normalizeHost(text: string): string | null {
  const url = parseUrl(`http://${text}/`);
  if (url instanceof UrlError || url.asciiHost === null) return null;
  if (url.userinfo !== null || url.path !== '/' || url.query !== null || url.fragment !== null) return null;
  // The root's dot, which drop-host-dot drops; two dots are no root.
  const host = /[^.]\.$/.test(url.asciiHost) ? url.asciiHost.slice(0, -1) : url.asciiHost;
  const port = Number(url.port ?? '');
  return port === 0 || port === 80 || port === 443 ? host : `${host}:${port}`;
}

/** Whether the host, in its one spelling, is an IPv4 or IPv6 address. */
export function isAddress(host: string): boolean {
  return host.startsWith('[') || /^[0-9]+(?:\.[0-9]+){3}(?::|$)/.test(host);
}

/** The host without its port, and the port with its colon. */
export function splitPort(host: string): readonly [host: string, port: string] {
  const [port = ''] = /:[0-9]+$/.exec(host) ?? [];
  return [host.slice(0, host.length - port.length), port];
}

/** A path, or a file name in one. */
export function normalizePath(text: string): string {
  return settle(text.replaceAll('\\', '/'), PATH);
}

/** A parameter of a query, or the name of one. */
export function normalizeParam(text: string): string {
  return settle(text, SPECIAL_QUERY).replaceAll('&', '%26');
}

function settle(text: string, set: EncodeSet): string {
  return decodeUnreserved(uppercaseEscapes(percentEncode(text.replace(/[\t\n\r]+/g, ''), set)));
}

/** Whether a segment of the path is `.` or `..`, which never stay. */
export function hasDotSegment(path: string): boolean {
  return path.split('/').some((segment) => segment === '.' || segment === '..');
}
