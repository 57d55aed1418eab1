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
    const slash = bare.lastIndexOf('/');
    if (slash < 0 || !isPlain(bare.slice(slash + 1))) return url;
    return { ...url, path: hasSlash ? bare : `${path}/` };
  },
};

/** Whether a name is that of no file (`.`), and has no parameter (`;`) and no session (`(`). */
function isPlain(name: string): boolean {
  return name !== '' && !/[.;(]/.test(name);
}
