import { isSpecial } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

export const addRootPath: Pass = {
  name: 'add-root-path',
  class: 'preserving',
  needs: null,
  summary: 'replaces an empty path with /',
  reference: 'RFC 3986 6.2.3',
  examples: [
    { before: 'http://example.com', after: 'http://example.com/' },
    { before: 'http://example.com?q', after: 'http://example.com/?q' },
  ],
  apply: (url) => (url.path === '' && isSpecial(url.protocol) ? { ...url, path: '/' } : url),
};
