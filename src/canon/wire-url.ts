import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import type { ParsedUrl } from '../url/parsed-url.ts';
import { type Canonicalizer, compile } from './canonicalizer.ts';

const client: Canonicalizer = compile({ profile: 'whatwg' });

/** The URL as a client sends it, without the fragment. Returns an error if the input is not a valid URL. */
export function wireUrl(url: string): string | UrlError {
  const sent = client.canonicalize(url);
  if (sent instanceof UrlError) return sent;
  const hash = sent.indexOf('#');
  return hash < 0 ? sent : sent.slice(0, hash);
}

/** The same, parsed. */
export function wireParts(url: string): ParsedUrl | UrlError {
  const sent = wireUrl(url);
  return sent instanceof UrlError ? sent : parseUrl(sent);
}
