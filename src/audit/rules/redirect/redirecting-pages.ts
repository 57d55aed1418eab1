import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';

/** Entries that redirect to another entry, each with its direct target. */
export function* redirects(site: AuditSite): Generator<{ readonly page: AuditPage; readonly target: AuditPage }> {
  for (const page of site.pages) {
    const { aliasBy, aliasOf } = page.entry;
    const target = aliasBy === 'redirect' && aliasOf !== null ? site.page(aliasOf) : null;
    if (target !== null) yield { page, target };
  }
}

/** Whether clients keep using the redirecting URL (RFC 9110 15.4). */
export function isTemporary(status: number | null): boolean {
  return status === 302 || status === 303 || status === 307;
}
