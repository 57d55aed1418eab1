import { withoutUserinfo } from '../src/url/credentials.ts';
import type { UrlError } from '../src/url/error.ts';
import type { ParsedUrl } from '../src/url/parsed-url.ts';
import { Resolver, resolve } from '../src/url/resolve.ts';

/**
 * Resolves a reference from a server's answer, like `resolve`, with one exception. `http:ann:pw@h/` would be a relative
 * path, but its author means an absolute URL, and the password must not become a part of a path.
 *
 * @returns the URL including any user name, by which `Discovery` recognizes that it must not be fetched
 */
export function resolveReference(base: string | ParsedUrl | Resolver, reference: string): string | UrlError {
  const isOwn = reference.includes('@') && SCHEME.test(reference) && withoutUserinfo(reference) !== reference;
  if (isOwn) return reference.replace(/[\t\n\r]/g, '');
  return base instanceof Resolver ? base.resolve(reference) : resolve(base, reference);
}

// oxlint-disable-next-line no-control-regex -- the control characters that browsers ignore
const SCHEME = /^[\0- ]*[a-z][a-z0-9+.\t\n\r-]*:/i;
