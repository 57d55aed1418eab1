import type { AuditReport, ClusterMember } from '../../audit/report.ts';
import { type Edge, MAX_EDGES, writeGraph } from '../graph.ts';
import type { AuditFormat } from './format.ts';

export const dot: AuditFormat = {
  name: 'dot',
  summary: `what leads to which page, as a graph for Graphviz: redirects as lines, rel=canonical dashed, what is shown twice dotted; at most ${MAX_EDGES}`,
  write: async (report, sink) => (await writeGraph('clusters', members(report), sink.write)).forEach(sink.note),
};

/** Without the spellings, of which a page may have thousands: links to its parts are some. */
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
