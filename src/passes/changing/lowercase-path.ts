import { factAt } from '../../facts/site-facts.ts';
import { isWeb } from '../../url/parsed-url.ts';
import { lowercaseLetters } from '../../url/percent.ts';
import type { Pass } from '../pass.ts';

export const lowercasePath: Pass = {
  name: 'lowercase-path',
  class: 'changing',
  needs: 'case',
  summary: 'lowercases the path, on sites that ignore its case',
  reference: 'RFC 3986 6.2.2.1 makes paths case-sensitive, so this needs a fact',
  examples: [
    {
      before: 'http://example.com/About.HTML?Q=%C3%9F',
      after: 'http://example.com/about.html?Q=%C3%9F',
      facts: { case: [{ path: '/', value: true }] },
    },
  ],
  apply: (url, facts) => {
    if (facts.case.length === 0 || !/[A-Z]/.test(url.path) || !isWeb(url)) return url;
    const path = lowercaseLetters(url.path);
    return path === url.path || factAt(facts.case, path) === null ? url : { ...url, path };
  },
};
