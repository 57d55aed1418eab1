import { NameList } from '../../facts/name-list.ts';
import { isWeb } from '../../url/parsed-url.ts';
import { dropParams, paramName } from '../../url/query.ts';
import type { Pass } from '../pass.ts';
import { TRACKING_PARAMS } from './tracking-params.ts';

const BUILT_IN: NameList = new NameList(TRACKING_PARAMS.map(({ name }) => name));

export const dropTrackingParams: Pass = {
  name: 'drop-tracking-params',
  class: 'changing',
  needs: null,
  summary: 'drops parameters that only count visitors: utm_*, gclid, fbclid and the like, and those of your own lists',
  reference: 'URL normalization, "Removing unused query variables"; the list gives a reason for each name',
  examples: [
    { before: 'http://example.com/a?utm_source=x&id=1', after: 'http://example.com/a?id=1' },
    { before: 'http://example.com/a?ref=x&source=y', after: 'http://example.com/a?ref=x&source=y' },
  ],
  apply: (url, { paramLists }) => {
    if (url.query === null || url.query === '' || !isWeb(url)) return url;
    const verdict = paramLists?.at(url);
    const query = dropParams(url.query, (param) => {
      const said = verdict?.(param) ?? null;
      return said === null ? BUILT_IN.has(paramName(param)) : said === 'drop';
    });
    return query === url.query ? url : { ...url, query };
  },
};
