import type { Rule } from '../../rule.ts';
import { variationIssues } from './duplicate-issues.ts';

export const dupSession: Rule = {
  id: 'dup/session',
  severity: 'error',
  title: 'session ids in URLs',
  condition: 'Links to a page carry a session id, such as PHPSESSID or ;jsessionid=.',
  why: 'Every visit creates new URLs, and anyone who gets such a link may take over the session.',
  remedy: 'Keep session ids in cookies only.',
  reference: 'RFC 9110 17.9',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/a?PHPSESSID=0c4b21">A broom</a>' },
      { url: 'https://example.com/a', body: '<p>A broom.' },
      { url: 'https://example.com/a?PHPSESSID=0c4b21', body: '<p>A broom.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/a?session=morning">A broom</a>' },
      { url: 'https://example.com/a', body: '<p>A broom.' },
      { url: 'https://example.com/a?session=morning', body: '<p>The talks about brooms in the morning.' },
    ],
  },
  checkSite: (site) => variationIssues(site, 'session', { difference: 'a session id', whenSettled: 'error' }),
};
