import type { AuditPage } from './page.ts';
import type { RefreshDeclaration } from './page-record.ts';
import type { AuditSite } from './site.ts';

/** A later refresh shows the next picture or the latest news; it does not replace a redirect. In seconds. */
const MAX_DELAY = 10;
/** Pages with more words are pages of their own. Their refresh may be meant for browsers without scripts only. */
const MAX_WORDS = 100;
/** Where pages send browsers without scripts. Search engines run scripts and never get there. */
const WITHOUT_SCRIPTS = /no-?_?(?:js|javascript|script)|(?:js|javascript|script)[=_-]?(?:0|off|no|false|disabled)/i;

/** The refresh by which a page sends visitors to another URL, in place of a redirect; null if it does not. */
export function sendingRefresh(page: AuditPage, site: AuditSite): RefreshDeclaration | null {
  const refresh = site.record(page)?.refresh ?? null;
  if (refresh === null || refresh.delay > MAX_DELAY || page.words > MAX_WORDS) return null;
  const target = site.keys.key(refresh.url);
  return target === null || target === page.key || WITHOUT_SCRIPTS.test(refresh.url) ? null : refresh;
}
