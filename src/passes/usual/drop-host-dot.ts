import { isWeb } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

export const dropHostDot: Pass = {
  name: 'drop-host-dot',
  class: 'usual',
  needs: null,
  summary: 'drops the trailing dot of the host, which marks the DNS root',
  reference: 'RFC 3986 3.2.2; RFC 1034 3.1',
  examples: [{ before: 'http://example.com./', after: 'http://example.com/' }],
  apply: (url) => {
    const { host, asciiHost } = url;
    if (host === null || asciiHost === null || !hasRootDot(host) || !hasRootDot(asciiHost) || !isWeb(url)) return url;
    return { ...url, host: host.slice(0, -1), asciiHost: asciiHost.slice(0, -1) };
  },
};

/** Keeps several trailing dots: `1.2.3.4..` is a domain, but `1.2.3.4.` would be an address. */
function hasRootDot(host: string): boolean {
  return host.endsWith('.') && !host.endsWith('..') && host.length > 1;
}
