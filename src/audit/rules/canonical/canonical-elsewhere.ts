import type { Rule } from '../../rule.ts';
import { canonicalGraph } from '../../site/canonical-graph.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { targetRemark } from '../../site/target.ts';
import { paginationToFirst } from '../alternates/pagination-to-first.ts';
import { targetChain } from '../target/target-chain.ts';
import { targetContentDiffers } from '../target/target-content-differs.ts';
import { targetDowngrade } from '../target/target-downgrade.ts';
import { targetError } from '../target/target-error.ts';
import { targetExternal } from '../target/target-external.ts';
import { targetHome } from '../target/target-home.ts';
import { targetHostVariant } from '../target/target-host-variant.ts';
import { targetLanguage } from '../target/target-language.ts';
import { targetNoindex } from '../target/target-noindex.ts';
import { targetRedirect } from '../target/target-redirect.ts';
import { targetRobotsBlocked } from '../target/target-robots-blocked.ts';
import { targetSoft404 } from '../target/target-soft-404.ts';
import { targetTracking } from '../target/target-tracking.ts';
import { canonicalNoindexMix } from './canonical-noindex-mix.ts';
import { canonicalTypeMismatch } from './canonical-type-mismatch.ts';

/** Rules that report the same declaration in more detail. */
const MORE_EXACT: readonly Rule[] = [
  canonicalNoindexMix,
  canonicalTypeMismatch,
  targetError,
  targetRedirect,
  targetNoindex,
  targetRobotsBlocked,
  targetSoft404,
  targetDowngrade,
  targetHostVariant,
  targetExternal,
  targetHome,
  targetContentDiffers,
  targetLanguage,
  targetChain,
  targetTracking,
  paginationToFirst,
];

export const canonicalElsewhere: Rule = {
  id: 'canonical/elsewhere',
  severity: 'info',
  title: 'canonical URL is another page',
  condition: 'A page names another page as its canonical URL, and no other rule finds a problem with that.',
  why: 'Search engines show the other page instead of this one.',
  remedy: 'Check that the two pages are duplicates.',
  reference: 'RFC 6596 3',
  examples: {
    bad: [
      {
        url: 'https://example.com/brooms?view=list',
        body: '<link rel="canonical" href="https://example.com/brooms"><p>All our brooms.',
      },
      { url: 'https://example.com/brooms', body: '<link rel="canonical" href="/brooms"><p>All our brooms.' },
    ],
    good: [
      {
        url: 'https://example.com/brooms?view=list',
        body: '<link rel="canonical" href="https://example.com/brooms?view=list"><p>All our brooms.',
      },
    ],
  },
  *checkPage(page, record, site) {
    if (page.canonical === null || page.canonical.key === page.key || canonicalGraph(site).endless.has(page)) return;
    if (isAmpVersion(page, site)) return;
    for (const rule of MORE_EXACT) {
      for (const _ of rule.checkPage?.(page, record, site) ?? []) return;
    }
    yield targetRemark(page, record, { message: 'names another page as its canonical URL' });
  },
};

/** An AMP version should name its page. */
function isAmpVersion({ key, canonical }: AuditPage, site: AuditSite): boolean {
  const named = canonical === null ? null : site.page(canonical.key);
  const amp = named === null ? null : (site.record(named)?.amp ?? null);
  return amp !== null && site.keys.key(amp) === key;
}
