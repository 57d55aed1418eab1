import type { AuditPage } from './page.ts';
import type { AuditSite } from './site.ts';

/** Caches a function of a site. */
export function oncePerSite<T>(look: (site: AuditSite) => T): (site: AuditSite) => T {
  const seen = new WeakMap<AuditSite, { readonly value: T }>();
  return (site) => {
    const known = seen.get(site);
    if (known !== undefined) return known.value;
    const value = look(site);
    seen.set(site, { value });
    return value;
  };
}

/** Caches a function of a page and its site. */
export function oncePerPage<T>(look: (page: AuditPage, site: AuditSite) => T): (page: AuditPage, site: AuditSite) => T {
  const seenAt = oncePerSite(() => new Map<AuditPage, { readonly value: T }>());
  return (page, site) => {
    const seen = seenAt(site);
    const known = seen.get(page);
    if (known !== undefined) return known.value;
    const value = look(page, site);
    seen.set(page, { value });
    return value;
  };
}
