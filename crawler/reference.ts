import { wireUrl } from '../src/canon/wire-url.ts';
import { isRedirect } from '../src/status-codes.ts';
import { escapeBytes } from '../src/text/bytes.ts';
import { withoutUserinfo } from '../src/url/credentials.ts';
import { orNull, type UrlError } from '../src/url/error.ts';
import type { ParsedUrl } from '../src/url/parsed-url.ts';
import { Resolver, resolve } from '../src/url/resolve.ts';
import type { FetchResponse } from './fetch/fetch-result.ts';
import { header } from './fetch/response.ts';

/**
 * Resolves a reference from a server's answer, like `resolve`, with one exception. `http:ann:pw@h/` would be a relative
 * path, but its author means an absolute URL, and the password must not become a part of a path.
 *
 * @returns the URL including any user name, by which `Discovery` recognizes that it must not be fetched
 */
export function resolveReference(reference: string, base: string | ParsedUrl | Resolver): string | UrlError {
  const isOwn = reference.includes('@') && SCHEME.test(reference) && withoutUserinfo(reference) !== reference;
  if (isOwn) return reference.replace(/[\t\n\r]/g, '');
  return base instanceof Resolver ? base.resolve(reference) : resolve(reference, base);
}

/**
 * The target of a redirect, resolved like any reference; null if the response does not redirect.
 *
 * @param sent the URL as requested
 */
export function redirectTarget(
  sent: string,
  response: Pick<FetchResponse, 'status' | 'headers'>,
): string | UrlError | null {
  const location = isRedirect(response.status) ? header(response, 'location') : null;
  return location === null ? null : resolveReference(escapeBytes(location), sent);
}

/** The URL as requested, without a user name; null if it is invalid. */
export function bareWireUrl(url: string): string | null {
  return orNull(wireUrl(withoutUserinfo(url)));
}

// oxlint-disable-next-line no-control-regex -- the control characters that browsers ignore
const SCHEME = /^[\0- ]*[a-z][a-z0-9+.\t\n\r-]*:/i;
