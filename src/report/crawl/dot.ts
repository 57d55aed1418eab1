import type { Crawled, ReportEntry, ReportFormat } from '../format.ts';
import { type Edge, MAX_EDGES, writeGraph } from '../graph.ts';

export const dot: ReportFormat = {
  name: 'dot',
  summary: `aliases as a graph for Graphviz: redirects as solid lines, rel=canonical dashed, claims dotted; at most ${MAX_EDGES} edges`,
  write: (crawl, files) => writeGraph('aliases', aliases(crawl), files.write),
};

async function* aliases(crawl: Crawled): AsyncGenerator<Edge> {
  for await (const entry of crawl.entries()) {
    if (entry.aliasOf !== null) yield { from: entry.key, to: entry.aliasOf, ...lookOf(entry) };
  }
}

function lookOf({ aliasBy, status }: ReportEntry): Pick<Edge, 'line' | 'label'> {
  if (aliasBy === 'redirect') return { line: 'solid', label: String(status ?? '') };
  return { line: aliasBy === 'equivalence' ? 'dotted' : 'dashed', label: '' };
}
