import type { Finding } from '../../../../audit/finding.ts';
import type { Cluster, EntryRow, SitemapRow } from '../../../../audit/report.ts';
import type { Evidence } from '../../../../evidence/evidence.ts';
import { isComplete, lists } from '../data.ts';

/** All that the report knows about one URL. */
export interface Known {
  /** Null if the URL is only a spelling, or unknown. */
  readonly entry: EntryRow | null;
  readonly findings: readonly Finding[];
  readonly cluster: Cluster | null;
  readonly listings: readonly SitemapRow[];
  readonly evidence: readonly Evidence[];
}

interface Indexes {
  readonly entries: ReadonlyMap<string, EntryRow>;
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  readonly clusters: ReadonlyMap<string, Cluster>;
}

let made: Indexes | null = null;

/** @param url as found, a key or a spelling */
export function knownOf(url: string): Known {
  const { entries, findings, clusters } = indexes();
  const cluster = clusters.get(url) ?? null;
  const spelled = cluster?.members.find((member) => member.url === url && member.by === 'spelling');
  const entry = entries.get(url) ?? entries.get(spelled?.to ?? '') ?? null;
  const names = new Set([url, entry?.url, entry?.key]);
  return {
    entry,
    findings: findings.get(entry?.key ?? '') ?? findings.get(url) ?? [],
    cluster: cluster ?? clusters.get(entry?.url ?? '') ?? clusters.get(entry?.key ?? '') ?? null,
    listings: lists.sitemap.filter((row) => names.has(row.url)),
    evidence: lists.claims.flatMap((claim) =>
      claim.evidence.filter((one) => names.has(one.url ?? '') || names.has(one.page ?? '')),
    ),
  };
}

/** Made once all data are read: until then, anew for each question. */
function indexes(): Indexes {
  if (made !== null) return made;
  const fresh = {
    // The URL of one entry may be the key of another: URLs win.
    entries: new Map([
      ...lists.entries.map((row) => [row.key, row] as const),
      ...lists.entries.map((row) => [row.url, row] as const),
    ]),
    findings: Map.groupBy(lists.findings, ({ key }): string => key),
    clusters: new Map(
      lists.clusters.flatMap((cluster) =>
        [cluster.leader, ...cluster.members.map(({ url }) => url)].map((url) => [url, cluster] as const),
      ),
    ),
  };
  if (isComplete()) made = fresh;
  return fresh;
}
