/** A report format of your own: a checklist with one box for each rule that found something, for an issue tracker. */
import type { AuditFormat } from 'dustpan/audit';
import type { DustpanConfig } from 'dustpan/config';

export const checklist: AuditFormat = {
  name: 'checklist',
  summary: 'a Markdown checklist, one box per rule',
  write: async ({ rules, findings }, sink) => {
    for (const { id, remedy } of rules) {
      const urls = findings.filter(({ rule }) => rule === id).map(({ url }) => url);
      if (urls.length > 0) await sink.write(`- [ ] ${id}: ${remedy}\n${urls.map((url) => `  - <${url}>\n`).join('')}`);
    }
  },
};

const config: DustpanConfig = { auditFormats: [checklist] };
export default config;
