import type { Entry } from '../../db/store.ts';
import { wireParts } from '../../src/canon/wire-url.ts';
import type { Difference } from '../../src/evidence/difference.ts';
import { isRedirect } from '../../src/status-codes.ts';
import { UrlError } from '../../src/url/error.ts';
import { resourceOf } from '../../src/url/parsed-url.ts';
import { type Observed, observed, redirectSource } from './observed.ts';
import { urlOf } from './pages.ts';

/** Evidence from one redirect to `target`; null if it does not change exactly one thing that a fact can be about. */
export function redirectEvidence(from: Entry, target: Entry): Observed | null {
  return evidenceOf(from, target, null, { page: from.location ?? target.url, supports: true, seen: 'redirects' });
}

/** Evidence from a redirect of a deep URL to the root of a site, against being the same as `page`; null if that is the root. */
export function lossEvidence(from: Entry, root: Entry, page: Entry, found: Difference): Observed | null {
  if (pathOf(urlOf(page)) === '/') return null;
  return evidenceOf(from, root, found, { page: urlOf(page), supports: false, seen: 'loses-path' });
}

/** Evidence from a redirect that leads to another page: the URL does not show `page`. */
export function elsewhereEvidence(from: Entry, other: Entry, page: Entry, found: Difference): Observed | null {
  return evidenceOf(from, other, found, { page: urlOf(page), supports: false, seen: 'redirects-elsewhere' });
}

/** Whether a redirect leads from a deep URL to the root of a site. */
export function losesPath(from: Entry, target: Pick<Entry, 'url'>): boolean {
  return pathOf(urlOf(from)) !== '/' && pathOf(target.url) === '/';
}

function evidenceOf(
  from: Entry,
  target: Entry,
  found: Difference | null,
  what: { readonly page: string; readonly supports: boolean; readonly seen: string },
): Observed | null {
  const { status, fetchedAt } = from;
  if (status === null || !isRedirect(status)) return null;
  const source = redirectSource(status);
  const answer = { status, location: from.location ?? target.url };
  return observed({ ...what, url: urlOf(from), source, by: 'crawl', at: fetchedAt ?? 0, answer }, found);
}

function pathOf(url: string): string | null {
  const parsed = wireParts(url);
  return parsed instanceof UrlError ? null : resourceOf(parsed);
}
