import { factAt } from '../../facts/site-facts.ts';
import { isWeb } from '../../url/parsed-url.ts';
import { sortParams } from '../../url/query.ts';
import type { Pass } from '../pass.ts';

export const sortQuery: Pass = {
  name: 'sort-query',
  class: 'changing',
  needs: 'order',
  summary: 'sorts parameters by name; parameters with the same name keep their order',
  reference: 'URL normalization, "Sorting the query parameters"',
  examples: [
    {
      before: 'http://www.example.com/display?lang=en&article=fred',
      after: 'http://www.example.com/display?article=fred&lang=en',
      facts: { order: [{ path: '/', value: true }] },
    },
    {
      before: 'http://example.com/?b=2&a=2&b=1',
      after: 'http://example.com/?a=2&b=2&b=1',
      facts: { order: [{ path: '/', value: true }] },
    },
  ],
  apply: (url, facts) => {
    if (url.query === null || !isWeb(url) || factAt(facts.order, url.path) === null) return url;
    const query = sortParams(url.query);
    return query === url.query ? url : { ...url, query };
  },
};
