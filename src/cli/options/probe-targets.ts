import { statSync } from 'node:fs';
import { hostOf } from '../../../crawler/probe/differences.ts';
import { wwwPair } from '../../facts/facts.ts';
import { isAddress } from '../../facts/normal-form.ts';
import { type ParsedUrl, parseUrl, UrlError } from '../../index.ts';
import { registrableDomain } from '../../url/registrable-domain.ts';
import { UsageError } from '../io/exit.ts';
import { commandWord, quoted } from '../render/printable.ts';

/** A site that the user has named. */
export interface ProbeTarget {
  /** URLs of its home page, in the order in which to try them. */
  readonly starts: readonly string[];
  /** The URLs that the user has named, as samples. */
  readonly pages: readonly string[];
}

/**
 * Groups URLs and hosts into sites, ignoring scheme and `www.`.
 *
 * @throws {UsageError} if a text is neither a URL nor a host, or names a file
 */
export function probeTargets(named: readonly string[]): readonly ProbeTarget[] {
  const starts = named.map((text) => ({ text, urls: startsOf(text) }));
  const sites = Map.groupBy(starts, ({ urls }) => wwwPair(hostOf(urls[0]))[0]);
  return [...sites].map(([host, site]) => ({
    starts: [...new Set(site.flatMap(({ urls }) => urls))],
    // For an IP address, all named URLs are candidates for its domain.
    pages: isAddress(host) ? starts.map(({ urls }) => urls[0]) : site.map(({ text }) => text).filter(isAbsolute),
  }));
}

function isAbsolute(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** A URL itself; for a host, its root under both schemes, with and without `www.`. */
function startsOf(text: string): readonly [string, ...string[]] {
  if (!isAbsolute(text) && isFile(text)) {
    throw new UsageError(
      `${quoted(text)} is a file of this machine; to probe the sites of a crawl: dustpan probe --db ${commandWord(text)}`,
    );
  }
  const url = parseUrl(isAbsolute(text) ? text : `http://${text}`);
  if (url instanceof UrlError || url.asciiHost === null || !(isAbsolute(text) || isBare(url))) {
    throw new UsageError(`${quoted(text)} is neither a URL nor a host; write https://example.com/ or example.com`);
  }
  if (isAbsolute(text)) return [text];
  const { asciiHost: host, port } = url;
  const [bare, www] = wwwPair(host);
  const hasWww = !isAddress(bare) && registrableDomain(bare) !== null;
  // A server on this machine or on an unusual port rarely has a certificate.
  const [likely, other] = port !== null || /^(?:localhost$|127\.)/.test(host) ? ['http', 'https'] : ['https', 'http'];
  const urlsOf = (name: string): [string, string] => {
    const authority = port === null ? name : `${name}:${port}`;
    return [`${likely}://${authority}/`, `${other}://${authority}/`];
  };
  return [...urlsOf(host), ...(hasWww ? urlsOf(host === bare ? www : bare) : [])];
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Whether the URL is only a host with an optional port. */
function isBare({ path, query, fragment, userinfo }: ParsedUrl): boolean {
  return /^\/?$/.test(path) && query === null && fragment === null && userinfo === null;
}
