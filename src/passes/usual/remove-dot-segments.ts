import { removeDots } from '../../url/dot-segments.ts';
import type { Pass } from '../pass.ts';

export const removeDotSegments: Pass = {
  name: 'remove-dot-segments',
  class: 'usual',
  needs: null,
  summary: 'resolves . and .. in the path; %2e counts as a dot',
  reference: 'RFC 3986 6.2.2.3 and 5.2.4; URL Standard, path state',
  examples: [
    { before: 'http://www.example.com/../a/b/../c/./d.html', after: 'http://www.example.com/a/c/d.html' },
    { before: 'http://example.com/a/%2E%2e/b', after: 'http://example.com/b' },
  ],
  apply: (url) => {
    const path = removeDots(url, url.path);
    return path === url.path ? url : { ...url, path };
  },
};
