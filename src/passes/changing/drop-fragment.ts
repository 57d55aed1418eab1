import { isWeb } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

export const dropFragment: Pass = {
  name: 'drop-fragment',
  class: 'changing',
  needs: null,
  summary: 'drops the fragment, except script routes that start with #! or #/',
  reference: 'RFC 3986 3.5; URL normalization, "Removing the fragment"',
  examples: [
    { before: 'http://www.example.com/bar.html#section1', after: 'http://www.example.com/bar.html' },
    { before: 'http://example.com/#!/inbox', after: 'http://example.com/#!/inbox' },
  ],
  apply: (url) => {
    if (url.fragment === null || !isWeb(url)) return url;
    const isRoute = url.fragment.startsWith('!') || url.fragment.startsWith('/');
    return isRoute ? url : { ...url, fragment: null };
  },
};
