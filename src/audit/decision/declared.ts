import type { Key } from '../../canon/key.ts';
import { mismatchWith } from '../duplicates/mismatch.ts';
import { errorPageSign } from '../duplicates/soft-404.ts';
import { isDowngrade, isWeb } from '../site/address.ts';
import { canonicalGraph } from '../site/canonical-graph.ts';
import { lastingFailure } from '../site/lasting-failure.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { namesAnother, wasFetched } from '../site/target.ts';

/** How many declarations in a row to follow. */
const MAX_STEPS = 20;

/**
 * Where the canonical declarations of a page end, as far as they are sound: a rule under `target/` that asks for another
 * declaration makes this one unsound. Redirects of declared URLs are followed.
 *
 * @returns the page's own key if it names itself; null if it declares nothing sound
 */
export function declaredKey(page: AuditPage, site: AuditSite): Key | null {
  let key = soundStep(page, site);
  let at = page;
  for (let step = 0; key !== null && key !== at.key && step < MAX_STEPS; step++) {
    const next = site.page(key);
    if (next === null || !wasFetched(next)) return key;
    at = next;
    key = soundStep(next, site) ?? next.key;
  }
  return key;
}

/** Where the canonical declaration of a page leads, also by redirects; null if it is not sound, or if there is none. */
export function soundStep(page: AuditPage, site: AuditSite): Key | null {
  if (!namesAnother(page)) return page.canonical?.key ?? null;
  const { canonical, key } = page;
  if (isDowngrade(key, canonical.key) || canonicalGraph(site).endless.has(page)) return null;
  if (site.robotsRule(canonical.url) !== null) return null;
  const target = site.page(canonical.key);
  if (target === null) return canonical.key;
  if (!wasFetched(target)) return target.entry.reason === 'robots' ? null : canonical.key;
  const { page: end } = site.end(target);
  if (end === null || !isWeb(end.key) || isNeverShown(end, site) || isDowngrade(key, end.key)) return null;
  if (end.entry.reason === 'robots') return null;
  return mismatchWith(page, end, site) === null ? end.key : null;
}

/** Whether search engines never show a URL: it is an error, or marked noindex. */
export function isNeverShown(page: AuditPage, site: AuditSite): boolean {
  return page.noindex || lastingFailure(page) !== null || errorPageSign(page, site) !== null;
}
