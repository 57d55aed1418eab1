import { isWeb } from '../../url/parsed-url.ts';
import { registrableDomain } from '../../url/registrable-domain.ts';
import type { Pass } from '../pass.ts';

/** The first labels of a mobile host. Each `www` stays for fold-www. */
const FIRST_LABELS = /^(?:(?:www|m|mobile)\.)*/;

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

/** What is left must be more than a public suffix. To begin with all labels is fast for a host with thousands of them. */
function withoutMobileLabels(host: string): string {
  const [run = ''] = FIRST_LABELS.exec(host) ?? [];
  const labels = run.split('.');
  const without = (count: number): string => {
    let left = count;
    return labels.filter((label) => label === 'www' || label === '' || left-- <= 0).join('.') + host.slice(run.length);
  };
  let count = labels.filter((label) => label !== 'www' && label !== '').length;
  if (count === 0 || registrableDomain(without(1)) === null) return host;
  while (registrableDomain(without(count)) === null) count--;
  return without(count);
}
