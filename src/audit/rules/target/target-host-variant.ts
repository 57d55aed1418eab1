import type { Rule } from '../../rule.ts';
import { type Addresses, addressesOf, registrableDomainOf, resourceOf, withoutWww } from '../../site/address.ts';
import type { AuditPage } from '../../site/page.ts';
import { canonicalTarget, targetRemark } from '../../site/target.ts';

/** Sites for phones name the page of the other site, as they should. */
const MOBILE_HOST = /^(?:m|mobile|touch)\./;

export const targetHostVariant: Rule = {
  id: 'target/host-variant',
  severity: 'warning',
  title: 'canonical URL on another host of the site',
  condition:
    'The canonical URL of a page has the same path and query, and another host of the same domain: with www, without, or another subdomain.',
  why: 'The same page can be had from two hosts, and the declaration only asks search engines to choose the other.',
  remedy: 'Redirect one host to the other, and name the one that stays.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      { url: 'https://shop.example.com/a', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
    ],
    good: [
      { url: 'https://m.example.com/a', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
    ],
  },
  *checkPage(page, record, site) {
    const addresses = addressesOf(page);
    if (addresses === null || !isVariant(addresses)) return;
    if (isLeftToOthers(page, canonicalTarget(page, site), addresses)) return;
    const { own, named } = addresses;
    yield targetRemark(page, record, {
      message: `is on ${own.asciiHost ?? ''} and names the same page on ${named.asciiHost ?? ''} as its canonical URL`,
      cause: `${own.asciiHost ?? ''} ${named.asciiHost ?? ''}`,
    });
  },
};

function isVariant({ own, named }: Addresses): boolean {
  if (own.asciiHost === named.asciiHost || registrableDomainOf(own) !== registrableDomainOf(named)) return false;
  return resourceOf(own) === resourceOf(named) && !MOBILE_HOST.test(own.asciiHost ?? '');
}

/** That it redirects or cannot be had is said already, and of two copies with and without www, dup/www speaks. */
function isLeftToOthers(page: AuditPage, target: AuditPage | null, { own, named }: Addresses): boolean {
  if (target === null) return false;
  const isWww = withoutWww(own.asciiHost) === withoutWww(named.asciiHost);
  return !target.isPage || (isWww && page.text !== null && page.text === target.text);
}
