import { type Decision, decisionsOf, REASONS, type Reason } from './decision/decision.ts';
import type { Cluster, ClusterMember } from './report.ts';
import { nameOf } from './site/landing.ts';
import { type AuditPage, withoutFragment } from './site/page.ts';
import type { AuditSite } from './site/site.ts';
import { preferredUrl } from './site/spellings.ts';
import { namesAnother } from './site/target.ts';

/** How many members of a cluster to list. Findings report larger clusters anyway. */
const MAX_MEMBERS = 1000;

/** Groups URLs of the same page, including spellings. The largest clusters come first. */
export function clustersOf(site: AuditSite): readonly Cluster[] {
  const decisions = decisionsOf(site);
  const clusters = decisions.all.map((decision) => clusterOf(decision, site));
  for (const page of site.pages) {
    if (page.entry.spellings.length === 0 || decisions.of(page) !== null) continue;
    const own = cluster(preferredUrl(page, site), 'only', spellingsOf(page));
    if (own.size > 1) clusters.push(own);
  }
  return clusters.toSorted((a, b) => b.size - a.size);
}

function clusterOf(decision: Decision, site: AuditSite): Cluster {
  return cluster(decision.url, decision.reason, membersOf(decision, site));
}

function* membersOf({ url, key, pages }: Decision, site: AuditSite): Generator<ClusterMember> {
  for (const page of pages) {
    if (page.key !== key) yield memberOf(page, url, site);
    yield* spellingsOf(page);
  }
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

function memberOf(page: AuditPage, leader: string, site: AuditSite): ClusterMember {
  const { aliasBy, aliasOf, status, reason } = page.entry;
  const target = aliasOf === null ? null : site.page(aliasOf);
  const isCanonicalized = aliasBy === null && namesAnother(page);
  const by = aliasBy ?? (isCanonicalized ? 'canonical' : 'same-text');
  return {
    url: nameOf(page.entry),
    status,
    by,
    to: isCanonicalized ? page.canonical.url : (target?.url ?? leader),
    evidence: by === 'equivalence' ? reason : null,
    count: 1,
  };
}

/** The spellings of an entry. Those that differ only in their fragments are one row. */
function* spellingsOf({ entry, url: to }: AuditPage): Generator<ClusterMember> {
  const found = entry.spellings.filter(({ pass }) => pass !== null);
  for (const [first, ...others] of Map.groupBy(found, ({ url, pass }) => `${pass} ${withoutFragment(url)}`).values()) {
    if (first === undefined) continue;
    yield { url: first.url, status: null, by: 'spelling', to, evidence: first.pass, count: others.length + 1 };
  }
}
