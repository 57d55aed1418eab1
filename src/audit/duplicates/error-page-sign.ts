import { oncePerPage } from '../site/once-per-site.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { type Soft404Sign, soft404Sign } from './soft-404.ts';

/** `soft404Sign` with a cache: many pages may name the same page. */
export const errorPageSign: (page: AuditPage, site: AuditSite) => Soft404Sign | null = oncePerPage((page, site) =>
  soft404Sign(page, site.record(page), site),
);
