import type { AuditReport } from '../../audit/report.ts';
import { type Edge, MAX_EDGES, writeGraph } from '../graph.ts';
import type { AuditFormat } from './format.ts';

export const dot: AuditFormat = {
  name: 'dot',
  summary: `clusters as a graph for Graphviz: redirects as solid lines, rel=canonical dashed, duplicates dotted; at most ${MAX_EDGES} edges`,
  write: (report, sink) => writeGraph('clusters', members(report), sink),
};

/** Leaves out spellings: a page may have thousands. */
function* members({ clusters }: AuditReport): Generator<Edge> {
  for (const cluster of clusters) {
    for (const { url, to, by, status } of cluster.members) {
      if (by !== 'spelling') yield { from: url, to, by, status, label: by };
    }
  }
}
