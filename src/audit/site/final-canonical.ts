import type { Key } from '../../canon/key.ts';
import type { AuditPage } from './page.ts';
import type { AuditSite } from './site.ts';
import { namesAnother } from './target.ts';

/** How many declarations in a row to follow. */
const MAX_STEPS = 20;

/** The key where a page's canonical declarations and redirects end: its own key if it has none, or if they form a loop. */
export function finalCanonical(start: AuditPage, site: AuditSite): Key {
  let page = start;
  for (let step = 0; step < MAX_STEPS; step++) {
    if (!namesAnother(page)) return page.key;
    const target = site.page(page.canonical.key);
    const next = target === null ? null : site.end(target).page;
    if (next === null) return page.canonical.key;
    if (next === page) return page.key;
    page = next;
  }
  return start.key;
}
