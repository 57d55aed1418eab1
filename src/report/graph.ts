/** An edge between two URLs. */
export interface Edge {
  /** The URL that leads to the other. */
  readonly from: string;
  /** The URL that it leads to. */
  readonly to: string;
  /** The style of the line. */
  readonly line: 'solid' | 'dashed' | 'dotted';
  /** The text next to the line; empty for none. */
  readonly label: string;
}

/** How many edges a graph may have: Graphviz takes minutes for more. */
export const MAX_EDGES = 10_000;

/**
 * Writes a graph in the DOT language.
 *
 * @returns a note for the user if edges were left out
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
  if (left > 0) await write(`  // left out: ${left} more\n`);
  await write('}\n');
  return left > 0 ? [`left out: ${left} aliases beyond the first ${MAX_EDGES}`] : [];
}

/**
 * Quotes a node or a label. Percent-encodes quotes and backslashes, which DOT interprets, and invisible characters;
 * escapes ampersands, which would start a character reference.
 */
function quoted(name: string): string {
  const text = name.toWellFormed().replace(/["\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, encodeURIComponent);
  return `"${text.replaceAll('&', '&amp;')}"`;
}
