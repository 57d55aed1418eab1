import { expect, it } from 'vitest';
import type { RobotsDirectives } from '../../../src/audit/site/page-record.ts';
import { robotsDirectives } from '../../../src/audit/site/robots-directives.ts';

const rule = (agent: string | null, ...directives: string[]): RobotsDirectives => ({ from: 'meta', agent, directives });

const decisions: [rules: RobotsDirectives[], noindex: boolean, nofollow: boolean, noarchive?: boolean][] = [
  [[], false, false],
  [[rule(null, 'noindex')], true, false],
  [[rule(null, 'nofollow')], false, true],
  [[rule(null, 'none')], true, true],
  [[rule(null, 'all', 'index', 'follow', 'noindexing')], false, false],
  [[rule(null, 'noindex'), rule('dustpan', 'index', 'nofollow')], true, true],
  [[rule(null, 'index'), rule('dustpan', 'noindex')], true, false],
  [[rule('otherbot', 'none'), rule('dustpan-news', 'noarchive')], false, false],
  [[rule('dustpan', 'noarchive')], false, false, true],
  [[rule(null, 'nocache')], false, false, true],
];

it.each(decisions)('of %j, the most restrictive count', (robots, noindex, nofollow, noarchive = false) => {
  expect(robotsDirectives({ robots }, 'Dustpan')).toEqual({ noindex, nofollow, noarchive });
});
