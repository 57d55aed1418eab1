import { decodeBytes } from '../../text/bytes.ts';
import { quote } from '../../text/wording.ts';
import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import { FormatError } from '../error.ts';
import { entryPerLine } from '../reading/line-cutter.ts';
import type { Format } from './format.ts';
import { type LogLine, readLogLine } from './log-line.ts';

/** https://httpd.apache.org/docs/2.4/logs.html#accesslog */
export const accessLog: Format = {
  name: 'access-log',
  description: 'web server access log (common, combined, vhost_combined)',
  extensions: ['.log'],
  matches: (head) => head.split('\n', MAX_LOOKED_AT).some((line) => readLogLine(line) !== null),
  createReader: ({ base }) => {
    const origin = base === undefined ? null : originOf(base);
    return entryPerLine((line) => {
      const read = readLogLine(line);
      return read === null ? null : requestedUrl(read, origin);
    });
  },
  output: 'lines',
  uses: ['base'],
};

/** Lines to check, since a log may start with something else. */
const MAX_LOOKED_AT = 20;

/**
 * The origin of a URL.
 *
 * @throws {FormatError} if it is not a valid URL with a host
 */
export function originOf(base: string): string {
  const url = parseUrl(base);
  if (url instanceof UrlError || url.host === null) {
    throw new FormatError('bad-format', `${quote(base)} is not an origin; write one such as https://example.com`);
  }
  return `${url.scheme}://${url.host}${url.port === null ? '' : `:${url.port}`}`;
}

/** Stands for the site of a log that does not name it (RFC 6761 6.4). It is for comparing only, and never printed. */
export const ANY_SITE = 'http://site.invalid';

/**
 * The URL of a request; null if the request does not name a page.
 *
 * @param origin the site's origin, for a log without virtual hosts: `https://example.com`
 * @throws {FormatError} if neither names the site of a path
 */
export function requestedUrl({ virtualHost, request }: LogLine, origin: string | null): string | null {
  const target = targetOf(request);
  if (target === null) return null;
  // Two leading slashes are part of a path here, unlike in a relative reference (RFC 9112 3.2.1).
  if (target.startsWith('/'))
    return (virtualHost === null ? (origin ?? lackingSite()) : originOfHost(virtualHost)) + target;
  return /^[A-Za-z][A-Za-z0-9+.-]{0,30}:\/\//.test(target) ? target : null;
}

function lackingSite(): never {
  throw new FormatError(
    'bad-format',
    'the access log does not name its site; name it with --base, such as dedup LOG --base https://example.com --emit canonical',
  );
}

/** The middle of `GET /path HTTP/1.1`. HTTP/0.9 requests have no version. */
function targetOf(request: string): string | null {
  const method = request.indexOf(' ');
  if (method < 0 || !/^[A-Za-z_-]{1,32}$/.test(request.slice(0, method)) || request.startsWith('CONNECT ')) return null;
  const version = request.lastIndexOf(' ');
  const hasVersion = version > method && request.startsWith('HTTP/', version + 1);
  return decodeBytes(escapeControls(request.slice(method + 1, hasVersion ? version : undefined)));
}

/** Escapes controls and spaces, which a client can only have sent escaped. */
function escapeControls(target: string): string {
  // oxlint-disable-next-line no-control-regex -- matches control characters
  return target.replace(
    /[\0-\x20\x7f]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

function originOfHost(host: string): string {
  if (host.endsWith(':443')) return `https://${host.slice(0, -':443'.length)}`;
  return `http://${host.endsWith(':80') ? host.slice(0, -':80'.length) : host}`;
}
