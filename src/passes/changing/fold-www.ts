import type { SiteFacts } from '../../facts/site-facts.ts';
import { isWeb } from '../../url/parsed-url.ts';
import { registrableDomain } from '../../url/registrable-domain.ts';
import { subdomain } from '../../url/subdomain.ts';
import type { Pass } from '../pass.ts';

/** `www.`, as often as it comes, but not the whole host. */
const LEADING_WWW = /^(?:www\.(?!\.?$))*/;

export const foldWww: Pass = {
  name: 'fold-www',
  class: 'changing',
  needs: 'www',
  summary: 'adds or removes the leading www. of the host, whichever the site uses',
  reference: 'URL normalization, "Removing or adding www as the first domain label"',
  examples: [
    { before: 'http://www.example.com/', after: 'http://example.com/', facts: { www: 'remove' } },
    { before: 'http://example.com/', after: 'http://www.example.com/', facts: { www: 'add' } },
  ],
  apply: (url, facts) => {
    if (facts.www === null || url.asciiHost === null || !isWeb(url)) return url;
    const host = facts.www === 'add' ? withWww(url.asciiHost, facts) : withoutWww(url.asciiHost, facts);
    return host === url.asciiHost ? url : { ...url, host, asciiHost: host };
  },
};

/** If www is only assumed, adds `www.` to registrable domains and not to their subdomains. */
function withWww(host: string, facts: SiteFacts): string {
  if (host.startsWith('www.') || (facts.assumed.has('www') && registrableDomain(host) !== host)) return host;
  return `www.${host}`;
}

/** If www is only assumed, the registrable domain stays: www.com is not com. */
function withoutWww(host: string, facts: SiteFacts): string {
  if (!host.startsWith('www.')) return host;
  const [{ length }] = LEADING_WWW.exec(host) ?? [''];
  return host.slice(facts.assumed.has('www') ? Math.min(length, subdomain(host).length) : length);
}
