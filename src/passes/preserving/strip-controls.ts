import type { ParsedUrl } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

// oxlint-disable-next-line no-control-regex -- the URL Standard removes these
const TABS_AND_NEWLINES = /[\t\n\r]+/g;

export const stripControls: Pass = {
  name: 'strip-controls',
  class: 'preserving',
  needs: null,
  summary: 'trims control characters and spaces, and drops tabs and newlines, as every browser does',
  reference: 'URL Standard, basic URL parser, steps 1 to 3',
  examples: [
    { before: '  http://example.com/\n', after: 'http://example.com/' },
    { before: 'http://exa\tmple.com/a\nb', after: 'http://example.com/ab' },
  ],
  apply: (url) => {
    const trimmed = url.leading === '' && url.trailing === '' ? url : { ...url, leading: '', trailing: '' };
    return url.hasTabs ? withoutTabs(trimmed) : trimmed;
  },
};

function withoutTabs(url: ParsedUrl): ParsedUrl {
  return {
    ...url,
    scheme: clean(url.scheme),
    separator: clean(url.separator),
    userinfo: url.userinfo === null ? null : clean(url.userinfo),
    host: url.host === null ? null : clean(url.host),
    port: url.port === null ? null : clean(url.port),
    path: clean(url.path),
    query: url.query === null ? null : clean(url.query),
    fragment: url.fragment === null ? null : clean(url.fragment),
    hasTabs: false,
  };
}

function clean(text: string): string {
  // Surrogates separated by a tab are each replaced first, so that they do not become one character.
  return text.toWellFormed().replace(TABS_AND_NEWLINES, '');
}
