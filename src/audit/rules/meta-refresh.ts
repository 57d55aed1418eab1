import type { Rule } from '../rule.ts';

/** A later refresh shows the next picture or the latest news; it does not replace a redirect. In seconds. */
const MAX_DELAY = 10;
/** Pages with more words are pages of their own. Their refresh may be meant for browsers without scripts only. */
const MAX_WORDS = 100;
/** Where pages send browsers without scripts. Search engines run scripts and never get there. */
const WITHOUT_SCRIPTS = /no-?_?(?:js|javascript|script)|(?:js|javascript|script)[=_-]?(?:0|off|no|false|disabled)/i;

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
  checkPage(page, { refresh }, site) {
    if (refresh === null || refresh.delay > MAX_DELAY || page.words > MAX_WORDS) return [];
    const target = site.keys.key(refresh.url);
    if (target === null || target === page.key || WITHOUT_SCRIPTS.test(refresh.url)) return [];
    return [
      {
        key: page.key,
        message: `sends visitors on by a refresh ${refresh.delay === 0 ? 'at once' : `after ${refresh.delay} seconds`}`,
        evidence: { target: refresh.url, delay: refresh.delay, words: page.words, noindex: page.noindex },
        related: [refresh.url],
      },
    ];
  },
};
