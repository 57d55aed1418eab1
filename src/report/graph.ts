import type { ReportSink } from './format.ts';

/** An edge between two URLs. */
export interface Edge {
  /** The URL that leads to the other. */
  readonly from: string;
  /** The URL that it leads to. */
  readonly to: string;
  /** Why: `redirect`, `canonical`, or another reason. */
  readonly by: string | null;
  /** The status of a redirect. */
  readonly status: number | null;
  /** The text next to an edge with another reason; empty for none. */
  readonly label: string;
}

/** How many edges a graph may have: Graphviz takes minutes for more. */
export const MAX_EDGES = 10_000;

/** Writes a graph in the DOT language: redirects as solid lines, canonical URLs dashed, other reasons dotted. */
export async function writeGraph(
  name: string,
  edges: AsyncIterable<Edge> | Iterable<Edge>,
  { write, note }: Pick<ReportSink, 'write' | 'note'>,
): Promise<void> {
  let count = 0;
  await write(`digraph ${name} {\n  rankdir=LR;\n  node [shape=box];\n`);
  for await (const edge of edges) {
    if (++count > MAX_EDGES) continue;
    await write(`  ${quoted(edge.from)} -> ${quoted(edge.to)} [${attributesOf(edge).join(', ')}];\n`);
  }
  const left = count - MAX_EDGES;
  if (left > 0) await write(`  // left out: ${left} more\n`);
  await write('}\n');
  if (left > 0) note(`left out: ${left} aliases beyond the first ${MAX_EDGES}`);
}

function attributesOf({ by, status, label }: Edge): readonly string[] {
  if (by === 'redirect') return status === null ? [] : [`label=${quoted(String(status))}`];
  if (by === 'canonical') return ['style=dashed'];
  return ['style=dotted', ...(label === '' ? [] : [`label=${quoted(label)}`])];
}

/**
 * Quotes a node or a label. Percent-encodes quotes and backslashes, which DOT interprets, and invisible characters;
 * escapes ampersands, which would start a character reference.
 */
function quoted(name: string): string {
  const text = name.toWellFormed().replace(/["\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, encodeURIComponent);
  return `"${text.replaceAll('&', '&amp;')}"`;
}
