import { factAt } from '../../facts/site-facts.ts';
import { isWeb } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

export const lowercasePath: Pass = {
  name: 'lowercase-path',
  class: 'changing',
  needs: 'case',
  summary: 'writes the path in lower case, on servers that do not tell the difference',
  reference: 'RFC 3986 6.2.2.1 says that case matters there, so it takes a fact',
  examples: [
    {
      before: 'http://example.com/About.HTML?Q=%C3%9F',
      after: 'http://example.com/about.html?Q=%C3%9F',
      facts: { case: [{ path: '/', value: true }] },
    },
  ],
  apply: (url, facts) => {
    if (!/[A-Z]/.test(url.path) || !isWeb(url) || factAt(facts.case, url.path) === null) return url;
    const path = url.path.replace(/%[0-9A-Fa-f]{2}|[A-Z]+/g, (run) => (run.startsWith('%') ? run : run.toLowerCase()));
    return path === url.path ? url : { ...url, path };
  },
};
