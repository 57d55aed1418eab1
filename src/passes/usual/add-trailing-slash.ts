import { factAt } from '../../facts/site-facts.ts';
import { isWeb } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

/** Names with a dot are files, those with `;` have parameters, and `(` may start a session: none takes a slash. */
const PLAIN_END = /\/[^/.;(]+$/;
const PLAIN_END_WITH_SLASH = /\/[^/.;(]+\/$/;

export const addTrailingSlash: Pass = {
  name: 'add-trailing-slash',
  class: 'usual',
  needs: 'slash',
  summary: "gives the paths of directories the site's form: with a slash at the end, or without",
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
