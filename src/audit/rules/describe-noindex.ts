import type { AuditRecord } from '../site/page.ts';
import { AUDITED_ROBOT, robotsDirectives } from '../site/robots-directives.ts';

/** The directives that mark a page noindex: `meta robots: noindex, nofollow`. Null if there are none. */
export function describeNoindex({ robots }: AuditRecord): string | null {
  const rule = robots.find((one) => robotsDirectives({ robots: [one] }, AUDITED_ROBOT).noindex);
  if (rule === undefined) return null;
  const { from, agent, directives } = rule;
  const header = agent === null ? 'X-Robots-Tag' : `X-Robots-Tag: ${agent}`;
  return `${from === 'header' ? header : `meta ${agent ?? 'robots'}`}: ${directives.join(', ')}`;
}
