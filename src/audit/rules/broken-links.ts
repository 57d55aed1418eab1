import { statusIn } from '../../status-codes.ts';
import type { Issue } from '../finding.ts';
import type { Rule } from '../rule.ts';
import { isSameSite } from '../site/address.ts';
import { deadPart } from '../site/dead-part.ts';
import { declarers } from '../site/declarers.ts';
import { failureOfSpelling, lastingFailure } from '../site/lasting-failure.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { templateOf } from '../site/template.ts';
import { canonicalTo } from './example-pages.ts';

/**
 * Statuses by which a server refuses a client or a request, but does not say that there is no page: it wants a login or
 * payment, or it turns away programs (RFC 9110 15.5; 999 is LinkedIn's).
 */
const REFUSED: ReadonlySet<number | null> = new Set([
  401, 402, 403, 405, 406, 407, 408, 409, 412, 418, 421, 425, 451, 999,
]);

export const linksBroken: Rule = {
  id: 'links/broken',
  severity: 'error',
  title: 'broken link',
  condition:
    'Pages link to a URL that answers with status 404 or another error, or whose server does not exist; a warning for links to other sites, which audit --external checks, and a notice if the server only refuses access. Failures that may pass, such as status 503 or a timeout, do not count.',
  why: 'Visitors do not find what the link promises, and what the link counts for is lost.',
  remedy: 'Correct or remove the link, or redirect the URL to the page that replaces it.',
  reference: 'RFC 9110 15.5',
  isAboutLinks: true,
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/a">A broom</a>' },
      { url: 'https://example.com/a', body: canonicalTo('https://example.com/a', '<p><a href="/b">Another one</a>') },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/b">Another one</a>' },
      { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
      { url: 'https://example.com/b', status: 503, body: '<p>Come back soon.' },
    ],
  },
  *checkSite(site) {
    for (const page of site.pages) {
      yield* failedSpelling(page, site);
      const links = site.inlinks(page);
      const failure = links === 0 ? null : lastingFailure(page);
      const referrers = failure === null ? [] : site.referrers(page);
      const isOwn = referrers.some(({ url }) => isSameSite(url, page.url));
      const { status, url, finalUrl } = page.entry;
      if (failure === null || (REFUSED.has(status) && !isOwn)) continue;
      yield {
        key: page.key,
        ...(REFUSED.has(status) ? { severity: 'info' } : !isOwn && { severity: 'warning' }),
        message: messageOf(status, failure),
        evidence: {
          status,
          reason: failure,
          ...(finalUrl !== null && finalUrl !== url && { end: finalUrl }),
          links,
          referrers: referrers.map((referrer) => referrer.url),
          canonicalOf: declarers(site).get(page)?.length ?? 0,
        },
        related: referrers.map((referrer) => referrer.url),
        cause: isOwn ? (deadPart(url, site) ?? templateOf(url)) : 'links to other sites',
      };
    }
  },
};

/** An entry whose first URL fails, so that another one was fetched. */
function* failedSpelling(page: AuditPage, site: AuditSite): Generator<Issue> {
  const { url, finalUrl } = page.entry;
  const failure = failureOfSpelling(page, url, site.keys);
  const links = failure === null ? 0 : (site.linkedSpellings(page).get(url) ?? 0);
  if (failure === null || links === 0) return;
  const status = statusIn(failure);
  yield {
    key: page.key,
    url,
    ...(REFUSED.has(status) && { severity: 'info' }),
    message: `${messageOf(status, failure)}; another URL of the same page works`,
    evidence: { reason: failure, leader: finalUrl, links },
    related: finalUrl === null ? [] : [finalUrl],
    cause: templateOf(url),
  };
}

function messageOf(status: number | null, reason: string): string {
  if (status !== null && REFUSED.has(status)) return `is linked, but refuses access with status ${status}`;
  if (status !== null && status >= 400) return `is linked, but answers with status ${status}`;
  return reason === 'dns-not-found' ? 'is linked, but its host does not exist' : 'is linked, but cannot be fetched';
}
