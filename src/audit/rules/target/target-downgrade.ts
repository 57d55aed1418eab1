import type { Rule } from '../../rule.ts';
import { type Addresses, addressesOf, registrableDomainOf } from '../../site/address.ts';
import type { AuditPage } from '../../site/page.ts';
import { canonicalTarget, targetRemark } from '../../site/target.ts';

export const targetDowngrade: Rule = {
  id: 'target/downgrade',
  severity: 'warning',
  title: 'canonical URL is http',
  condition: 'A page of https names a URL of http on the same site as its canonical one.',
  why: 'Search engines prefer https, and the declaration tells them the opposite.',
  remedy: 'Name the URL with https.',
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
      message: 'is a page of https and names a canonical URL of http',
      cause: `${own.asciiHost ?? ''} ${named.asciiHost ?? ''}`,
    });
  },
};

/** Another site may have no https. */
function isDowngrade({ own, named }: Addresses): boolean {
  return (
    own.protocol === 'https' && named.protocol === 'http' && registrableDomainOf(own) === registrableDomainOf(named)
  );
}

/** That it redirects, mostly to https, or cannot be had is said already. */
function isLeftToOthers(target: AuditPage | null): boolean {
  return target !== null && !target.isPage;
}
