import { isAddress } from '../../facts/normal-form.ts';
import { hostOf } from './address.ts';
import { type FailedUrl, failureAt } from './lasting-failure.ts';
import type { AuditPage } from './page.ts';
import type { AuditSite } from './site.ts';

type NamingPage = AuditPage & { readonly canonical: NonNullable<AuditPage['canonical']> };

/** Whether the canonical URL of a page has another key than the page. */
export function namesAnother(page: AuditPage): page is NamingPage {
  return page.canonical !== null && page.canonical.key !== page.key;
}

/** The other entry that a page names as its canonical URL; null if there is none, or if it was never fetched. */
export function canonicalTarget(page: AuditPage, site: AuditSite): AuditPage | null {
  if (!namesAnother(page)) return null;
  const target = site.page(page.canonical.key);
  return target === null || !wasFetched(target) ? null : target;
}

/** Where the canonical URL of a page leads: its target, or the end of that one's redirects; null if they do not end. */
export function canonicalEnd(page: AuditPage, site: AuditSite): AuditPage | null {
  const target = canonicalTarget(page, site);
  return target === null ? null : site.end(target).page;
}

/** Why the canonical URL of a page cannot be fetched; null if it can. It may be another URL of the same page, one that fails. */
export function failedCanonical({ url, canonical }: AuditPage, site: AuditSite): FailedUrl | null {
  const target = canonical === null ? null : site.page(canonical.key);
  if (canonical === null || target === null) return null;
  return failureAt(target, canonical.url, site) ?? privateTo(url, target);
}

/** The failure of a target that only readers on one machine or network reach, such as `http://localhost:3000/`. */
function privateTo(url: string, page: AuditPage): FailedUrl | null {
  const { state, reason, status } = page.entry;
  const isPrivate = state === 'failed' && reason === 'private-address' && isLocal(page.url) && !isLocal(url);
  return isPrivate ? { page, reason, status } : null;
}

function isLocal(url: string): boolean {
  const host = hostOf(url) ?? '';
  return isAddress(host) || /(?:^|\.)localhost$/.test(host);
}

/** Words for a finding about where a canonical URL leads; empty if it does not redirect. */
export function redirectsThere(end: AuditPage, page: AuditPage, site: AuditSite): string {
  const target = canonicalTarget(page, site);
  return target === null || end === target ? '' : `redirects to ${site.end(target).url}, which `;
}

/** Whether the crawl has fetched an entry, or failed to. */
export function wasFetched({ entry }: AuditPage): boolean {
  return entry.state === 'done' || entry.state === 'failed';
}
