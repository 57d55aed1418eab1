import type { Key } from '../../canon/key.ts';
import type { AuditPage } from './page.ts';
import type { AuditSite } from './site.ts';

/** Declarations in a row that are followed. */
const MAX_STEPS = 20;

/** Where canonical declarations and redirects lead from a page in the end: its own key where there are none, or where they go round in circles. */
export function finalCanonical(start: AuditPage, site: AuditSite): Key {
  let page = start;
  for (let step = 0; step < MAX_STEPS; step++) {
    const { canonical } = page;
    if (canonical === null || canonical.key === page.key) return page.key;
    const target = site.page(canonical.key);
    const next = target === null ? null : site.end(target).page;
    if (next === null) return canonical.key;
    if (next === page) return page.key;
    page = next;
  }
  return start.key;
}
