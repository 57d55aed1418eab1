import { withoutUserinfo } from '../src/url/credentials.ts';
import type { UrlError } from '../src/url/error.ts';
import type { ParsedUrl } from '../src/url/parsed-url.ts';
import { Resolver, resolve } from '../src/url/resolve.ts';

/**
 * What a reference that a server gives leads to, as `resolve` has it. Only `http:ann:pw@h/`, a path to a browser, is the
 * absolute URL that its author means: the password must not come to be a part of some path.
 *
 * @returns with the user name that it has: `Discovery` tells by that that it is not to be fetched
 */
export function resolveReference(base: string | ParsedUrl | Resolver, reference: string): string | UrlError {
  const isOwn = reference.includes('@') && SCHEME.test(reference) && withoutUserinfo(reference) !== reference;
  if (isOwn) return reference.replace(/[\t\n\r]/g, '');
  return base instanceof Resolver ? base.resolve(reference) : resolve(base, reference);
}

// oxlint-disable-next-line no-control-regex -- what a browser reads over
const SCHEME = /^[\0- ]*[a-z][a-z0-9+.\t\n\r-]*:/i;
