import { paramsAt } from '../../facts/site-facts.ts';
import { isWeb } from '../../url/parsed-url.ts';
import { dropParams, mayHoldOthers, paramName } from '../../url/query.ts';
import type { Pass } from '../pass.ts';

export const dropUnusedParams: Pass = {
  name: 'drop-unused-params',
  class: 'changing',
  needs: 'param',
  summary: 'drops parameters that do not affect the page, according to facts about the site',
  reference: 'URL normalization, "Removing unused query variables"',
  examples: [
    {
      before: 'http://www.example.com/display?id=123&fakefoo=fakebar',
      after: 'http://www.example.com/display?id=123',
      facts: { param: [{ path: '/', value: 'fakefoo' }] },
    },
  ],
  apply: (url, facts) => {
    if (facts.param.length === 0 || url.query === null || !isWeb(url)) return url;
    const unused = paramsAt(facts.param, url.path);
    const query = dropParams(url.query, (param) => {
      const name = paramName(param);
      return unused(name) === name && !mayHoldOthers(param);
    });
    return query === url.query ? url : { ...url, query };
  },
};
