import type { Rule } from '../rule.ts';
import { ALTERNATE_RULES } from './alternates.ts';
import { linksBroken } from './broken-links.ts';
import { CONTRADICTED_RULES } from './canonical/contradicted.ts';
import { DECLARED_RULES } from './canonical/declared.ts';
import { canonicalFormDrift } from './canonical/form-drift.ts';
import { WRITTEN_RULES } from './canonical/written.ts';
import { ADDRESS_RULES } from './duplicates/address.ts';
import { dupParamNoop } from './duplicates/param-noop.ts';
import { SPELLING_RULES } from './duplicates/spelling.ts';
import { TEXT_RULES } from './duplicates/text.ts';
import { dupTrap } from './duplicates/trap.ts';
import { HREFLANG_RULES } from './hreflang.ts';
import { LINK_RULES } from './links.ts';
import { redirectMetaRefresh } from './meta-refresh.ts';
import { PAGE_RULES } from './page.ts';
import { PAGE_TEXT_RULES } from './page-texts.ts';
import { paginationBroken } from './pagination.ts';
import { REDIRECT_RULES } from './redirect.ts';
import { RENDERED_RULES } from './rendered.ts';
import { SITEMAP_RULES } from './sitemap.ts';
import { SITEMAP_FILE_RULES } from './sitemap-files.ts';
import { CHAIN_RULES } from './target/chain.ts';
import { HOST_RULES } from './target/host.ts';
import { MISMATCH_RULES, paginationToFirst } from './target/mismatch.ts';
import { NAMED_RULES } from './target/named.ts';
import { NOT_INDEXABLE_RULES } from './target/not-indexable.ts';
import { targetTracking } from './target/tracking.ts';
import { linksTracking } from './tracked-links.ts';

/** The built-in rules, in the order of reports. */
export const RULES: readonly Rule[] = [
  ...DECLARED_RULES,
  ...WRITTEN_RULES,
  ...CONTRADICTED_RULES,
  canonicalFormDrift,
  ...NOT_INDEXABLE_RULES,
  ...HOST_RULES,
  ...MISMATCH_RULES,
  ...CHAIN_RULES,
  ...NAMED_RULES,
  targetTracking,
  paginationToFirst,
  paginationBroken,
  ...ADDRESS_RULES,
  ...SPELLING_RULES,
  dupParamNoop,
  ...TEXT_RULES,
  dupTrap,
  ...SITEMAP_RULES,
  ...SITEMAP_FILE_RULES,
  linksBroken,
  ...LINK_RULES,
  linksTracking,
  ...HREFLANG_RULES,
  ...ALTERNATE_RULES,
  ...REDIRECT_RULES,
  redirectMetaRefresh,
  ...PAGE_RULES,
  ...PAGE_TEXT_RULES,
  ...RENDERED_RULES,
];
