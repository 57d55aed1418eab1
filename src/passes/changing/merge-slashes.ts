import { factAt } from '../../facts/site-facts.ts';
import { isWeb } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

export const mergeSlashes: Pass = {
  name: 'merge-slashes',
  class: 'changing',
  needs: 'slashes',
  summary: 'merges repeated slashes in the path',
  reference: 'URL normalization, "Removing duplicate slashes"',
  examples: [
    {
      before: 'http://www.example.com/foo//bar.html',
      after: 'http://www.example.com/foo/bar.html',
      facts: { slashes: [{ path: '/', value: true }] },
    },
  ],
  apply: (url, facts) => {
    if (facts.slashes.length === 0 || !url.path.includes('//') || !isWeb(url)) return url;
    const path = url.path.replace(/\/{2,}/g, '/');
    return factAt(facts.slashes, path) === null ? url : { ...url, path };
  },
};
