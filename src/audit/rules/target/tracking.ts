import { NO_FACTS } from '../../../facts/site-facts.ts';
import { dropSessionIds } from '../../../passes/changing/drop-session-ids.ts';
import { dropTrackingParams } from '../../../passes/changing/drop-tracking-params.ts';
import type { Pass } from '../../../passes/pass.ts';
import { type ParsedUrl, serialize } from '../../../url/parsed-url.ts';
import { paramName } from '../../../url/query.ts';
import type { Rule } from '../../rule.ts';
import { addressesOf } from '../../site/address.ts';
import { canonicalTo } from '../example-pages.ts';
import { targetIssue } from '../issues.ts';

const PASSES: readonly Pass[] = [dropTrackingParams, dropSessionIds];
/** How many parameters a finding names. */
const MAX_KEYS = 20;

export const targetTracking: Rule = {
  id: 'target/tracking',
  severity: 'warning',
  title: 'canonical URL with tracking parameters',
  condition: 'The canonical URL of a page has tracking parameters or a session id.',
  why: 'Every visit may create another canonical URL: templates often copy the requested URL.',
  remedy: 'Name the URL without these parameters.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [{ url: 'https://example.com/a?utm_source=mail', body: canonicalTo('https://example.com/a?utm_source=mail') }],
    good: [
      { url: 'https://example.com/a?utm_source=mail', body: canonicalTo('https://example.com/a?source=mail') },
      { url: 'https://example.com/a?source=mail', body: canonicalTo('https://example.com/a?source=mail') },
    ],
  },
  checkPage(page, record) {
    const named = addressesOf(page)?.named;
    if (named === undefined) return [];
    const passes = PASSES.filter((pass) => pass.apply(named, NO_FACTS) !== named);
    if (passes.length === 0) return [];
    const bare = passes.reduce((url, pass) => pass.apply(url, NO_FACTS), named);
    const keys = droppedKeys(named, bare);
    return targetIssue(page, record, {
      message: `names a canonical URL with ${keys.length === 0 ? 'a session id' : keys.join(', ')}`,
      evidence: { keys, passes: passes.map(({ name }) => name), bare: serialize(bare) },
    });
  },
};

/** The names of parameters that only the first URL has. */
function droppedKeys({ query }: ParsedUrl, bare: ParsedUrl): readonly string[] {
  const kept = new Set(bare.query?.split('&').map(paramName));
  const names = new Set(query?.split('&').map(paramName));
  return [...names].filter((name) => name !== '' && !kept.has(name)).slice(0, MAX_KEYS);
}
