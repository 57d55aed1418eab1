import { isWeb } from '../../url/parsed-url.ts';
import { registrableDomain } from '../../url/registrable-domain.ts';
import type { Pass } from '../pass.ts';

/** A mobile host's first label, with any `www.` in front of it, which fold-www is to find. */
const MOBILE_LABEL = /^((?:www\.)*)(?:m|mobile)\./;

export const foldMobileHost: Pass = {
  name: 'fold-mobile-host',
  class: 'changing',
  needs: 'mobile',
  summary: 'writes the host of the desktop site for that of the mobile one',
  reference: 'one site under two hosts, such as m.example.com',
  examples: [{ before: 'http://m.example.com/a', after: 'http://example.com/a', facts: { mobile: 'example.com' } }],
  apply: (url, facts) => {
    if (url.asciiHost === null || !isWeb(url)) return url;
    const assumed = facts.assumed.has('mobile');
    const host = facts.mobile ?? (assumed ? withoutMobileLabel(url.asciiHost) : url.asciiHost);
    return host === url.asciiHost ? url : { ...url, host, asciiHost: host };
  },
};

function withoutMobileLabel(host: string): string {
  let desktop = host;
  for (;;) {
    const shorter = desktop.replace(MOBILE_LABEL, '$1');
    if (shorter === desktop || registrableDomain(shorter) === null) return desktop;
    desktop = shorter;
  }
}
