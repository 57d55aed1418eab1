import type { Rule } from '../rule.ts';
import { canonicalMissing } from './canonical-missing.ts';
import { targetRedirect } from './target-redirect.ts';

/** What an audit looks for, in the order of reports. A rule is one file here and a line below. */
export const RULES: readonly Rule[] = [canonicalMissing, targetRedirect];
