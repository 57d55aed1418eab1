import { NameList } from '../../facts/name-list.ts';
import type { ParamVerdict } from '../../facts/site-facts.ts';
import { isWeb } from '../../url/parsed-url.ts';
import { dropMatching, dropParams, mayHoldOthers, paramName, paramPattern } from '../../url/query.ts';
import type { Pass } from '../pass.ts';
import { TRACKING_PARAMS } from './tracking-params.ts';

const BUILT_IN: NameList = new NameList(TRACKING_PARAMS);
const BUILT_IN_PARAM: RegExp = paramPattern(TRACKING_PARAMS.map((name) => name.replace('*', '[^&=]*')));

export const dropTrackingParams: Pass = {
  name: 'drop-tracking-params',
  class: 'changing',
  needs: null,
  summary: 'drops tracking parameters: utm_*, gclid, fbclid and so on, and those in your own lists',
  reference: 'URL normalization, "Removing unused query variables"; the list gives a reason for each name',
  examples: [
    { before: 'http://example.com/a?utm_source=x&id=1', after: 'http://example.com/a?id=1' },
    { before: 'http://example.com/a?ref=x&source=y', after: 'http://example.com/a?ref=x&source=y' },
  ],
  apply: (url, { paramLists }) => {
    if (url.query === null || url.query === '' || !isWeb(url)) return url;
    const query =
      paramLists === null ? dropMatching(url.query, BUILT_IN_PARAM) : dropListed(url.query, paramLists.at(url));
    return query === url.query ? url : { ...url, query };
  },
};

/** The user's lists take precedence over the built-in one. */
function dropListed(query: string, verdict: (param: string) => ParamVerdict): string | null {
  return dropParams(query, (param) => {
    if (mayHoldOthers(param)) return false;
    const said = verdict(param);
    return said === null ? BUILT_IN.has(paramName(param)) : said === 'drop';
  });
}
