import { isWeb } from '../../url/parsed-url.ts';
import { subdomain } from '../../url/subdomain.ts';
import type { Pass } from '../pass.ts';

const MOBILE_HOST = /^(?:www\.)*(?:m|mobile)\./;
/** The first labels of a mobile host. */
const FIRST_LABELS = /^(?:(?:www|m|mobile)\.)+/;
const MOBILE_LABEL = /(?<![^.])(?:m|mobile)\./g;

export const foldMobileHost: Pass = {
  name: 'fold-mobile-host',
  class: 'changing',
  needs: 'mobile',
  summary: 'replaces the mobile host with the desktop host',
  reference: 'same site on a mobile host such as m.example.com',
  examples: [{ before: 'http://m.example.com/a', after: 'http://example.com/a', facts: { mobile: 'example.com' } }],
  apply: (url, facts) => {
    if (url.asciiHost === null || !isWeb(url)) return url;
    const assumed = facts.assumed.has('mobile');
    const host = facts.mobile ?? (assumed ? withoutMobileLabels(url.asciiHost) : url.asciiHost);
    return host === url.asciiHost ? url : { ...url, host, asciiHost: host };
  },
};

/** Each `www` stays for fold-www. A label of the domain itself stays too: m.com is not a mobile host, nor is www.m.com. */
function withoutMobileLabels(host: string): string {
  if (!MOBILE_HOST.test(host)) return host;
  const front = subdomain(host);
  const left = front.replace(FIRST_LABELS, (labels) => labels.replace(MOBILE_LABEL, ''));
  return left + host.slice(front.length);
}
