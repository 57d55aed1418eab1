import { wwwPair } from '../../facts/facts.ts';
import { orNull, UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import type { ParsedUrl } from '../../url/parsed-url.ts';
import { registrableDomain } from '../../url/registrable-domain.ts';
import { oncePerPage } from './once-per-site.ts';
import type { AuditPage } from './page.ts';
import type { AuditSite } from './site.ts';

/** A page's own URL and its canonical URL, parsed. */
export interface Addresses {
  /** The page's own URL. */
  readonly own: ParsedUrl;
  /** The canonical URL that it names. */
  readonly named: ParsedUrl;
}

/** The answer for one page: several rules ask for it, one after the other. */
let latest: { readonly page: AuditPage; readonly addresses: Addresses | null } | null = null;

/** Null if the page has no canonical URL. */
export function addressesOf(page: AuditPage): Addresses | null {
  if (page.canonical === null) return null;
  if (latest?.page !== page) latest = { page, addresses: parsedBoth(page.url, page.canonical.url) };
  return latest.addresses;
}

/** A page's own URL and where its canonical URL leads: the URL as declared, or the end of its redirects. */
export function addressesTo(end: AuditPage, page: AuditPage): Addresses | null {
  return page.canonical?.key === end.key ? addressesOf(page) : parsedBoth(page.url, end.url);
}

function parsedBoth(url: string, canonical: string): Addresses | null {
  const own = parseUrl(url);
  const named = canonical === url ? own : parseUrl(canonical);
  return own instanceof UrlError || named instanceof UrlError ? null : { own, named };
}

/** Whether a reference has a scheme and a host. */
export function isAbsolute(reference: string): boolean {
  return /^[a-z][a-z\d+.-]*:[/\\]{2}/i.test(reference.trim());
}

/** Whether two URLs have the same registrable domain, or the same host if it has none. */
export function isSameSite(a: string, b: string): boolean {
  const domain = domainAt(a);
  return domain !== null && (a === b || domain === domainAt(b));
}

/** Whether a reference leads from https to http on the same site; another site may not support https. */
export function isDowngrade(from: string, to: string): boolean {
  return from.startsWith('https:') && to.startsWith('http:') && isSameSite(from, to);
}

/** {@link registrableDomainOf} for a URL as text; null if it is invalid. */
export function domainAt(url: string): string | null {
  const parsed = parseUrl(url);
  return parsed instanceof UrlError ? null : registrableDomainOf(parsed);
}

/** {@link domainAt} the URL of a page. */
export const domainOf: (page: AuditPage, site: AuditSite) => string | null = oncePerPage(({ url }) => domainAt(url));

/** The registrable domain of a URL; the host if it has none, as IP addresses do. */
export function registrableDomainOf({ asciiHost }: ParsedUrl): string {
  const host = asciiHost ?? '';
  return registrableDomain(host) ?? host;
}

/** A host without its `www.` prefix; empty for null. */
export function withoutWww(host: string | null): string {
  return wwwPair(host ?? '')[0];
}

/** The ASCII host of a URL; null if the text is not a URL or has no host. */
export function hostOf(url: string): string | null {
  return orNull(parseUrl(url))?.asciiHost ?? null;
}

/** Whether browsers and crawlers fetch a URL from the web: `ftp:` and `javascript:` lead elsewhere. */
export function isWeb(url: string): boolean {
  return /^https?:/i.test(url) && hostOf(url) !== null;
}
