import { paramsAt } from '../../facts/site-facts.ts';
import { isWeb } from '../../url/parsed-url.ts';
import { dropParams, paramName } from '../../url/query.ts';
import type { Pass } from '../pass.ts';

export const dropDefaultParams: Pass = {
  name: 'drop-default-params',
  class: 'changing',
  needs: 'default-param',
  summary: "drops parameters that have the site's default value",
  reference: 'URL normalization, "Removing default query parameters"',
  examples: [
    {
      before: 'http://www.example.com/display?id=&sort=ascending',
      after: 'http://www.example.com/display',
      facts: {
        defaultParam: [
          { path: '/', value: 'id=' },
          { path: '/', value: 'sort=ascending' },
        ],
      },
    },
  ],
  apply: (url, facts) => {
    if (facts.defaultParam.length === 0 || url.query === null || !isWeb(url)) return url;
    const defaultOf = paramsAt(facts.defaultParam, url.path);
    // Of a name that repeats, servers take the first value or the last: without one of them, it may be another page.
    const named = Map.groupBy(url.query.split('&'), paramName);
    const query = dropParams(url.query, (param) => {
      const name = paramName(param);
      return defaultOf(name) === param && named.get(name)?.length === 1;
    });
    return query === url.query ? url : { ...url, query };
  },
};
