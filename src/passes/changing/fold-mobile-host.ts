import { isWeb } from '../../url/parsed-url.ts';
import { registrableDomain } from '../../url/registrable-domain.ts';
import type { Pass } from '../pass.ts';

/** A mobile host's first label. Keeps any `www.` before it for fold-www. */
const MOBILE_LABEL = /^((?:www\.)*)(?:m|mobile)\./;

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
