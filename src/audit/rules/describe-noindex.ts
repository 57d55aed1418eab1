import type { AuditRecord } from '../site/page.ts';
import { robotsDirectives } from '../site/robots-directives.ts';

/** The directives that mark a page noindex for all robots: `meta robots: noindex, nofollow`. Null if there are none. */
export function describeNoindex({ robots }: AuditRecord): string | null {
  const rule = robots.find((one) => robotsDirectives({ robots: [one] }, '*').noindex);
  if (rule === undefined) return null;
  return `${rule.from === 'header' ? 'X-Robots-Tag' : 'meta robots'}: ${rule.directives.join(', ')}`;
}
