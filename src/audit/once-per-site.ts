import type { AuditSite } from './site.ts';

/** Makes of a look at a whole site one that is taken once, for rules look at page after page. */
export function oncePerSite<T>(look: (site: AuditSite) => T): (site: AuditSite) => T {
  const seen = new WeakMap<AuditSite, { readonly value: T }>();
  return (site) => {
    const known = seen.get(site) ?? { value: look(site) };
    seen.set(site, known);
    return known.value;
  };
}
