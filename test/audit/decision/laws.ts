import { decisionsOf } from '../../../src/audit/decision/decision.ts';
import type { Finding } from '../../../src/audit/finding.ts';
import type { AuditPage } from '../../../src/audit/site/page.ts';
import type { AuditSite } from '../../../src/audit/site/site.ts';
import { type Advice, adviceFor, followed, type RandomSite } from './random-sites.ts';

/** How the advice of an audit for a site contradicts itself; empty if it does not. */
export async function contradictions(site: RandomSite): Promise<readonly string[]> {
  const advice = await adviceFor(site);
  const again = await adviceFor(followed(site, advice));
  return [...amongRedirects(advice), ...amongFindings(advice), ...inSitemap(advice), ...afterwards(advice, again)].map(
    (text) => `site ${site.seed}: ${text}`,
  );
}

function* amongRedirects({ redirects, site, findings }: Advice): Generator<string> {
  const sources = new Set(redirects.map(({ from }) => from));
  if (sources.size < redirects.length) yield 'a URL has two redirects';
  for (const { from, to } of redirects) {
    const [own, target] = [site.pageAt(from), site.pageAt(to)];
    if (from.startsWith('https:') && to.startsWith('http:')) yield `${from} leads to http`;
    if (sources.has(to)) yield `${from} leads to ${to}, which is to redirect itself`;
    if (own?.canonical) yield `${from} is to redirect, but declares ${own.canonical.url}`;
    if (own?.isPage && target?.canonical && target.canonical.key !== target.key)
      yield `${from} leads to ${to}, which names another`;
    if (target?.entry.aliasBy === 'redirect') yield `${from} leads to ${to}, which redirects`;
    const leader = findings.find(({ rule, url }) => url === from && rule.startsWith('dup/'))?.evidence['leader'];
    if (leader !== undefined && leader !== to) yield `${from} leads to ${to}, but a finding prefers ${String(leader)}`;
  }
}

function* amongFindings({ findings, redirects }: Advice): Generator<string> {
  const preferred = new Map<string, string>();
  const sources = new Map(redirects.map(({ from, to }) => [from, to]));
  for (const finding of findings) {
    const leader = leaderIn(finding);
    if (leader === null) continue;
    const known = preferred.get(finding.url) ?? leader;
    preferred.set(finding.url, leader);
    if (known !== leader) yield `findings prefer ${known} and ${leader} to ${finding.url}`;
    if (sources.has(leader)) yield `${finding.rule} prefers ${leader}, which is to redirect`;
    if (finding.url.startsWith('https:') && leader.startsWith('http:') && finding.rule === 'dup/scheme')
      yield `dup/scheme prefers ${leader}`;
  }
  for (const [url, leader] of preferred) {
    const back = preferred.get(leader);
    if (back !== undefined && back !== leader) yield `${url} is to become ${leader}, and that ${back}`;
  }
}

function leaderIn({ rule, url, evidence }: Finding): string | null {
  const leader = evidence['leader'];
  return typeof leader !== 'string' || leader === url || rule === 'links/mixed' ? null : leader;
}

function* inSitemap({ sitemap, findings, redirects, site }: Advice): Generator<string> {
  const listed = new Set(sitemap);
  for (const finding of findings) {
    if (leaderIn(finding) !== null && listed.has(finding.url) && finding.rule !== 'redirect/to-noncanonical')
      yield `the sitemap lists ${finding.url}, which ${finding.message}`;
    if (['page/soft-404', 'canonical/conflicting'].includes(finding.rule) && listed.has(finding.url))
      yield `the sitemap lists ${finding.url}, which ${finding.message}`;
  }
  for (const { from } of redirects) if (listed.has(from)) yield `the sitemap lists ${from}, which is to redirect`;
  for (const url of listed) if (!mayBeListed(site.pageAt(url), site)) yield `the sitemap lists ${url}`;
}

/** A page that can be indexed, or could if it did not name another URL of its own. */
function mayBeListed(page: AuditPage | null, site: AuditSite): boolean {
  if (page === null || page.isIndexable) return page !== null;
  const named = page.allowsIndexing && page.canonical !== null ? site.page(page.canonical.key) : null;
  return named !== null && decisionsOf(site).of(named) === decisionsOf(site).of(page);
}

function* afterwards(before: Advice, after: Advice): Generator<string> {
  const known = new Set(before.findings.map(({ fingerprint }) => fingerprint));
  for (const { rule, url, fingerprint, message } of after.findings) {
    if (!known.has(fingerprint)) yield `new: ${rule} ${url} ${message}`;
  }
  if (before.redirects.length > 0 && pagesIn(after) >= pagesIn(before)) yield 'not fewer findings';
  if (after.redirects.length > 0) yield `still to redirect: ${after.redirects.map(({ from }) => from).join(' ')}`;
  if (after.findings.some(({ rule }) => rule.startsWith('sitemap/'))) yield 'the suggested sitemap has findings';
}

/** How many pages findings are about. One about several pages of the same text may remain for some of them. */
function pagesIn({ findings }: Advice): number {
  return findings.reduce((sum, { evidence: { pages } }) => sum + (typeof pages === 'number' ? pages : 1), 0);
}
