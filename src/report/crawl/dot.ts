import type { Crawled, ReportFormat } from '../format.ts';
import { type Edge, MAX_EDGES, writeGraph } from '../graph.ts';

export const dot: ReportFormat = {
  name: 'dot',
  summary: `aliases as a graph for Graphviz: redirects as solid lines, rel=canonical dashed, claims dotted; at most ${MAX_EDGES} edges`,
  write: (crawl, sink) => writeGraph('aliases', aliases(crawl), sink),
};

async function* aliases(crawl: Crawled): AsyncGenerator<Edge> {
  for await (const { key, aliasOf, aliasBy, status } of crawl.entries()) {
    if (aliasOf !== null) yield { from: key, to: aliasOf, by: aliasBy, status, label: '' };
  }
}
