import { isSpecial } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

export const fixSlashes: Pass = {
  name: 'fix-slashes',
  class: 'preserving',
  needs: null,
  summary: 'replaces \\ with / and writes exactly two slashes after a special scheme, as every browser does',
  reference: 'URL Standard, special authority slashes state and path state',
  examples: [
    { before: 'http:\\\\example.com\\a', after: 'http://example.com/a' },
    { before: 'https:example.com/', after: 'https://example.com/' },
    { before: 'http:////example.com/', after: 'http://example.com/' },
  ],
  apply: (url) => {
    if (!isSpecial(url.protocol)) return url;
    let path = url.path.includes('\\') ? url.path.replaceAll('\\', '/') : url.path;
    // Only a file URL can have a path without a leading slash here: `file:a`, or a drive letter in place of the host.
    if (url.protocol === 'file' && path !== '' && !path.startsWith('/')) path = `/${path}`;
    // strip-controls drops tabs and newlines between the slashes.
    const isFine = url.separator === '://' || /^:\s*\/\s*\/\s*$/.test(url.separator);
    const separator = isFine ? url.separator : '://';
    return separator === url.separator && path === url.path ? url : { ...url, separator, path };
  },
};
