import { factAt } from '../../facts/site-facts.ts';
import { isWeb } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

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
    const { path } = url;
    const hasSlash = path.endsWith('/');
    const form = factAt(facts.slash, path)?.value;
    if (form !== (hasSlash ? 'remove' : 'add')) return url;
    const bare = hasSlash ? path.slice(0, -1) : path;
    return isPlain(bare, bare.lastIndexOf('/') + 1) ? { ...url, path: hasSlash ? bare : `${path}/` } : url;
  },
};

/** The pass leaves names with a dot alone (files), and with `;` (parameters) or `(` (maybe a session). */
function isPlain(path: string, name: number): boolean {
  return name > 0 && name < path.length && !/[.;(]/.test(path.slice(name));
}
