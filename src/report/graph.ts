/** One URL that leads to another. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly line: 'solid' | 'dashed' | 'dotted';
  /** Stands beside the line. */
  readonly label: string;
}

/** Graphviz takes minutes for more. */
export const MAX_EDGES = 10_000;

/**
 * Writes a graph in the DOT language.
 *
 * @returns what is to be said of it
 */
export async function writeGraph(
  name: string,
  edges: AsyncIterable<Edge> | Iterable<Edge>,
  write: (text: string) => Promise<void>,
): Promise<readonly string[]> {
  let count = 0;
  await write(`digraph ${name} {\n  rankdir=LR;\n  node [shape=box];\n`);
  for await (const { from, to, line, label } of edges) {
    if (++count > MAX_EDGES) continue;
    const attributes = [
      ...(line === 'solid' ? [] : [`style=${line}`]),
      ...(label === '' ? [] : [`label=${quoted(label)}`]),
    ];
    await write(`  ${quoted(from)} -> ${quoted(to)} [${attributes.join(', ')}];\n`);
  }
  const left = count - MAX_EDGES;
  if (left > 0) await write(`  // ${left} more are left out\n`);
  await write('}\n');
  return left > 0 ? [`left out: ${left} aliases beyond the first ${MAX_EDGES}`] : [];
}

/**
 * A node, which is its own label, or the label of an edge. A quote and a backslash, which the language and labels read
 * as their own, are percent-encoded, and so is what cannot be seen; an ampersand would start a character reference.
 */
function quoted(name: string): string {
  const text = name.toWellFormed().replace(/["\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, encodeURIComponent);
  return `"${text.replaceAll('&', '&amp;')}"`;
}
