import { defaultPort, isWeb } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

export const limitProtocols: Pass = {
  name: 'limit-protocols',
  class: 'changing',
  needs: 'scheme',
  summary: 'replaces http with https, or https with http; keeps URLs with a non-default port',
  reference: 'URL normalization, "Limiting protocols"',
  examples: [
    { before: 'https://www.example.com/', after: 'http://www.example.com/', facts: { scheme: 'http' } },
    { before: 'http://example.com:80/', after: 'https://example.com/', facts: { scheme: 'https' } },
    { before: 'http://example.com:8080/', after: 'http://example.com:8080/', facts: { scheme: 'https' } },
  ],
  apply: (url, { scheme }) => {
    if (scheme === null || scheme === url.protocol || !isWeb(url)) return url;
    const isDefaultPort =
      url.port === null || url.port === '' || Number(url.port) === Number(defaultPort(url.protocol));
    return isDefaultPort ? { ...url, scheme, protocol: scheme, port: null } : url;
  },
};
