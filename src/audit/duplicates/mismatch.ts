import { addressesOf } from '../site/address.ts';
import { oncePerPage } from '../site/once-per-site.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { canonicalTarget } from '../site/target.ts';
import { type Containment, containment } from './containment.ts';
import { errorPageSign } from './error-page-sign.ts';
import { numberAfterFirst } from './pagination.ts';

/** A canonical URL whose page is not what the page is. */
export interface Mismatch {
  /** What shows best that it is another page; the others would say the same again. */
  readonly kind: 'language' | 'pagination' | 'home' | 'content';
  readonly target: AuditPage;
  /** Null where sketches cannot tell. */
  readonly containment: Containment | null;
}

/**
 * Shares of a page's text: where the canonical URL has less of it, it is another page. Tried on the manuals of PostgreSQL
 * and Python: of a page and the same one with other words, paragraphs or surroundings (1995 pairs), none is below 0.3 and
 * 0.7% are below 0.6; of two pages of one manual, 93% and 81% are below 0.3. The first is for where nothing else tells
 * that the pages differ, the second for where the URLs do. Of a page of a list that shows all, less is missing.
 */
const LEAST_ALONE = 0.3;
const LEAST_WITH_SIGN = 0.6;
const LEAST_OF_SERIES = 0.9;

/** How the canonical URL of a page is another page; null where it is none, or not known. */
export const mismatchOf: (page: AuditPage, site: AuditSite) => Mismatch | null = oncePerPage((page, site) => {
  const target = canonicalTarget(page, site);
  if (target === null || !target.isIndexable) return null;
  const contained = containment(page, target);
  const kind = kindOf(page, target, contained?.most ?? null);
  return kind === null || errorPageSign(target, site) !== null ? null : { kind, target, containment: contained };
});

function kindOf(page: AuditPage, target: AuditPage, most: number | null): Mismatch['kind'] | null {
  // The same text in two languages is one language, wrongly named.
  if (isOtherLanguage(page, target) && page.text !== target.text && (most ?? 0) < LEAST_WITH_SIGN) return 'language';
  const addresses = addressesOf(page);
  if (most === null || addresses === null) return null;
  const { own, named } = addresses;
  if (most < LEAST_OF_SERIES && numberAfterFirst(own, named) !== null) return 'pagination';
  const isHome = named.query === null && named.path === '/' && own.path !== '/';
  if (most < LEAST_WITH_SIGN && isHome) return 'home';
  return most < LEAST_ALONE ? 'content' : null;
}

/** `de-CH` and `de` are one language. */
function isOtherLanguage(page: AuditPage, target: AuditPage): boolean {
  const [own, other] = [languageOf(page), languageOf(target)];
  return own !== '' && other !== '' && own !== other;
}

function languageOf({ language }: AuditPage): string {
  return /^[a-z]{2,3}(?![a-z\d])/.exec(language?.trim() ?? '')?.[0] ?? '';
}
