import type { Rule } from '../rule.ts';
import { ampCanonical } from './amp-canonical.ts';
import { canonicalMissing } from './canonical-missing.ts';
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
import { targetRedirect } from './target-redirect.ts';

/** What an audit looks for, in the order of reports. A rule is one file here and a line below. */
export const RULES: readonly Rule[] = [
  canonicalMissing,
  targetRedirect,
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
