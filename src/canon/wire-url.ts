import { UrlError } from '../url/error.ts';
import { type Canonicalizer, compile } from './canonicalizer.ts';

/** What a client sends. */
const client: Canonicalizer = compile({ profile: 'whatwg' });

/** The URL as it goes on the wire, without the fragment, which is never sent; an error where it is no URL. */
export function wireUrl(url: string): string | UrlError {
  const sent = client.canonicalize(url);
  if (sent instanceof UrlError) return sent;
  const hash = sent.indexOf('#');
  return hash < 0 ? sent : sent.slice(0, hash);
}
