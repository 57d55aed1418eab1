import type { Rule } from '../../rule.ts';
import { hostOf, isAbsolute, isSameSite } from '../../site/address.ts';
import { countedCanonicals } from '../../site/counted-canonicals.ts';
import type { AuditPage, AuditRecord } from '../../site/page.ts';
import type { CanonicalDeclaration } from '../../site/page-record.ts';
import { declarationIssue, targetIssue } from '../issues.ts';

/** The crawl does not store longer URLs, so they cannot be judged. In UTF-16 code units. */
const MAX_LENGTH = 2048;

export const WRITTEN_RULES: readonly Rule[] = [
  {
    id: 'canonical/relative',
    severity: 'warning',
    title: 'relative canonical URL',
    condition:
      'A canonical URL is written without a scheme; an error if a base element moves it to another host, or if it begins with the host, as in `example.com/a`.',
    why: 'It is valid, but every host, scheme and folder that serves the page then gets a canonical URL of its own.',
    remedy: 'Write the full URL, starting with https://.',
    reference: 'https://developers.google.com/search/blog/2013/04/5-common-mistakes-with-relcanonical',
    examples: {
      bad: [{ url: 'https://example.com/a', body: '<link rel="canonical" href="//example.com/a"><p>All our brooms.' }],
      good: [
        {
          url: 'https://example.com/a',
          body: '<base href="https://www.example.com/"><link rel="canonical" href=" HTTPS://example.com/a "><p>All our brooms.',
        },
      ],
    },
    checkPage(page, record) {
      const declared = countedCanonicals(record.canonicals).find(({ href }) => !isAbsolute(href));
      if (declared === undefined) return [];
      const lead = leadOf(page, record, declared);
      return declarationIssue(page, declared, {
        severity: lead === null ? 'warning' : 'error',
        message: `has a relative canonical URL${lead === null ? '' : `, ${lead}`}`,
        evidence: { target: declared.url, declared: declared.href, where: declared.where, base: record.base },
      });
    },
  },
  {
    id: 'canonical/malformed',
    severity: 'error',
    title: 'canonical URL is not a valid http(s) URL',
    condition: 'A canonical URL is empty, cannot be parsed, or is not an http or https URL.',
    why: 'Search engines ignore it, so the page has no canonical URL.',
    remedy: 'Name the intended page by its full URL.',
    reference: 'https://html.spec.whatwg.org/multipage/semantics.html#attr-link-href',
    examples: {
      bad: [
        {
          url: 'https://example.com/a',
          body: '<link rel="canonical" href="https://exa mple.com/a"><p>All our brooms.',
        },
      ],
      good: [
        {
          url: 'https://example.com/a',
          body: '<link rel="canonical" href="https://example.com/a b"><p>All our brooms.',
        },
      ],
    },
    checkPage(page, { canonicals }) {
      for (const declared of canonicals) {
        // canonical/outside-head reports links in the body.
        const problem = declared.where === 'body' ? null : problemOf(declared, page.url);
        if (problem === null) continue;
        return declarationIssue(page, declared, {
          message: PROBLEMS[problem],
          ...(problem === 'scheme' && { cause: `${schemeOf(declared.url)}:` }),
          evidence: { problem, declared: declared.href, where: declared.where },
        });
      }
      return [];
    },
  },
  {
    id: 'canonical/outside-head',
    severity: 'error',
    title: 'canonical link outside the head',
    condition:
      'A canonical link is in the body of the page, as browsers parse it; a warning if another declaration counts.',
    why: 'Search engines ignore canonical links in the body, because visitors may have written them.',
    remedy: 'Move the canonical link into the head: if an element ends the head early, before that element.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        {
          url: 'https://example.com/a',
          body: '<head><title>Brooms</title><div id="banner"></div>\n<link rel="canonical" href="https://example.com/a"></head><p>All our brooms.',
        },
      ],
      good: [
        {
          url: 'https://example.com/a',
          body: '<head><title>Brooms</title><noscript></noscript>\n<link rel="canonical" href="https://example.com/a"></head><p>All our brooms.',
        },
      ],
    },
    checkPage(page, { canonicals }) {
      const declared = canonicals.find(({ where }) => where === 'body');
      if (declared === undefined) return [];
      const { pushedBy } = declared;
      return declarationIssue(page, declared, {
        severity: countedCanonicals(canonicals).length > 0 ? 'warning' : 'error',
        message: 'declares its canonical URL outside the head',
        evidence: {
          target: declared.url,
          declared: declared.href,
          headEndedBy: pushedBy?.tag ?? null,
          headEndedOnLine: pushedBy?.line ?? null,
        },
      });
    },
  },
  {
    id: 'canonical/fragment',
    severity: 'warning',
    title: 'canonical URL with a fragment',
    condition: 'The canonical URL of a page has a fragment (#…).',
    why: 'A fragment identifies a place in a page, not a page; search engines may ignore the declaration.',
    remedy: 'Remove the # and everything after it.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        {
          url: 'https://example.com/a',
          body: '<link rel="canonical" href="https://example.com/a#top"><p>All our brooms.',
        },
      ],
      good: [
        {
          url: 'https://example.com/a',
          body: '<link rel="canonical" href="https://example.com/a?x=%23top"><p>All our brooms.',
        },
      ],
    },
    checkPage(page, record) {
      if (!page.canonical?.url.includes('#')) return [];
      return targetIssue(page, record, { message: 'names a canonical URL with a fragment' });
    },
  },
  {
    id: 'canonical/bad-attributes',
    severity: 'warning',
    title: 'canonical link with attributes that invalidate it',
    condition: 'A canonical link has an hreflang, lang, media or type attribute.',
    why: 'These attributes mark a version for certain visitors, so search engines do not treat the link as canonical.',
    remedy: 'Keep only rel and href; use rel="alternate" for language and media versions.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        {
          url: 'https://example.com/a',
          body: '<link rel="canonical" hreflang="en" href="https://example.com/a"><p>All our brooms.',
        },
      ],
      good: [
        {
          url: 'https://example.com/a',
          body: '<link rel="canonical" id="canonical" href="https://example.com/a"><link rel="alternate" hreflang="en" href="https://example.com/a"><p>All our brooms.',
        },
      ],
    },
    checkPage(page, { canonicals }) {
      const declared = canonicals.find(({ where, attributes }) => where !== 'body' && attributes.length > 0);
      if (declared === undefined) return [];
      return declarationIssue(page, declared, {
        message: `has a canonical link with other attributes: ${declared.attributes.join(', ')}`,
        evidence: {
          target: declared.url,
          declared: declared.href,
          where: declared.where,
          attributes: declared.attributes,
        },
      });
    },
  },
];

