import type { Rule } from '../rule.ts';
import { ampCanonical } from './amp-canonical.ts';
import { canonicalBadAttributes } from './canonical-bad-attributes.ts';
import { canonicalConflicting } from './canonical-conflicting.ts';
import { canonicalElsewhere } from './canonical-elsewhere.ts';
import { canonicalFormDrift } from './canonical-form-drift.ts';
import { canonicalFragment } from './canonical-fragment.ts';
import { canonicalMalformed } from './canonical-malformed.ts';
import { canonicalMissing } from './canonical-missing.ts';
import { canonicalMultiple } from './canonical-multiple.ts';
import { canonicalNoindexMix } from './canonical-noindex-mix.ts';
import { canonicalOutsideHead } from './canonical-outside-head.ts';
import { canonicalRelative } from './canonical-relative.ts';
import { canonicalSelf } from './canonical-self.ts';
import { canonicalTypeMismatch } from './canonical-type-mismatch.ts';
import { dupCase } from './dup-case.ts';
import { dupEmptyQuery } from './dup-empty-query.ts';
import { dupEncoding } from './dup-encoding.ts';
import { dupExact } from './dup-exact.ts';
import { dupIndex } from './dup-index.ts';
import { dupMultiSlash } from './dup-multi-slash.ts';
import { dupNear } from './dup-near.ts';
import { dupParamNoop } from './dup-param-noop.ts';
import { dupParamOrder } from './dup-param-order.ts';
import { dupScheme } from './dup-scheme.ts';
import { dupSession } from './dup-session.ts';
import { dupSlash } from './dup-slash.ts';
import { dupTracking } from './dup-tracking.ts';
import { dupTrap } from './dup-trap.ts';
import { dupWww } from './dup-www.ts';
import { hreflangNoReturn } from './hreflang-no-return.ts';
import { hreflangNonCanonical } from './hreflang-non-canonical.ts';
import { linksMixed } from './links-mixed.ts';
import { linksNonCanonical } from './links-non-canonical.ts';
import { linksRedirect } from './links-redirect.ts';
import { ogUrl } from './og-url.ts';
import { pageSoft404 } from './page-soft-404.ts';
import { paginationToFirst } from './pagination-to-first.ts';
import { pathSlug } from './path-slug.ts';
import { redirectChain } from './redirect-chain.ts';
import { redirectDowngrade } from './redirect-downgrade.ts';
import { redirectError } from './redirect-error.ts';
import { redirectLoop } from './redirect-loop.ts';
import { redirectTemporary } from './redirect-temporary.ts';
import { redirectToNoncanonical } from './redirect-to-noncanonical.ts';
import { sitemapBad } from './sitemap-bad.ts';
import { sitemapMissing } from './sitemap-missing.ts';
import { sitemapNonCanonical } from './sitemap-non-canonical.ts';
import { targetChain } from './target-chain.ts';
import { targetContentDiffers } from './target-content-differs.ts';
import { targetDowngrade } from './target-downgrade.ts';
import { targetError } from './target-error.ts';
import { targetExternal } from './target-external.ts';
import { targetHome } from './target-home.ts';
import { targetHostVariant } from './target-host-variant.ts';
import { targetLanguage } from './target-language.ts';
import { targetLoop } from './target-loop.ts';
import { targetMixedLoop } from './target-mixed-loop.ts';
import { targetNoSelf } from './target-no-self.ts';
import { targetNoindex } from './target-noindex.ts';
import { targetRedirect } from './target-redirect.ts';
import { targetRobotsBlocked } from './target-robots-blocked.ts';
import { targetSoft404 } from './target-soft-404.ts';
import { targetTracking } from './target-tracking.ts';
import { targetUnlinked } from './target-unlinked.ts';

/** What an audit looks for, in the order of reports. A rule is one file here and a line below. */
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
