import type { Rule } from '../rule.ts';
import { sendingRefresh } from '../site/sending-refresh.ts';
import { pageIssue } from './issues.ts';

export const redirectMetaRefresh: Rule = {
  id: 'redirect/meta-refresh',
  severity: 'warning',
  title: 'meta refresh in place of a redirect',
  condition:
    'A page of at most 100 words sends visitors to another URL within ten seconds, by a meta element or a Refresh header. Both limits are a judgement: no standard sets them.',
  why: 'Visitors see an empty page first, the back button sends them forward again, and some search engines do not treat it as a permanent redirect.',
  remedy: 'Answer with status 301 or 308 and the URL in Location.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/301-redirects#metarefresh',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<p>Brooms. <a href="/old">Old brooms</a>' },
      { url: 'https://example.com/old', body: '<meta http-equiv="refresh" content="0; url=/new"><p>We have moved.' },
      { url: 'https://example.com/new', body: '<p>New brooms.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<p>Brooms. <a href="/show">Pictures</a>' },
      { url: 'https://example.com/show', body: '<meta http-equiv="refresh" content="30; url=/new"><p>A picture.' },
      { url: 'https://example.com/new', body: '<p>New brooms.' },
    ],
  },
  checkPage(page, _, site) {
    const refresh = sendingRefresh(page, site);
    if (refresh === null) return [];
    return pageIssue(page, {
      message: `sends visitors on by a refresh ${refresh.delay === 0 ? 'at once' : `after ${refresh.delay} seconds`}`,
      evidence: { target: refresh.url, delay: refresh.delay, words: page.words, noindex: page.noindex },
      related: [refresh.url],
    });
  },
};
