import { hostOf } from '../../../crawler/probe/differences.ts';
import { wwwPair } from '../../facts/facts.ts';
import { isAddress } from '../../facts/normal-form.ts';
import { type ParsedUrl, parseUrl, UrlError } from '../../index.ts';
import { registrableDomain } from '../../url/registrable-domain.ts';
import { UsageError } from '../io/exit.ts';
import { quoted } from '../render/printable.ts';

/** One site of those that the user has named. */
export interface ProbeTarget {
  /** Where to find it, in the order in which to try. */
  readonly starts: readonly string[];
  /** The URLs that the user has named. */
  readonly pages: readonly string[];
}

/**
 * Sites from URLs and hosts; those that differ in scheme or www. alone are one.
 *
 * @throws {UsageError} where one is neither
 */
export function probeTargets(named: readonly string[]): readonly ProbeTarget[] {
  const starts = named.map((text) => ({ text, urls: startsOf(text) }));
  const sites = Map.groupBy(starts, ({ urls }) => wwwPair(hostOf(urls[0]))[0]);
  return [...sites].map(([host, site]) => ({
    starts: [...new Set(site.flatMap(({ urls }) => urls))],
    // Which domain an address may stand for, the others that are named tell.
    pages: isAddress(host) ? starts.map(({ urls }) => urls[0]) : site.map(({ text }) => text).filter(isAbsolute),
  }));
}

function isAbsolute(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** A URL itself; of a host, its root by both schemes, with www. and without. */
function startsOf(text: string): readonly [string, ...string[]] {
  const url = parseUrl(isAbsolute(text) ? text : `http://${text}`);
  if (url instanceof UrlError || url.asciiHost === null || !(isAbsolute(text) || isBare(url))) {
    throw new UsageError(`${quoted(text)} is neither a URL nor a host; write https://example.com/ or example.com`);
  }
  if (isAbsolute(text)) return [text];
  const { asciiHost: host, port } = url;
  const [bare, www] = wwwPair(host);
  const hasWww = !isAddress(bare) && registrableDomain(bare) !== null;
  // A server on this machine or at a port of its own hardly has a certificate.
  const [likely, other] = port !== null || /^(?:localhost$|127\.)/.test(host) ? ['http', 'https'] : ['https', 'http'];
  const urlsOf = (name: string): [string, string] => {
    const authority = port === null ? name : `${name}:${port}`;
    return [`${likely}://${authority}/`, `${other}://${authority}/`];
  };
  return [...urlsOf(host), ...(hasWww ? urlsOf(host === bare ? www : bare) : [])];
}

/** Whether there is nothing but a host, and perhaps a port. */
function isBare({ path, query, fragment, userinfo }: ParsedUrl): boolean {
  return /^\/?$/.test(path) && query === null && fragment === null && userinfo === null;
}
