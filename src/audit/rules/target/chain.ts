import { soundStep } from '../../decision/declared.ts';
import type { Issue } from '../../finding.ts';
import type { Rule } from '../../rule.ts';
import { isDowngrade } from '../../site/address.ts';
import { type Cycle, canonicalGraph } from '../../site/canonical-graph.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { isUnwanted, leadsBack, passesUnder } from '../../site/spellings.ts';
import { canonicalEnd, canonicalTarget, namesAnother } from '../../site/target.ts';
import { changeBetween } from '../../site/template.ts';
import { canonicalTo } from '../example-pages.ts';
import { targetIssue } from '../issues.ts';

/** How many declarations to follow to the end of a chain. */
const MAX_HOPS = 10;

const REDIRECTS_BACK = 'names a canonical URL that redirects back to it';

export const CHAIN_RULES: readonly Rule[] = [
  {
    id: 'target/chain',
    severity: 'warning',
    title: 'chain of canonical URLs',
    condition:
      'The canonical URL of a page names a third page as its own canonical URL. Declarations that another rule asks to change do not count, such as that of an error page or of a page with other text.',
    why: 'Search engines may stop at any page of the chain.',
    remedy: 'Name the last page of the chain directly.',
    reference: 'RFC 6596 3',
    examples: {
      bad: [
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/b') },
        { url: 'https://example.com/b', body: canonicalTo('https://example.com/c') },
        { url: 'https://example.com/c', body: canonicalTo('https://example.com/c') },
      ],
      good: [
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/c') },
        { url: 'https://example.com/c', body: canonicalTo('https://example.com/c') },
      ],
    },
    checkPage(page, record, site) {
      // target/loop reports chains that end in a loop, and target/redirect canonical URLs that redirect.
      if (canonicalTarget(page, site)?.isPage !== true || canonicalGraph(site).endless.has(page)) return [];
      const path = declaredPath(page, site);
      if (path.length <= 2) return [];
      const steps = path.length - 1;
      const declared = path.at(-1) ?? '';
      const last = site.pageAt(declared);
      const { chain, url } = last === null ? { chain: [], url: declared } : site.end(last);
      return targetIssue(page, record, {
        message: 'names a canonical URL that names another one',
        evidence: { steps, end: steps < MAX_HOPS ? (chain.length > 1 ? url : declared) : null },
        related: path,
      });
    },
  },
  {
    id: 'target/loop',
    severity: 'error',
    title: 'loop of canonical URLs',
    condition: 'Pages name each other as their canonical URLs, in a loop.',
    why: 'No page is canonical, so search engines ignore the declarations.',
    remedy: 'Choose one page, and have all of them name it, including the page itself.',
    reference: 'RFC 6596 3',
    examples: {
      bad: [
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/b') },
        { url: 'https://example.com/b', body: canonicalTo('https://example.com/c') },
        { url: 'https://example.com/c', body: canonicalTo('https://example.com/a') },
      ],
      good: [
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/b') },
        { url: 'https://example.com/b', body: canonicalTo('https://example.com/c') },
        { url: 'https://example.com/c', body: canonicalTo('https://example.com/c') },
      ],
    },
    checkSite: (site) => cycleIssues('canonical', 'is part of a loop of canonical URLs', site),
  },
  {
    id: 'target/mixed-loop',
    severity: 'error',
    title: 'canonical URL redirects back',
    condition:
      'The canonical URL of a page redirects back to the page, directly or through other URLs. target/downgrade reports an https page that names an http URL.',
    why: 'The declaration and the redirect contradict each other, and search engines may follow either one.',
    remedy: 'Have the page name itself, or reverse the redirect.',
    reference: 'RFC 6596 3',
    examples: {
      bad: [
        { url: 'https://example.com/b', status: 301, headers: { location: 'https://example.com/a' } },
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/b') },
      ],
      good: [
        { url: 'https://example.com/b', status: 301, headers: { location: 'https://example.com/a' } },
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
      ],
    },
    checkPage(page, record, site) {
      return namesUrlThatLeadsBack(page, site) ? targetIssue(page, record, { message: REDIRECTS_BACK }) : [];
    },
    checkSite: (site) => cycleIssues('mixed', REDIRECTS_BACK, site),
  },
];

/** The URLs from the page along its declarations, as far as they are sound, at most `MAX_HOPS` hops. */
function declaredPath(start: AuditPage, site: AuditSite): readonly string[] {
  const path = [start.url];
  for (let page: AuditPage | null = start; page !== null && path.length <= MAX_HOPS; ) {
    if (!namesAnother(page) || soundStep(page, site) === null) break;
    path.push(page.canonical.url);
    page = canonicalEnd(page, site);
  }
  return path;
}

/** Whether an https page names an http URL that redirects back to it. Nobody should reverse such a redirect. */
export function leadsBackFromHttp(page: AuditPage, site: AuditSite): boolean {
  return page.canonical !== null && isDowngrade(page.key, page.canonical.key) && canonicalEnd(page, site) === page;
}

/**
 * Whether a page names another URL of its own key that redirects to it. The crawl does not fetch most of these URLs. A page
 * whose URL got a session id or tracking parameters from the redirect rightly names the URL without them.
 */
export function namesUrlThatLeadsBack(page: AuditPage, site: AuditSite): boolean {
  const { key, url, canonical } = page;
  if (canonical === null || canonical.isSelf || canonical.key !== key || isDowngrade(url, canonical.url)) return false;
  return page.isPage && leadsBack(canonical.url, page, site) && !isUnwanted(passesUnder(site)(url));
}

/** How many URLs of a loop a finding names. */
const MAX_RELATED = 10;

/** Reports each loop of a kind once, on its first page. */
function* cycleIssues(kind: Cycle['kind'], message: string, site: AuditSite): Generator<Issue> {
  for (const { kind: is, pages } of canonicalGraph(site).cycles) {
    const [first] = pages;
    if (is !== kind || first === undefined || leadsBackFromHttp(first, site)) continue;
    const related = pages.slice(0, MAX_RELATED).map(({ url }) => url);
    yield {
      key: first.key,
      message,
      ...(first.canonical !== null && { cause: changeBetween(first.url, first.canonical.url) }),
      evidence: { target: first.canonical?.url ?? null, length: pages.length },
      related,
    };
  }
}
