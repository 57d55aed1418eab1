import type { AuditReport, ClusterMember } from '../../audit/report.ts';
import { type Edge, MAX_EDGES, writeGraph } from '../graph.ts';
import type { AuditFormat } from './format.ts';

export const dot: AuditFormat = {
  name: 'dot',
  summary: `clusters as a graph for Graphviz: redirects as solid lines, rel=canonical dashed, duplicates dotted; at most ${MAX_EDGES} edges`,
  write: async (report, sink) => (await writeGraph('clusters', members(report), sink.write)).forEach(sink.note),
};

/** Leaves out spellings: a page may have thousands. */
function* members({ clusters }: AuditReport): Generator<Edge> {
  for (const cluster of clusters) {
    for (const member of cluster.members)
      if (member.by !== 'spelling') yield { from: member.url, to: member.to, ...lookOf(member) };
  }
}

function lookOf({ by, status }: ClusterMember): Pick<Edge, 'line' | 'label'> {
  if (by === 'redirect') return { line: 'solid', label: String(status ?? '') };
  return by === 'canonical' ? { line: 'dashed', label: '' } : { line: 'dotted', label: by };
}
