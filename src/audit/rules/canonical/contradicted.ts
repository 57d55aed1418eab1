import type { Issue } from '../../finding.ts';
import type { Rule } from '../../rule.ts';
import { canonicalGraph } from '../../site/canonical-graph.ts';
import { countedCanonicals } from '../../site/counted-canonicals.ts';
import type { AuditPage } from '../../site/page.ts';
import { describeNoindex } from '../../site/robots-directives.ts';
import type { AuditSite } from '../../site/site.ts';
import { canonicalTarget, namesAnother } from '../../site/target.ts';
import { canonicalTo } from '../example-pages.ts';
import { targetIssue } from '../issues.ts';

export const CONTRADICTED_RULES: readonly Rule[] = [
  {
    id: 'canonical/noindex-mix',
    severity: 'warning',
    title: 'noindex together with a canonical URL',
    condition: 'A page is marked noindex and names another page as its canonical URL.',
    why: 'noindex says to drop the page, and the canonical URL says to merge it with the other page; search engines may apply noindex to both.',
    remedy: 'Choose one: a canonical URL if the pages are duplicates, noindex if they are not.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        {
          url: 'https://example.com/print/a',
          body: '<meta name="robots" content="noindex"><link rel="canonical" href="https://example.com/a"><p>All our brooms.',
        },
      ],
      good: [
        {
          url: 'https://example.com/print/a',
          body: '<meta name="robots" content="noindex"><link rel="canonical" href="https://example.com/print/a"><p>All our brooms.',
        },
      ],
    },
    checkPage(page, record) {
      if (!page.noindex || !namesAnother(page)) return [];
      return targetIssue(page, record, {
        message: 'is marked noindex and names another page as its canonical URL',
        evidence: { directive: describeNoindex(record) },
      });
    },
  },
  {
    id: 'canonical/type-mismatch',
    severity: 'warning',
    title: 'canonical URL of another content type',
    condition:
      'The canonical URL of an HTML page is not an HTML page; a notice if a file of another type names an HTML page in its Link header. A loop of declarations is left to target/loop and target/mixed-loop.',
    why: 'Search engines show the other file instead of the page.',
    remedy:
      'Make the page declare itself as canonical, and make the other file point to the page. If a file points to a page, check that they are duplicates.',
    reference: 'RFC 6596 3',
    examples: {
      bad: [
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a.pdf', '<p>All our brooms.') },
        { url: 'https://example.com/a.pdf', headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7' },
      ],
      good: [
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a.xhtml', '<p>All our brooms.') },
        {
          url: 'https://example.com/a.xhtml',
          headers: { 'content-type': 'application/xhtml+xml' },
          body: '<p>All our brooms.',
        },
      ],
    },
    checkPage(page, record, site) {
      const target = canonicalTarget(page, site);
      if (target === null || !target.isFile || canonicalGraph(site).inCycle.has(page)) return [];
      return targetIssue(page, record, {
        message: 'is an HTML page and names a file of another type as its canonical URL',
        evidence: { type: target.entry.contentType },
      });
    },
    *checkSite(site) {
      for (const file of site.pages) {
        if (file.isFile) yield* fileIssues(file, site);
      }
    },
  },
];

function* fileIssues(file: AuditPage, site: AuditSite): Generator<Issue> {
  const [declared] = countedCanonicals(site.record(file)?.canonicals ?? []);
  const target = declared?.url ? site.pageAt(declared.url) : null;
  if (target === null || target === file || !target.isPage || canonicalGraph(site).inCycle.has(file)) return;
  yield {
    key: file.key,
    severity: 'info',
    message: 'is not an HTML page and names one as its canonical URL',
    evidence: { target: target.url, declared: declared?.href ?? null, type: file.entry.contentType },
  };
}
