import { canLead, decisionsOf, leadsItself } from '../../decision/decision.ts';
import type { Rule } from '../../rule.ts';
import { canonicalGraph } from '../../site/canonical-graph.ts';
import { countedCanonicals } from '../../site/counted-canonicals.ts';
import { declarers } from '../../site/declarers.ts';
import { oncePerSite } from '../../site/once-per-site.ts';
import type { AuditPage } from '../../site/page.ts';
import type { CanonicalDeclaration } from '../../site/page-record.ts';
import type { AuditSite } from '../../site/site.ts';
import { ownUrlEvidence } from '../../site/spellings.ts';
import { namesAnother } from '../../site/target.ts';
import { changeBetween } from '../../site/template.ts';
import { canonicalTo } from '../example-pages.ts';
import { declarationIssue, pageIssue, targetIssue } from '../issues.ts';
import { CHAIN_RULES } from '../target/chain.ts';
import { HOST_RULES } from '../target/host.ts';
import { MISMATCH_RULES, paginationToFirst } from '../target/mismatch.ts';
import { NOT_INDEXABLE_RULES } from '../target/not-indexable.ts';
import { targetTracking } from '../target/tracking.ts';
import { CONTRADICTED_RULES } from './contradicted.ts';

/** Hosts with a page that declares a canonical URL. On other hosts, all pages lack one for the same reason. */
const declaringHosts: (site: AuditSite) => ReadonlySet<string> = oncePerSite(
  ({ pages }) => new Set(pages.filter(({ canonical }) => canonical !== null).map(({ entry }) => entry.site)),
);

/** Rules that report the same declaration in more detail. */
const MORE_EXACT: readonly Rule[] = [
  ...CONTRADICTED_RULES,
  ...NOT_INDEXABLE_RULES,
  ...HOST_RULES,
  ...MISMATCH_RULES,
  ...CHAIN_RULES,
  targetTracking,
  paginationToFirst,
];

