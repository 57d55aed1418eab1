import { isWeb } from '../../url/parsed-url.ts';
import { dropParams, paramName } from '../../url/query.ts';
import type { Pass } from '../pass.ts';
import { TRACKING_PARAMS } from './tracking-params.ts';

const NAMES: ReadonlySet<string> = new Set(TRACKING_PARAMS.map(({ name }) => name));
const PREFIXES: readonly string[] = TRACKING_PARAMS.filter(({ name }) => name.endsWith('*')).map(({ name }) =>
  name.slice(0, -1),
);

export const dropTrackingParams: Pass = {
  name: 'drop-tracking-params',
  class: 'changing',
  needs: null,
  summary: 'drops parameters that only count visitors: utm_*, gclid, fbclid and the like',
  reference: 'URL normalization, "Removing unused query variables"; the list gives a reason for each name',
  examples: [
    { before: 'http://example.com/a?utm_source=x&id=1', after: 'http://example.com/a?id=1' },
    { before: 'http://example.com/a?ref=x&source=y', after: 'http://example.com/a?ref=x&source=y' },
  ],
  apply: (url) => {
    if (url.query === null || url.query === '' || !isWeb(url)) return url;
    const query = dropParams(url.query, (param) => isTrackingParam(paramName(param)));
    return query === url.query ? url : { ...url, query };
  },
};

/** Whether the parameter of that name is on the list. */
function isTrackingParam(name: string): boolean {
  return NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix));
}
