import type { PageRecord } from './page-record.ts';

/** What a page asks of a robot. */
export interface RobotsDecision {
  readonly noindex: boolean;
  /** None of the page's links is to be followed. */
  readonly nofollow: boolean;
}

/**
 * What a page asks of one robot, in its headers and its markup: the directives for all robots and those for this one
 * together, of which the most restrictive count.
 *
 * @param userAgentToken the robot's name without version, as in robots.txt; case does not matter
 */
export function robotsDirectives(record: Pick<PageRecord, 'robots'>, userAgentToken: string): RobotsDecision {
  const agent = userAgentToken.toLowerCase();
  const asked = record.robots
    .filter((rule) => rule.agent === null || rule.agent === agent)
    .flatMap((rule) => rule.directives);
  const none = asked.includes('none');
  return { noindex: none || asked.includes('noindex'), nofollow: none || asked.includes('nofollow') };
}
