import type { Rule } from '../../rule.ts';
import { type Addresses, addressesOf, registrableDomainOf, resourceOf, withoutWww } from '../../site/address.ts';
import type { AuditPage } from '../../site/page.ts';
import { canonicalTarget, targetRemark } from '../../site/target.ts';

/** Mobile sites correctly name the page of the desktop site. */
const MOBILE_HOST = /^(?:m|mobile|touch)\./;

export const targetHostVariant: Rule = {
  id: 'target/host-variant',
  severity: 'warning',
  title: 'canonical URL on another host of the site',
  condition:
    'The canonical URL of a page has the same path and query on another host of the same domain: with www, without it, or another subdomain.',
  why: 'Two hosts serve the same page, and the declaration only suggests which of them search engines should show.',
  remedy: 'Redirect one host to the other, and name the host that remains.',
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

/** Other rules report targets that redirect or cannot be fetched; dup/www reports copies with and without www. */
function isLeftToOthers(page: AuditPage, target: AuditPage | null, { own, named }: Addresses): boolean {
  if (target === null) return false;
  const isWww = withoutWww(own.asciiHost) === withoutWww(named.asciiHost);
  return !target.isPage || (isWww && page.text !== null && page.text === target.text);
}
