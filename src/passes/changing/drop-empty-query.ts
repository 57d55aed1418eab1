import { isWeb } from '../../url/parsed-url.ts';
import type { Pass } from '../pass.ts';

export const dropEmptyQuery: Pass = {
  name: 'drop-empty-query',
  class: 'changing',
  needs: null,
  summary: 'drops the ? of an empty query',
  reference: 'URL normalization, "Removing the ? when the query is empty"',
  examples: [{ before: 'http://www.example.com/display?', after: 'http://www.example.com/display' }],
  apply: (url) => (url.query === '' && isWeb(url) ? { ...url, query: null } : url),
};
