import { writeSitemaps } from '../sitemap-files.ts';
import type { AuditFormat } from './format.ts';

export const sitemap: AuditFormat = {
  name: 'sitemap',
  summary:
    'the canonical pages as an XML sitemap: what search engines may show, under the URL that stands for the others; several and an index, if there are many',
  write: async ({ canonicals }, sink) => (await writeSitemaps(canonicals, sink)).forEach(sink.note),
};
