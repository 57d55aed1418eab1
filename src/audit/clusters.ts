import { type Decision, decisionsOf, REASONS, type Reason } from './decision/decision.ts';
import type { Cluster, ClusterMember } from './report.ts';
import { nameOf } from './site/landing.ts';
import { type AuditPage, withoutFragment } from './site/page.ts';
import type { AuditSite } from './site/site.ts';
import { attributedPass, preferredUrl } from './site/spellings.ts';
import { namesAnother } from './site/target.ts';

/** How many members of a cluster to list. Findings report larger clusters anyway. */
const MAX_MEMBERS = 1000;

/** Groups URLs of the same page, including spellings. The largest clusters come first. */
export function clustersOf(site: AuditSite): readonly Cluster[] {
  const decisions = decisionsOf(site);
  const clusters = decisions.all.map((decision) => clusterOf(decision, site));
  for (const page of site.pages) {
    if (page.entry.spellings.length === 0 || decisions.of(page) !== null) continue;
    const url = preferredUrl(page, site);
    const own = cluster(url, 'only', spellingsOf(page, url, new Set([url]), site));
    if (own.size > 1) clusters.push(own);
  }
  return clusters.toSorted((a, b) => b.size - a.size);
}

function clusterOf(decision: Decision, site: AuditSite): Cluster {
  return cluster(decision.url, decision.reason, membersOf(decision, site));
}

function* membersOf(decision: Decision, site: AuditSite): Generator<ClusterMember> {
  // A URL may be the spelling of one entry, and the first URL of another that a claim merged with it.
  const names = new Set(decision.pages.map((page) => nameIn(decision, page)));
  for (const page of decision.pages) {
    if (page.key !== decision.key) yield memberOf(page, decision, site);
    yield* spellingsOf(page, nameIn(decision, page), names, site);
  }
}

/** The URL that stands for a page in its cluster. */
function nameIn({ url, key }: Decision, page: AuditPage): string {
  return page.key === key ? url : nameOf(page.entry);
}

function cluster(leader: string, reason: Reason, all: Iterable<ClusterMember>): Cluster {
  const members: ClusterMember[] = [];
  let size = 1;
  for (const member of all) {
    size += member.count;
    if (members.length < MAX_MEMBERS) members.push(member);
  }
  return { leader, reason: REASONS[reason], size, members };
}

function memberOf(page: AuditPage, decision: Decision, site: AuditSite): ClusterMember {
  const { aliasBy, aliasOf, status, reason } = page.entry;
  const isCanonicalized = aliasBy === null && namesAnother(page);
  const of = isCanonicalized ? page.canonical.key : aliasOf;
  const target = of === null ? null : site.page(of);
  const by = aliasBy ?? (isCanonicalized ? 'canonical' : 'same-text');
  return {
    url: nameOf(page.entry),
    status,
    by,
    to: target === null ? (isCanonicalized ? page.canonical.url : decision.url) : nameIn(decision, target),
    evidence: by === 'equivalence' ? reason : null,
    count: 1,
  };
}

/**
 * The spellings of an entry, with its first URL if another one stands for it. Those that differ only in their fragments are
 * one row.
 *
 * @param to the URL that stands for the entry
 * @param names the URLs that stand for entries of the cluster
 */
function* spellingsOf(
  { entry }: AuditPage,
  to: string,
  names: ReadonlySet<string>,
  site: AuditSite,
): Generator<ClusterMember> {
  const first = nameOf(entry);
  const own = first === to ? [] : [{ url: first, pass: attributedPass(first, site) ?? 'unknown' }];
  const found = [...own, ...entry.spellings].filter(({ url, pass }) => pass !== null && !names.has(url));
  for (const [shown, ...others] of Map.groupBy(found, ({ url, pass }) => `${pass} ${withoutFragment(url)}`).values()) {
    if (shown === undefined) continue;
    yield { url: shown.url, status: null, by: 'spelling', to, evidence: shown.pass, count: others.length + 1 };
  }
}
