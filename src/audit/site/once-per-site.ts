import { runAtOnce, type Steps } from '../../give-way.ts';
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

/** A cached function of a site that takes long. */
export interface CachedSteps<T> {
  (site: AuditSite): T;
  /** Does the work in steps, unless it is done already. */
  readonly steps: (site: AuditSite) => Steps<T>;
}

/** Caches a function of a site that works in steps. */
export function oncePerSiteInSteps<T>(look: (site: AuditSite) => Steps<T>): CachedSteps<T> {
  const seen = new WeakMap<AuditSite, { readonly value: T }>();
  function* steps(site: AuditSite): Steps<T> {
    const known = seen.get(site);
    if (known !== undefined) return known.value;
    const value = yield* look(site);
    seen.set(site, { value });
    return value;
  }
  const lookNow = (site: AuditSite): T => {
    const known = seen.get(site);
    return known === undefined ? runAtOnce(steps(site)) : known.value;
  };
  return Object.assign(lookNow, { steps });
}

/** Caches a function of a page and its site. */
export function oncePerPage<T extends string | object | null>(
  look: (page: AuditPage, site: AuditSite) => T,
): (page: AuditPage, site: AuditSite) => T {
  const seenAt = oncePerSite(({ pages }) => Array.from<T | undefined>({ length: pages.length }));
  return (page, site) => {
    const seen = seenAt(site);
    const known = seen[page.index];
    if (known !== undefined) return known;
    const value = look(page, site);
    seen[page.index] = value;
    return value;
  };
}
