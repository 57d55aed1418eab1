import { UrlError } from '../url/error.ts';
import { type Canonicalizer, compile } from './canonicalizer.ts';

const client: Canonicalizer = compile({ profile: 'whatwg' });

/** The URL as a client sends it, without the fragment. Returns an error if the input is not a valid URL. */
export function wireUrl(url: string): string | UrlError {
  const sent = client.canonicalize(url);
  if (sent instanceof UrlError) return sent;
  const hash = sent.indexOf('#');
  return hash < 0 ? sent : sent.slice(0, hash);
}