/** How a relative canonical URL leads to a page that is not meant; null if it does not. */
function leadOf(page: AuditPage, record: AuditRecord, declared: CanonicalDeclaration): string | null {
  if (isMovedByBase(page, record, declared)) return 'which its base element moves to another host';
  const [first] = /^[^/\\?#]+\.[^/\\?#]+/.exec(declared.href.trim()) ?? [];
  // A page about a host may be named like it.
  const isHost = first !== undefined && declared.url !== page.url && isSameSite(page.url, `https://${first}`);
  return isHost ? 'which leads to a path that begins with the host, because it lacks https://' : null;
}

function isMovedByBase(page: AuditPage, { base }: AuditRecord, { href, url }: CanonicalDeclaration): boolean {
  if (base === null || /^[/\\]{2}/.test(href.trim())) return false;
  return hostOf(url ?? '') !== hostOf(page.url);
}

/** A wrong scheme usually affects a whole site: its generator was configured to write files. */
function schemeOf(url: string | null): string {
  return url?.split(':', 1)[0]?.toLowerCase() ?? '';
}

const PROBLEMS = {
  empty: 'declares an empty canonical URL',
  unreadable: 'declares a canonical URL that is not a valid URL',
  scheme: 'declares a canonical URL that is not http or https',
} as const;

function problemOf({ href, url }: CanonicalDeclaration, page: string): keyof typeof PROBLEMS | null {
  if (href.trim() === '') return 'empty';
  if (url === null) return href.length + page.length >= MAX_LENGTH ? null : 'unreadable';
  return /^https?:/i.test(url) ? null : 'scheme';
}
