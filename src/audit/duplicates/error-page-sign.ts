import { oncePerPage } from '../site/once-per-site.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { type Soft404Sign, soft404Sign } from './soft-404.ts';

/** As `soft404Sign`, for a page that many others may name. */
export const errorPageSign: (page: AuditPage, site: AuditSite) => Soft404Sign | null = oncePerPage((page, site) =>
  soft404Sign(page, site.record(page), site),
);
