import { defaultPort } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

export const dropDefaultPort: Pass = {
  name: 'drop-default-port',
  class: 'preserving',
  needs: null,
  summary: 'drops the default port of the scheme, an empty port, and leading zeros of any other',
  reference: 'RFC 3986 6.2.3',
  examples: [
    { before: 'http://www.example.com:80/bar.html', after: 'http://www.example.com/bar.html' },
    { before: 'https://example.com:/', after: 'https://example.com/' },
    { before: 'http://example.com:08080/', after: 'http://example.com:8080/' },
  ],
  apply: (url) => {
    if (url.port === null) return url;
    // The port may contain tabs and newlines if strip-controls is off.
    const digits = url.hasTabs ? url.port.replace(/[^0-9]/g, '') : url.port;
    if (digits === '' || digits === defaultPort(url.protocol)) return { ...url, port: null };
    const port = String(Number(digits));
    if (port === defaultPort(url.protocol)) return { ...url, port: null };
    return port === url.port ? url : { ...url, port };
  },
};
