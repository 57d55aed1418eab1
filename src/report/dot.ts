import type { ReportEntry, ReportFormat } from './format.ts';

/** Graphviz takes minutes for more. */
const MAX_EDGES = 10_000;

export const dot: ReportFormat = {
  name: 'dot',
  summary: `what is an alias of what, as a graph for Graphviz: redirects as lines, rel=canonical dashed, claims dotted; at most ${MAX_EDGES}`,
  write: async (crawl, files) => {
    let edges = 0;
    await files.write('digraph aliases {\n  rankdir=LR;\n  node [shape=box];\n');
    for await (const entry of crawl.entries()) {
      if (entry.aliasOf === null || ++edges > MAX_EDGES) continue;
      await files.write(`  ${quoted(entry.key)} -> ${quoted(entry.aliasOf)} [${styleOf(entry)}];\n`);
    }
    const left = edges - MAX_EDGES;
    if (left > 0) await files.write(`  // ${left} more are left out\n`);
    await files.write('}\n');
    return left > 0 ? [`left out: ${left} aliases beyond the first ${MAX_EDGES}`] : [];
  },
};

function styleOf({ aliasBy, status }: ReportEntry): string {
  if (aliasBy === 'redirect') return `label="${status ?? ''}"`;
  return aliasBy === 'equivalence' ? 'style=dotted' : 'style=dashed';
}

/**
 * A key as a node, which is its own label. A quote and a backslash, which the language and labels read as their own, are
 * percent-encoded; an ampersand would start a character reference.
 */
function quoted(key: string): string {
  return `"${key.replaceAll('"', '%22').replaceAll('\\', '%5C').replaceAll('&', '&amp;')}"`;
}
