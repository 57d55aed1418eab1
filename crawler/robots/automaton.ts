/**
 * Finds all occurrences of many needles in one pass over a text (Aho and Corasick, 1975). It is a trie of the needles,
 * in which each node links to the node of its longest suffix.
 */
export class Automaton {
  readonly #root = new Node(0, null);

  /** @param needles texts that are not empty */
  constructor(needles: readonly string[]) {
    for (const needle of needles) {
      let node = this.#root;
      for (let at = 0; at < needle.length; at++) node = node.grow(needle.charCodeAt(at));
      node.needle = needle;
    }
    this.#link();
  }

  /** The indexes at which each needle starts in the text, in ascending order. Needles without any are missing. */
  startsIn(text: string): ReadonlyMap<string, readonly number[]> {
    const starts = new Map<string, number[]>();
    let node = this.#root;
    for (let at = 0; at < text.length; at++) {
      node = this.#next(node, text.charCodeAt(at));
      for (let end = node.longest; end !== null; end = end.fallback?.longest ?? null) {
        const needle = end.needle ?? '';
        const known = starts.get(needle);
        if (known === undefined) starts.set(needle, [at + 1 - needle.length]);
        else known.push(at + 1 - needle.length);
      }
    }
    return starts;
  }

  /** Links the nodes, breadth first. */
  #link(): void {
    const nodes = [this.#root];
    for (const node of nodes) {
      for (let child = node.child; child !== null; child = child.sibling) {
        child.fallback = this.#next(node.fallback, child.code);
        child.longest = child.needle === null ? child.fallback.longest : child;
        nodes.push(child);
      }
    }
  }

  /** The node after one more character of the text; the root if no needle goes on like this. */
  #next(node: Node | null, code: number): Node {
    for (let from = node; from !== null; from = from.fallback) {
      const child = from.find(code);
      if (child !== null) return child;
    }
    return this.#root;
  }
}

/** Stands for a text with which a needle starts. */
class Node {
  /** The last character of the text. */
  readonly code: number;
  /** Children are a list: the first one, then its siblings. A map for each node would take three times the memory. */
  child: Node | null = null;
  readonly sibling: Node | null;
  /** The node of the longest suffix of the text; null for the root. */
  fallback: Node | null = null;
  /** The text, if it is a needle. */
  needle: string | null = null;
  /** The node of the longest needle that the text ends with: this one, or one among the fallbacks. */
  longest: Node | null = null;

  constructor(code: number, sibling: Node | null) {
    this.code = code;
    this.sibling = sibling;
  }

  find(code: number): Node | null {
    let child = this.child;
    while (child !== null && child.code !== code) child = child.sibling;
    return child;
  }

  grow(code: number): Node {
    return this.find(code) ?? (this.child = new Node(code, this.child));
  }
}
