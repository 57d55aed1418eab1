import type { Rule } from '../../rule.ts';
import { type Addresses, addressesOf, registrableDomainOf } from '../../site/address.ts';
import type { AuditPage } from '../../site/page.ts';
import { canonicalTarget, targetRemark } from '../../site/target.ts';

export const targetDowngrade: Rule = {
  id: 'target/downgrade',
  severity: 'warning',
  title: 'https page with an http canonical URL',
  condition: 'An https page names an http URL of the same site as its canonical URL.',
  why: 'Search engines prefer https, and the declaration tells them the opposite.',
  remedy: 'Name the https URL.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      { url: 'https://example.com/a', body: '<link rel="canonical" href="http://example.com/a"><p>A broom.' },
      { url: 'http://example.com/a', body: '<link rel="canonical" href="http://example.com/a"><p>A broom.' },
    ],
    good: [
      { url: 'http://example.com/a', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
    ],
  },
  *checkPage(page, record, site) {
    const addresses = addressesOf(page);
    if (addresses === null || !isDowngrade(addresses) || isLeftToOthers(canonicalTarget(page, site))) return;
    const { own, named } = addresses;
    yield targetRemark(page, record, {
      message: 'is an https page and names an http canonical URL',
      cause: `${own.asciiHost ?? ''} ${named.asciiHost ?? ''}`,
    });
  },
};

/** Only within one site: another one may not support https. */
function isDowngrade({ own, named }: Addresses): boolean {
  return (
    own.protocol === 'https' && named.protocol === 'http' && registrableDomainOf(own) === registrableDomainOf(named)
  );
}

/** Other rules report targets that redirect, usually to https, or cannot be fetched. */
function isLeftToOthers(target: AuditPage | null): boolean {
  return target !== null && !target.isPage;
}
