import { factAt } from '../../facts/site-facts.ts';
import { isWeb } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

/** The pass leaves names with a dot alone (files), and with `;` (parameters) or `(` (maybe a session). */
const PLAIN_END = /\/[^/.;(]+$/;
const PLAIN_END_WITH_SLASH = /\/[^/.;(]+\/$/;

export const addTrailingSlash: Pass = {
  name: 'add-trailing-slash',
  class: 'usual',
  needs: 'slash',
  summary: 'adds or removes the trailing slash of directories, whichever the site uses',
  reference: 'RFC 3986 6.2.4',
  examples: [
    {
      before: 'http://www.example.com/alice',
      after: 'http://www.example.com/alice/',
      facts: { slash: [{ path: '/', value: 'add' }] },
    },
    {
      before: 'http://example.com/alice/',
      after: 'http://example.com/alice',
      facts: { slash: [{ path: '/', value: 'remove' }] },
    },
  ],
  apply: (url, facts) => {
    if (facts.slash.length === 0 || !isWeb(url)) return url;
    const form = factAt(facts.slash, url.path)?.value;
    if (form === 'add' && PLAIN_END.test(url.path)) return { ...url, path: `${url.path}/` };
    if (form === 'remove' && PLAIN_END_WITH_SLASH.test(url.path)) return { ...url, path: url.path.slice(0, -1) };
    return url;
  },
};
