import { compile } from '../../canon/canonicalizer.ts';
import { orNull } from '../../url/error.ts';
import { errorPageSign } from '../duplicates/soft-404.ts';
import type { Rule } from '../rule.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { spelledPages } from '../site/spellings.ts';
import { pageIssue } from './issues.ts';

export const PAGE_RULES: readonly Rule[] = [
  {
    id: 'page/soft-404',
    severity: 'warning',
    title: 'error page with status 200 (soft 404)',
    condition:
      'A page answers with status 200, but it looks like the response to a URL that cannot exist in its folder, or it is short and its title says that the page does not exist.',
    why: 'Search engines index the error, and spend their time on pages that do not exist.',
    remedy: 'Answer missing pages with status 404 or 410. If scripts build the pages, crawl with --render to see them.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/gone">Brooms</a>' },
        {
          url: 'https://example.com/gone',
          body: '<title>Page not found - Brooms</title><p>Sorry, there is nothing here.',
        },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/found">Brooms</a>' },
        {
          url: 'https://example.com/found',
          body: '<title>Brooms found in the attic</title><p>They are 404 years old.',
        },
      ],
    },
    checkPage(page, _record, site) {
      const sign = errorPageSign(page, site);
      if (sign === null) return [];
      return pageIssue(page, {
        message:
          sign.sign === 'title'
            ? 'answers with status 200, but its title says that the page does not exist'
            : 'answers with status 200, but shows the same page as a path that cannot exist',
        evidence: { ...sign },
      });
    },
  },
  {
    id: 'path/slug',
    severity: 'warning',
    title: 'path not in its normal form',
    condition: 'On a site with a known slug form, a page has a path that differs from its slug form.',
    why: 'The site shows one page under every spelling of its name, and search engines see several pages.',
    remedy: 'Link to the path in its normal form, and redirect other paths to it.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
    examples: {
      bad: [
        { url: 'https://wiki.example.com/', body: '<a href="/Old_Brooms">Old brooms</a>' },
        { url: 'https://wiki.example.com/Old_Brooms', body: '<p>Old brooms.' },
      ],
      good: [
        { url: 'https://wiki.example.com/', body: '<a href="/old-brooms">Old brooms</a>' },
        { url: 'https://wiki.example.com/old-brooms', body: '<p>Old brooms.' },
      ],
    },
    *checkSite(site) {
      if ((site.canon.sites ?? []).length === 0) return;
      const { trace } = compile(site.canon);
      for (const page of site.pages) {
        if (!page.isPage) continue;
        for (const url of urlsOf(page, site)) {
          const change = orNull(trace(url))?.changes.find(({ pass }) => pass === 'slug-path');
          if (change === undefined) continue;
          yield {
            key: page.key,
            message: `has a path that is not in its normal form, ${page.key}`,
            evidence: { found: url, normal: change.after, pass: 'slug-path', class: 'changing' },
            related: [change.after],
          };
          break;
        }
      }
    },
  },
];

/** The URL of the page, then its other spellings. */
function urlsOf(page: AuditPage, site: AuditSite): readonly string[] {
  return [page.url, ...(spelledPages(site).get(page) ?? []).map(({ url }) => url)];
}
