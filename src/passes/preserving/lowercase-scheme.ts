import type { Pass } from '../pass.ts';

export const lowercaseScheme: Pass = {
  name: 'lowercase-scheme',
  class: 'preserving',
  needs: null,
  summary: 'lowercases the scheme',
  reference: 'RFC 3986 6.2.2.1',
  examples: [{ before: 'HTTP://example.com/', after: 'http://example.com/' }],
  apply: (url) => (url.scheme === url.protocol ? url : { ...url, scheme: url.protocol }),
};