export const DECLARED_RULES: readonly Rule[] = [
  {
    id: 'canonical/missing',
    severity: 'warning',
    title: 'no canonical URL',
    condition:
      'An indexable page declares no canonical URL, in its HTML or in a Link header, and no other URL stands for it. Not reported if the page sends visitors on by a refresh. If other pages name the page as canonical, target/no-self reports it instead.',
    why: 'If several URLs lead to the page, search engines choose one of them, and their choice may change.',
    remedy:
      "Add a canonical link to the head of the page, with the preferred URL or, if none is given, the page's own URL.",
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [{ url: 'https://example.com/', body: '<title>Brooms</title><p>All our brooms.' }],
      good: [
        {
          url: 'https://example.com/',
          body: '<title>Brooms</title><link rel="canonical" href="https://example.com/"><p>All our brooms.',
        },
      ],
    },
    prepare: decisionsOf.steps,
    checkPage(page, record, site) {
      // Other rules report invalid declarations, and target/no-self reports pages that others name.
      if (record.canonicals.length > 0 || declarers(site).has(page)) return [];
      // dup/ rules report pages that another URL stands for, page/soft-404 error pages, redirect/meta-refresh stations.
      if (!canLead(page, site) || !leadsItself(page, decisionsOf(site).of(page))) return [];
      const { site: host } = page.entry;
      const isTemplate = declaringHosts(site).has(host);
      const evidence = ownUrlEvidence(page, site);
      return pageIssue(page, { message: 'declares no canonical URL', evidence, ...(!isTemplate && { cause: host }) });
    },
  },
  {
    id: 'canonical/self',
    severity: 'pass',
    title: 'self-referencing canonical URL',
    condition:
      'A page names itself as its canonical URL; spellings that are equivalent by RFC 3986 count as the same URL.',
    why: 'Search engines know which URL of the page to show.',
    remedy: 'Nothing to do.',
    reference: 'RFC 6596 3',
    examples: {
      bad: [{ url: 'https://example.com/%7Eann', body: canonicalTo('https://EXAMPLE.com:443/~ann', '<p>Ann.') }],
      good: [{ url: 'https://example.com/~ann', body: canonicalTo('https://example.com/ann', '<p>Ann.') }],
    },
    checkPage(page) {
      return page.canonical?.isSelf ? pageIssue(page, { message: 'names itself as its canonical URL' }) : [];
    },
  },
  {
    id: 'canonical/elsewhere',
    severity: 'info',
    title: 'canonical URL is another page',
    condition: 'A page names another page as its canonical URL, and no other rule finds a problem with that.',
    why: 'Search engines show the other page instead of this one.',
    remedy: 'Check that the two pages are duplicates.',
    reference: 'RFC 6596 3',
    examples: {
      bad: [
        {
          url: 'https://example.com/brooms?view=list',
          body: canonicalTo('https://example.com/brooms', '<p>All our brooms.'),
        },
        { url: 'https://example.com/brooms', body: canonicalTo('/brooms', '<p>All our brooms.') },
      ],
      good: [
        {
          url: 'https://example.com/brooms?view=list',
          body: canonicalTo('https://example.com/brooms?view=list', '<p>All our brooms.'),
        },
      ],
    },
    checkPage(page, record, site) {
      if (!namesAnother(page) || canonicalGraph(site).endless.has(page)) return [];
      if (isAmpVersion(page, site)) return [];
      for (const rule of MORE_EXACT) {
        for (const _ of rule.checkPage?.(page, record, site) ?? []) return [];
      }
      return targetIssue(page, record, {
        message: 'names another page as its canonical URL',
        cause: changeBetween(page.url, page.canonical.url),
      });
    },
  },
  {
    id: 'canonical/multiple',
    severity: 'warning',
    title: 'canonical URL declared more than once',
    condition: 'A page declares the same canonical URL more than once, in its head or in Link headers.',
    why: 'Two parts of the site write it; if only one of them changes, search engines ignore both.',
    remedy: 'Keep one declaration and remove the others.',
    reference: 'https://developers.google.com/search/blog/2013/04/5-common-mistakes-with-relcanonical',
    examples: {
      bad: [
        {
          url: 'https://example.com/',
          headers: { link: '<https://example.com/>; rel="canonical"' },
          body: canonicalTo('https://example.com/', '<p>All our brooms.'),
        },
      ],
      good: [
        {
          url: 'https://example.com/',
          headers: { link: '<https://example.com/brooms>; rel="next"' },
          body: canonicalTo('https://example.com/', '<p>All our brooms.'),
        },
      ],
    },
    checkPage(page, { canonicals }) {
      const declared = countedCanonicals(canonicals);
      // canonical/conflicting reports declarations that differ.
      if (page.canonical === null || declared.length < 2) return [];
      return declarationIssue(page, declared[1], {
        message: 'declares its canonical URL more than once',
        evidence: { target: page.canonical.url, declarations: declared.map(describeDeclaration) },
      });
    },
  },
  {
    id: 'canonical/conflicting',
    severity: 'error',
    title: 'conflicting canonical URLs',
    condition: 'A page declares two or more different canonical URLs, in its head or in Link headers.',
    why: 'Search engines ignore all of them.',
    remedy: 'Keep the correct canonical URL and remove the others.',
    reference: 'https://developers.google.com/search/blog/2013/04/5-common-mistakes-with-relcanonical',
    examples: {
      bad: [
        {
          url: 'https://example.com/a?sort=price',
          headers: { link: '<https://example.com/a?sort=price>; rel="canonical"' },
          body: canonicalTo('https://example.com/a', '<p>All our brooms.'),
        },
      ],
      good: [
        {
          url: 'https://example.com/a?sort=price',
          headers: { link: '<https://example.com/b>; rel="canonical"; anchor="https://example.com/b?sort=price"' },
          body: canonicalTo('https://example.com/a', '<p>All our brooms.'),
        },
      ],
    },
    checkPage(page, { canonicals }) {
      const declared = countedCanonicals(canonicals);
      if (page.canonical !== null || declared.length < 2) return [];
      const targets = [...new Set(declared.map(({ url }) => url ?? ''))];
      return declarationIssue(page, declared[1], {
        message: `declares ${targets.length} different canonical URLs`,
        evidence: { declarations: declared.map(describeDeclaration) },
        related: targets,
      });
    },
  },
];

/** An AMP version should name its page. */
function isAmpVersion({ key, canonical }: AuditPage, site: AuditSite): boolean {
  const named = canonical === null ? null : site.page(canonical.key);
  const amp = named === null ? null : (site.record(named)?.amp ?? null);
  return amp !== null && site.keys.key(amp) === key;
}

/** The place of a declaration and its href as written: `header https://example.com/a`, `head 12:5 /a`. */
function describeDeclaration({ where, line, column, href }: CanonicalDeclaration): string {
  return where === 'header' ? `header ${href}` : `${where} ${line}:${column} ${href}`;
}
