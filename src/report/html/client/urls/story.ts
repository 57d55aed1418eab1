import type { Finding } from '../../../../audit/finding.ts';
import type { Cluster, EntryRow, SitemapRow } from '../../../../audit/report.ts';
import { counted } from '../../../../text/number.ts';
import { clusterGraph, urlsIn, wayOf } from '../clusters/cluster-graph.ts';
import { copyButton } from '../copy.ts';
import { isComplete, lists, ruleOf } from '../data.ts';
import { type Child, div, el, type Fact, facts, paragraph, urlList } from '../dom.ts';
import { evidence } from '../findings/finding-detail.ts';
import { observation } from '../ledger.ts';
import { hrefOf } from '../route.ts';
import { addressOf, storyLink, storyOf } from '../story-link.ts';
import { foreign, linkedUrl, plainUrl, severityMark, spaced, statusCode } from '../text.ts';
import { type Known, knownOf } from './known.ts';

/** Findings and pieces of evidence that a story tells, and URLs that it lists. */
const MAX_TOLD = 50;
const MAX_LISTED = 20;

/** The whole story of one URL: where it was found, what answered, what it is one with and what is wrong with it. */
export function story(url: string): HTMLElement {
  const known = knownOf(url);
  return el(
    'article',
    { class: 'story' },
    paragraph('back', el('a', { href: hrefOf({ tab: 'urls' }) }, 'All URLs')),
    el('h3', {}, plainUrl(url)),
    div(
      'toolbar',
      el('span', {}, openLink(url)),
      copyButton('Copy URL', url),
      copyButton('Copy link to this view', new URL(storyOf(url), location.href).href),
    ),
    ...(isComplete() && isKnown(known) ? chapters(url, known) : [paragraph('empty', ignorance())]),
  );
}

function openLink(url: string): Child {
  const link = linkedUrl(url);
  if (link instanceof HTMLAnchorElement) link.textContent = 'Open the page';
  return link;
}

function isKnown({ entry, cluster, findings }: Known): boolean {
  return entry !== null || cluster !== null || findings.length > 0;
}

function ignorance(): string {
  return isComplete() ? 'This URL is not in the report.' : 'The report is being read.';
}

function chapters(url: string, known: Known): readonly HTMLElement[] {
  const { entry, cluster, findings, listings, evidence: seen } = known;
  return [
    div(
      'cards',
      ...(entry === null ? [] : [found(entry, findings, listings), answer(entry), names(url, entry)]),
      clusterCard(url, cluster),
    ),
    chapter(
      counted(findings.length, 'finding'),
      'wide',
      ...findings.slice(0, MAX_TOLD).map(told),
      ...(findings.length === 0 ? [paragraph('none', 'Nothing is wrong with this URL.')] : []),
    ),
    ...(seen.length === 0
      ? []
      : [chapter('Evidence', 'wide', el('ol', { class: 'evidence' }, ...seen.slice(0, MAX_TOLD).map(observation)))]),
  ];
}

function chapter(title: string, width: string, ...content: readonly Child[]): HTMLElement {
  return el('section', { class: `card ${width}` }, el('h4', {}, title), ...content);
}

function found(entry: EntryRow, findings: readonly Finding[], listings: readonly SitemapRow[]): HTMLElement {
  const { source, foundOn, depth, inlinks } = entry;
  const referrers = findings.find(({ page }) => page.referrers.length > 0)?.page.referrers ?? [];
  return chapter(
    'Found',
    'third',
    facts([
      ['as', spaced(source)],
      ['on', foundOn === null ? null : storyLink(foundOn, entry.url)],
      ['depth', `${counted(depth, 'link')} from a seed`],
      ['linked from', inlinks === 0 ? 'no other page' : counted(inlinks, 'page')],
      ['such as', referrers.length === 0 ? null : stories(referrers, entry.url)],
      ['in sitemaps', listings.length === 0 ? null : stories([...new Set(listings.map(({ sitemap }) => sitemap))], '')],
    ]),
  );
}

function answer({ url, state, status, reason, indexable, redirects }: EntryRow): HTMLElement {
  const means = lists.skipped.find((row) => state === 'skipped' && row.reason === reason)?.means;
  const why: readonly Fact[] = reason === null ? [] : [['reason', foreign(means ?? spaced(reason))]];
  return chapter(
    'Answer',
    'third',
    facts([
      ['state', foreign(state)],
      ['status', statusCode(status)],
      ...why,
      ['redirects to', redirects.length === 0 ? null : stories(redirects, url)],
      ['indexable', indexable ? 'yes' : 'no'],
    ]),
  );
}

function names(url: string, entry: EntryRow): HTMLElement {
  const { key, passes, canonical } = entry;
  return chapter(
    'Key and canonical URL',
    'third',
    facts([
      ['first found as', entry.url === url ? null : storyLink(entry.url)],
      ['key', plainUrl(key)],
      ['passes', passes.length === 0 ? null : passes.join(', ')],
      ['canonical', canonical === null ? 'none that counts' : canonicalOf(canonical, entry.url)],
    ]),
  );
}

function canonicalOf(canonical: string, url: string): Child {
  return canonical === url ? 'itself' : storyLink(canonical, url);
}

function clusterCard(url: string, cluster: Cluster | null): HTMLElement {
  if (cluster === null) return chapter('Cluster', 'wide', paragraph('none', loneliness()));
  const { leader, reason, members, size } = cluster;
  const own = members.find((member) => member.url === url);
  const others = members.flatMap((member) => (member === own ? [] : [member.url]));
  return chapter(
    'Cluster',
    'wide',
    facts([
      ['preferred URL', leader === url ? 'this one' : storyLink(leader, url)],
      ['because', foreign(reason)],
      ['same page by', own === undefined ? null : wayOf(own.by)],
      ['leads to', own === undefined ? null : storyLink(own.to, url)],
      ['evidence', own?.evidence ? foreign(own.evidence) : null],
      ['others', others.length === 0 ? null : stories(others, url)],
    ]),
    clusterGraph(leader, members),
    paragraph(
      'note',
      el('a', { href: hrefOf({ tab: 'clusters', q: leader }) }, `The cluster of ${counted(size, 'URL')}`),
    ),
  );
}

/** The report lists only a part of a very large cluster. */
function loneliness(): string {
  const only = 'It is the only URL of its page';
  const areAllListed = lists.clusters.every(({ size, members }) => size === 1 + urlsIn(members));
  return areAllListed ? `${only}.` : `${only}, or one of a page with more URLs than this report lists.`;
}

function told(finding: Finding): HTMLElement {
  const { rule, severity, message } = finding;
  const text = ruleOf(rule);
  return div(
    'told',
    paragraph(
      'what',
      el('a', { href: addressOf(finding) }, severityMark(severity, foreign(text?.title ?? rule))),
      ' ',
      el('code', {}, foreign(rule)),
    ),
    paragraph('', foreign(message)),
    evidence(finding),
    text === null ? null : paragraph('note', foreign(text.remedy)),
  );
}

function stories(all: readonly string[], base: string): HTMLElement {
  return urlList(all.slice(0, MAX_LISTED), (one) => storyLink(one, base));
}
