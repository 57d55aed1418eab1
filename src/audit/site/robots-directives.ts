import type { PageRecord } from './page-record.ts';

/** How a robot may use a page. */
export interface RobotsDecision {
  /** The robot must not index the page. */
  readonly noindex: boolean;
  /** The robot must not follow the page's links. */
  readonly nofollow: boolean;
  /** No copy of the page may be kept. */
  readonly noarchive: boolean;
}

/** The robot whose directives an audit heeds: its rules cite Google. */
export const AUDITED_ROBOT = 'googlebot';

/**
 * Combines a page's directives for all robots with those for one robot; the most restrictive ones apply.
 *
 * @param userAgentToken the robot's product token, as in robots.txt; case-insensitive
 */
export function robotsDirectives(record: Pick<PageRecord, 'robots'>, userAgentToken: string): RobotsDecision {
  const agent = userAgentToken.toLowerCase();
  const asked = record.robots
    .filter((rule) => rule.agent === null || rule.agent === agent)
    .flatMap((rule) => rule.directives);
  const none = asked.includes('none');
  return {
    noindex: none || asked.includes('noindex'),
    nofollow: none || asked.includes('nofollow'),
    noarchive: asked.includes('noarchive') || asked.includes('nocache'),
  };
}

/** The directives that mark a page noindex: `meta robots: noindex, nofollow`. Null if there are none. */
export function describeNoindex({ robots }: Pick<PageRecord, 'robots'>): string | null {
  const rule = robots.find((one) => robotsDirectives({ robots: [one] }, AUDITED_ROBOT).noindex);
  if (rule === undefined) return null;
  const { from, agent, directives } = rule;
  const header = agent === null ? 'X-Robots-Tag' : `X-Robots-Tag: ${agent}`;
  return `${from === 'header' ? header : `meta ${agent ?? 'robots'}`}: ${directives.join(', ')}`;
}
