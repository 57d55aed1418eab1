import type { Cluster, ClusterMember } from './report.ts';
import type { AuditPage } from './site/page.ts';
import type { AuditSite } from './site/site.ts';

/** Shorter texts are often equal by accident: "Loading …". */
const MIN_WORDS = 10;
/** How many members of a cluster to list. Findings report larger clusters anyway. */
const MAX_MEMBERS = 1000;
/** How many aliases in a row to follow. */
const MAX_STEPS = 100;

interface Draft {
  readonly leader: AuditPage;
  readonly members: ClusterMember[];
}

/** The leader of each page's cluster, by redirects, canonical URLs, claims and equal texts. */
export function leadersOf(site: AuditSite): ReadonlyMap<AuditPage, AuditPage> {
  const leaders = new Map<AuditPage, AuditPage>();
  for (const page of site.pages) leaders.set(page, leaderOf(page, site));
  joinSameTexts(leaders, site);
  return leaders;
}

/** Groups URLs of the same page, including spellings. The clusters with the most members come first. */
export function clustersOf(leaders: ReturnType<typeof leadersOf>, site: AuditSite): readonly Cluster[] {
  const drafts = new Map<AuditPage, Draft>();
  for (const [page, leader] of leaders) {
    const draft = drafts.get(leader) ?? { leader, members: [] };
    drafts.set(leader, draft);
    for (const member of membersOf(page, leader, site)) {
      if (draft.members.length < MAX_MEMBERS) draft.members.push(member);
    }
  }
  return [...drafts.values()]
    .filter(({ members }) => members.length > 0)
    .toSorted((a, b) => b.members.length - a.members.length || a.leader.entry.id - b.leader.entry.id)
    .map(({ leader, members }) => ({ leader: leader.url, members }));
}

/** The end of a chain of aliases; the entry itself if it is not an alias, or if the aliases form a loop. */
function leaderOf(page: AuditPage, site: AuditSite): AuditPage {
  let leader = page;
  for (let steps = 0; leader.entry.aliasOf !== null; steps++) {
    const next = site.page(leader.entry.aliasOf);
    if (next === null || next === page || steps === MAX_STEPS) return page;
    // A canonical URL may have another scheme, such as the file: of a generator.
    if (!/^https?:/i.test(next.url)) return leader;
    leader = next;
  }
  return leader;
}

/** Joins pages with equal texts. The page with the most inlinks leads. */
function joinSameTexts(leaders: Map<AuditPage, AuditPage>, site: AuditSite): void {
  const pages = [...new Set(leaders.values())].filter(
    ({ isPage, text, words }) => isPage && text !== null && words >= MIN_WORDS,
  );
  const stand = new Map<AuditPage, AuditPage>();
  for (const same of Map.groupBy(pages, ({ text }) => text).values()) {
    const [first, ...others] = same.toSorted((a, b) => site.inlinks(b) - site.inlinks(a) || a.entry.id - b.entry.id);
    for (const other of others) if (first !== undefined) stand.set(other, first);
  }
  for (const [page, leader] of leaders) {
    const joined = stand.get(leader);
    if (joined !== undefined) leaders.set(page, joined);
  }
}

/** The entry, unless it is the leader, and its spellings. */
function* membersOf(page: AuditPage, leader: AuditPage, site: AuditSite): Generator<ClusterMember> {
  const { aliasBy, aliasOf, status, spellings, reason } = page.entry;
  const target = aliasOf === null ? null : site.page(aliasOf);
  if (page !== leader) {
    const by = aliasBy ?? 'same-text';
    yield {
      url: page.entry.url,
      status,
      by,
      to: (target ?? leader).url,
      evidence: by === 'equivalence' ? reason : null,
    };
  }
  for (const { url, pass } of spellings) {
    if (pass !== null) yield { url, status: null, by: 'spelling', to: page.url, evidence: pass };
  }
}
