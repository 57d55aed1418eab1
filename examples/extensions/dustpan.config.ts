/** Everything of your own in one configuration, which dustpan reads from the working directory. */
import type { DustpanConfig } from 'dustpan/config';
import { checklist } from './checklist-format.ts';
import { dropPrintView } from './drop-print-view.ts';
import { org } from './org-format.ts';
import { titleRule } from './title-rule.ts';

const config: DustpanConfig = {
  // A profile of your own: on our sites, www is never another page, and fragments matter.
  profile: 'ours',
  profiles: { ours: { extends: 'standard', assume: ['www'], toWww: 'remove', noPass: ['drop-fragment'] } },
  passes: [dropPrintView],
  listFormats: [org],
  rules: [titleRule],
  auditFormats: [checklist],
  audit: { severities: { 'shop/title': 'error' } },
};
export default config;
