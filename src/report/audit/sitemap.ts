import { writeSitemaps } from '../sitemap-files.ts';
import type { AuditFormat } from './format.ts';

export const sitemap: AuditFormat = {
  name: 'sitemap',
  summary: 'an XML sitemap of the indexable canonical pages; several sitemaps and an index if there are many pages',
  write: ({ canonicals }, sink) => writeSitemaps(canonicals, sink),
};
