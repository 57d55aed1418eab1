import { wwwPair } from '../facts/facts.ts';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import { hostWithPort } from '../url/parsed-url.ts';
import type { Subject } from './evidence.ts';

/**
 * The form of a subject that a declared canonical URL uses, as the value of a fact: `add` or `remove` (www, slash),
 * `http` or `https` (scheme). A site's declarations show its form better than the first URL found does.
 *
 * @param page the URL of the page that declares it
 * @returns null if the URL does not show the form
 */
export function declaredForm({ kind, host }: Subject, page: string, canonical: string): string | null {
  const declared = parseUrl(canonical);
  if (declared instanceof UrlError) return null;
  const [bare, www] = wwwPair(host);
  const name = hostWithPort(declared);
  if (name !== bare && name !== www) return null;
  if (kind === 'www') return name === www ? 'add' : 'remove';
  if (kind === 'scheme')
    return declared.protocol === 'https' || declared.protocol === 'http' ? declared.protocol : null;
  return kind === 'slash' ? slashOf(declared.path, page) : null;
}

/** The form of the path, if it equals the page's path except for the trailing slash. */
function slashOf(path: string, page: string): string | null {
  const own = parseUrl(page);
  if (own instanceof UrlError || path === '/' || withoutSlash(own.path) !== withoutSlash(path)) return null;
  return path.endsWith('/') ? 'add' : 'remove';
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
