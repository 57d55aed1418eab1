import { lookup } from 'node:dns/promises';
import { stat } from 'node:fs/promises';
import { isPostgresAddress, urlsOf } from '../../../db/postgres/address.ts';
import { parseUrl, UrlError } from '../../index.ts';
import { withoutBrackets } from '../../url/host.ts';
import { UsageError } from '../io/exit.ts';
import { commandWord, quoted } from '../render/printable.ts';

/**
 * Adds the missing scheme to `example.com`: `http://` on this machine, where servers rarely have certificates, else
 * `https://`. A URL of another scheme stays as it is, such as `mailto:a@example.com`.
 */
export function withScheme(url: string): string {
  const parsed = parseUrl(url);
  const isComplete = !(parsed instanceof UrlError) && /^https?$/.test(parsed.protocol);
  if (isComplete || OPAQUE.test(url) || /^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url;
  if (url.startsWith('//')) return `https:${url}`;
  if (NO_HOST.test(url)) return url;
  return `${/^(?:localhost|127\.|\[::1\])/.test(url) ? 'http' : 'https'}://${url}`;
}

/**
 * The URL that somebody typed to start from, with a scheme.
 *
 * @throws {UsageError} for a folder or file of this machine, a crawl on a server, a scheme without its colon, and a scheme
 * other than http and https
 */
export async function typedSeed(text: string): Promise<string> {
  const [, scheme, rest] = /^(https?)\/\/(.*)/i.exec(text) ?? [];
  if (scheme !== undefined) {
    throw new UsageError(
      `${quoted(text)} has no colon after ${scheme}; did you mean ${quoted(`${scheme}://${rest}`)}?`,
    );
  }
  if (isPostgresAddress(text)) {
    throw new UsageError(
      urlsOf(text).length === 0
        ? 'this names a PostgreSQL server, not a URL to start from; to name a crawl on a server: --db postgres://HOST:PORT/DATABASE?crawl=NAME'
        : `${quoted(text)} is a crawl on a server; to go on with it: dustpan crawl --db ${commandWord(text)}`,
    );
  }
  const [, other] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  if (OPAQUE.test(text) || (other !== undefined && !/^(?:https?|file)$/i.test(other))) {
    throw notFetched(text);
  }
  const isPath = /^(?:[./~\\]|[a-z]:\\|file:)/i.test(text);
  const found =
    isPath || !/^https?:/i.test(text) ? await stat(text.replace(/^file:\/\//i, '')).catch(() => null) : null;
  if (found?.isDirectory() === true && (isPath || !text.includes('.'))) {
    throw new UsageError(
      `${quoted(text)} is a folder of this machine; serve it with a web server, such as \`python3 -m http.server\`, and crawl the URL of the server`,
    );
  }
  if (found?.isFile() === true) {
    throw new UsageError(
      `${quoted(text)} is a file of this machine; to start from the URLs of a list: --seeds ${commandWord(text)}; to continue a crawl: --db ${commandWord(text)}`,
    );
  }
  if (isPath) throw new UsageError(`${quoted(text)} is a path; give a URL to start from, such as https://example.com/`);
  return withScheme(text);
}

/** What pages link to besides web pages. `data:8080` may be a host with its port. */
export const OPAQUE: RegExp =
  /^(?:javascript|mailto|sms|tel|urn|(?:about|blob|data|view-source)(?!:\d{1,5}(?:[/?#]|$))):/i;

/** How paths begin, and comments in a list, but no host. */
export const NO_HOST: RegExp = /^[/?#]/;

/** The error of a seed that is neither http nor https. */
export function notFetched(seed: string): UsageError {
  return new UsageError(`${quoted(seed)} is not an http or https URL; dustpan fetches no others`);
}

/** How many hosts are looked up. One with an address is enough. */
const MAX_LOOKED_UP = 20;

/** Answers of the resolver that say that there is no such name, or that nobody can be asked. */
const UNKNOWN: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN'];

/**
 * Finds out whether a new crawl can start, before its file is created.
 *
 * @param seeds URLs with a scheme
 * @param connected the hosts of `--connect-to`, whose names need no address; null stands for all hosts
 * @returns null if a host has an address; otherwise a message about the first
 */
export async function unknownHost(
  seeds: readonly string[],
  connected: ReadonlySet<string | null>,
): Promise<string | null> {
  let message: string | null = null;
  if (connected.has(null)) return null;
  for (const host of [...new Set(seeds.map(hostOf))].slice(0, MAX_LOOKED_UP)) {
    if (host === null || connected.has(host)) return null;
    const code = await lookup(host).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code ?? null,
    );
    if (code === null || !UNKNOWN.includes(code)) return null;
    message ??= describeUnknown(host, code);
  }
  return message;
}

function describeUnknown(host: string, code: string): string {
  if (code !== 'ENOTFOUND')
    return `no name server answers for ${quoted(host)} (${code}); check the name and the network`;
  const isWord = !host.includes('.');
  return `there is no host named ${quoted(host)}; ${isWord ? `give the complete name, such as ${quoted(host)}.com` : 'check the spelling'}`;
}

/** The host to look up; null if the URL is invalid, which the crawl reports. */
function hostOf(seed: string): string | null {
  const url = parseUrl(seed);
  return url instanceof UrlError || url.asciiHost === null ? null : withoutBrackets(url.asciiHost);
}
