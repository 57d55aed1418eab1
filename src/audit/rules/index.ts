import type { Rule } from '../rule.ts';
import { ampCanonical } from './alternates/amp-canonical.ts';
import { hreflangNoReturn } from './alternates/hreflang-no-return.ts';
import { hreflangNonCanonical } from './alternates/hreflang-non-canonical.ts';
import { ogUrl } from './alternates/og-url.ts';
import { paginationToFirst } from './alternates/pagination-to-first.ts';
import { canonicalBadAttributes } from './canonical/canonical-bad-attributes.ts';
import { canonicalConflicting } from './canonical/canonical-conflicting.ts';
import { canonicalElsewhere } from './canonical/canonical-elsewhere.ts';
import { canonicalFormDrift } from './canonical/canonical-form-drift.ts';
import { canonicalFragment } from './canonical/canonical-fragment.ts';
import { canonicalMalformed } from './canonical/canonical-malformed.ts';
import { canonicalMissing } from './canonical/canonical-missing.ts';
import { canonicalMultiple } from './canonical/canonical-multiple.ts';
import { canonicalNoindexMix } from './canonical/canonical-noindex-mix.ts';
import { canonicalOutsideHead } from './canonical/canonical-outside-head.ts';
import { canonicalRelative } from './canonical/canonical-relative.ts';
import { canonicalSelf } from './canonical/canonical-self.ts';
import { canonicalTypeMismatch } from './canonical/canonical-type-mismatch.ts';
import { dupCase } from './duplicates/dup-case.ts';
import { dupEmptyQuery } from './duplicates/dup-empty-query.ts';
import { dupEncoding } from './duplicates/dup-encoding.ts';
import { dupExact } from './duplicates/dup-exact.ts';
import { dupIndex } from './duplicates/dup-index.ts';
import { dupMultiSlash } from './duplicates/dup-multi-slash.ts';
import { dupNear } from './duplicates/dup-near.ts';
import { dupParamNoop } from './duplicates/dup-param-noop.ts';
import { dupParamOrder } from './duplicates/dup-param-order.ts';
import { dupScheme } from './duplicates/dup-scheme.ts';
import { dupSession } from './duplicates/dup-session.ts';
import { dupSlash } from './duplicates/dup-slash.ts';
import { dupTracking } from './duplicates/dup-tracking.ts';
import { dupTrap } from './duplicates/dup-trap.ts';
import { dupWww } from './duplicates/dup-www.ts';
import { linksMixed } from './links/links-mixed.ts';
import { linksNonCanonical } from './links/links-non-canonical.ts';
import { linksRedirect } from './links/links-redirect.ts';
import { pageSoft404 } from './page/page-soft-404.ts';
import { pathSlug } from './page/path-slug.ts';
import { redirectChain } from './redirect/redirect-chain.ts';
import { redirectDowngrade } from './redirect/redirect-downgrade.ts';
import { redirectError } from './redirect/redirect-error.ts';
import { redirectLoop } from './redirect/redirect-loop.ts';
import { redirectTemporary } from './redirect/redirect-temporary.ts';
import { redirectToNoncanonical } from './redirect/redirect-to-noncanonical.ts';
import { sitemapBad } from './sitemap/sitemap-bad.ts';
import { sitemapMissing } from './sitemap/sitemap-missing.ts';
import { sitemapNonCanonical } from './sitemap/sitemap-non-canonical.ts';
import { targetChain } from './target/target-chain.ts';
import { targetContentDiffers } from './target/target-content-differs.ts';
import { targetDowngrade } from './target/target-downgrade.ts';
import { targetError } from './target/target-error.ts';
import { targetExternal } from './target/target-external.ts';
import { targetHome } from './target/target-home.ts';
import { targetHostVariant } from './target/target-host-variant.ts';
import { targetLanguage } from './target/target-language.ts';
import { targetLoop } from './target/target-loop.ts';
import { targetMixedLoop } from './target/target-mixed-loop.ts';
import { targetNoSelf } from './target/target-no-self.ts';
import { targetNoindex } from './target/target-noindex.ts';
import { targetRedirect } from './target/target-redirect.ts';
import { targetRobotsBlocked } from './target/target-robots-blocked.ts';
import { targetSoft404 } from './target/target-soft-404.ts';
import { targetTracking } from './target/target-tracking.ts';
import { targetUnlinked } from './target/target-unlinked.ts';

/** All rules of an audit, in the order of reports. To add a rule, add a file here and a line below. */
export const RULES: readonly Rule[] = [
  canonicalMissing,
  canonicalSelf,
  canonicalElsewhere,
  canonicalMultiple,
  canonicalConflicting,
  canonicalRelative,
  canonicalMalformed,
  canonicalOutsideHead,
  canonicalFragment,
  canonicalBadAttributes,
  canonicalNoindexMix,
  canonicalTypeMismatch,
  canonicalFormDrift,
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
  targetLoop,
  targetMixedLoop,
  targetNoSelf,
  targetUnlinked,
  targetTracking,
  paginationToFirst,
  dupScheme,
  dupWww,
  dupSlash,
  dupIndex,
  dupCase,
  dupMultiSlash,
  dupEncoding,
  dupParamOrder,
  dupTracking,
  dupSession,
  dupEmptyQuery,
  dupParamNoop,
  dupExact,
  dupNear,
  dupTrap,
  sitemapNonCanonical,
  sitemapBad,
  sitemapMissing,
  linksNonCanonical,
  linksRedirect,
  linksMixed,
  hreflangNonCanonical,
  hreflangNoReturn,
  ogUrl,
  ampCanonical,
  redirectChain,
  redirectLoop,
  redirectError,
  redirectTemporary,
  redirectDowngrade,
  redirectToNoncanonical,
  pageSoft404,
  pathSlug,
];
