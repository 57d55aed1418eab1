import { resourceOf } from '../../../url/parsed-url.ts';
import type { Rule } from '../../rule.ts';
import { type Addresses, addressesOf, registrableDomainOf, withoutWww } from '../../site/address.ts';
import type { AuditPage } from '../../site/page.ts';
import { canonicalTarget } from '../../site/target.ts';
import { canonicalTo } from '../example-pages.ts';
import { targetIssue } from '../issues.ts';
import { leadsBackFromHttp, namesUrlThatLeadsBack } from './chain.ts';

/** Mobile sites correctly name the page of the desktop site. */
const MOBILE_HOST = /^(?:m|mobile|touch)\./;

export const HOST_RULES: readonly Rule[] = [
  {
    id: 'target/downgrade',
    severity: 'warning',
    title: 'https page with an http canonical URL',
    condition: 'An https page names an http URL of the same site as its canonical URL.',
    why: 'Search engines prefer https, and the declaration tells them the opposite.',
    remedy: 'Name the https URL.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        { url: 'https://example.com/a', body: canonicalTo('http://example.com/a') },
        { url: 'http://example.com/a', body: canonicalTo('http://example.com/a') },
      ],
      good: [
        { url: 'http://example.com/a', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
      ],
    },
    checkPage(page, record, site) {
      const addresses = addressesOf(page);
      if (addresses === null || !isDowngrade(addresses)) return [];
      if (isLeftToOthers(canonicalTarget(page, site)) && !leadsBackFromHttp(page, site)) return [];
      const { own, named } = addresses;
      return targetIssue(page, record, {
        message: 'is an https page and names an http canonical URL',
        cause: `${own.asciiHost ?? ''} ${named.asciiHost ?? ''}`,
      });
    },
  },
  {
    id: 'target/host-variant',
    severity: 'warning',
    title: 'canonical URL on another host of the site',
    condition:
      'The canonical URL of a page has the same path and query on another host of the same domain: with www, without it, or another subdomain. Not reported if the page is on a mobile host (m, mobile or touch), or if the URL redirects or cannot be fetched; dup/www reports copies with and without www.',
    why: 'Two hosts serve the same page, and the declaration only suggests which of them search engines should show.',
    remedy: 'Redirect one host to the other, and name the host that remains.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        { url: 'https://shop.example.com/a', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
      ],
      good: [
        { url: 'https://m.example.com/a', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
      ],
    },
    checkPage(page, record, site) {
      const addresses = addressesOf(page);
      if (addresses === null || !isVariant(addresses) || namesUrlThatLeadsBack(page, site)) return [];
      const target = canonicalTarget(page, site);
      if (isLeftToOthers(target) || isCopyWithWww(page, target, addresses)) return [];
      const { own, named } = addresses;
      return targetIssue(page, record, {
        message: `is on ${own.asciiHost ?? ''} and names the same page on ${named.asciiHost ?? ''} as its canonical URL`,
        cause: `${own.asciiHost ?? ''} ${named.asciiHost ?? ''}`,
      });
    },
  },
  {
    id: 'target/external',
    severity: 'info',
    title: 'canonical URL on another site',
    condition:
      'The canonical URL of a page is on another domain. Not reported if it redirects or cannot be fetched, as other rules report that.',
    why: 'Search engines show the other site. That is right for text taken from there, and a loss if it is a mistake.',
    remedy: 'If the text does not come from the other site, name the page itself.',
    reference: 'RFC 6596 3',
    examples: {
      bad: [
        { url: 'https://example.com/a', body: canonicalTo('https://example.org/a') },
        { url: 'https://example.org/a', body: canonicalTo('https://example.org/a') },
      ],
      good: [
        { url: 'https://www.example.com/a', body: canonicalTo('https://shop.example.com/b') },
        { url: 'https://shop.example.com/b', body: canonicalTo('https://shop.example.com/b') },
      ],
    },
    checkPage(page, record, site) {
      const addresses = addressesOf(page);
      if (addresses === null || registrableDomainOf(addresses.own) === registrableDomainOf(addresses.named)) return [];
      if (isLeftToOthers(canonicalTarget(page, site))) return [];
      const host = addresses.named.asciiHost ?? '';
      return targetIssue(page, record, { message: `names a canonical URL on another site, ${host}`, cause: host });
    },
  },
];

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

function isVariant({ own, named }: Addresses): boolean {
  if (own.asciiHost === named.asciiHost || registrableDomainOf(own) !== registrableDomainOf(named)) return false;
  return resourceOf(own) === resourceOf(named) && !MOBILE_HOST.test(own.asciiHost ?? '');
}

/** dup/www reports copies with and without www. */
function isCopyWithWww(page: AuditPage, target: AuditPage | null, { own, named }: Addresses): boolean {
  const isWww = withoutWww(own.asciiHost) === withoutWww(named.asciiHost);
  return target !== null && isWww && page.text !== null && page.text === target.text;
}
