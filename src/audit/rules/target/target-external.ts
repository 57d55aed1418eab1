import type { Rule } from '../../rule.ts';
import { addressesOf, registrableDomainOf } from '../../site/address.ts';
import { canonicalTarget, targetRemark } from '../../site/target.ts';

export const targetExternal: Rule = {
  id: 'target/external',
  severity: 'info',
  title: 'canonical URL on another site',
  condition: 'The canonical URL of a page is on another domain.',
  why: 'Search engines show the other site. That is right for text taken from there, and a loss if it is a mistake.',
  remedy: 'If the text does not come from the other site, name the page itself.',
  reference: 'RFC 6596 3',
  examples: {
    bad: [
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.org/a"><p>A broom.' },
      { url: 'https://example.org/a', body: '<link rel="canonical" href="https://example.org/a"><p>A broom.' },
    ],
    good: [
      { url: 'https://www.example.com/a', body: '<link rel="canonical" href="https://shop.example.com/b"><p>A broom.' },
      {
        url: 'https://shop.example.com/b',
        body: '<link rel="canonical" href="https://shop.example.com/b"><p>A broom.',
      },
    ],
  },
  *checkPage(page, record, site) {
    const addresses = addressesOf(page);
    if (addresses === null || registrableDomainOf(addresses.own) === registrableDomainOf(addresses.named)) return;
    const target = canonicalTarget(page, site);
    // Other rules report targets that redirect or cannot be fetched.
    if (target !== null && !target.isPage) return;
    const host = addresses.named.asciiHost ?? '';
    yield targetRemark(page, record, { message: `names a canonical URL on another site, ${host}`, cause: host });
  },
};
