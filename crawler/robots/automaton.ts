/** The node where a search begins. */
const ROOT = 0;
const NONE = -1;

/**
 * Finds all occurrences of many needles in one pass over a text (Aho and Corasick, 1975). It is a trie of the needles,
 * in which each node links to the node of its longest suffix.
 */
export class Automaton {
  /** The number of different needles. */
  size = 0;
  readonly #child: Int32Array;
  readonly #sibling: Int32Array;
  readonly #code: Uint8Array;
  readonly #fallback: Int32Array;
  /** The number of the node's own needle; after linking, of the longest needle that ends in the node. */
  readonly #found: Int32Array;
  /** For each needle, the longest other needle that is its suffix. */
  #shorter: Int32Array = new Int32Array(0);
  #nodes = 1;

  /** @param length the total length of all needles */
  constructor(length: number) {
    this.#child = new Int32Array(length + 1);
    this.#sibling = new Int32Array(length + 1);
    this.#code = new Uint8Array(length + 1);
    this.#fallback = new Int32Array(length + 1);
    this.#found = new Int32Array(length + 1).fill(NONE);
  }

  /**
   * Adds a needle in ASCII that is not empty.
   *
   * @returns its number, equal for equal needles
   */
  add(needle: string): number {
    let node = ROOT;
    for (let at = 0; at < needle.length; at++) node = this.#grow(node, needle.charCodeAt(at));
    let number = this.#found[node] ?? NONE;
    if (number === NONE) {
      number = this.size++;
      this.#found[node] = number;
    }
    return number;
  }

  /** Links the nodes, breadth first. Call this once, after adding the last needle. */
  link(): void {
    this.#shorter = new Int32Array(this.size).fill(NONE);
    const order = new Int32Array(this.#nodes);
    let end = 1;
    for (let at = 0; at < end; at++) {
      const node = order[at] ?? ROOT;
      const fallback = this.#fallback[node] ?? ROOT;
      for (let child = this.#child[node] ?? ROOT; child !== ROOT; child = this.#sibling[child] ?? ROOT) {
        if (node !== ROOT) this.#linkNode(child, this.next(fallback, this.#code[child] ?? 0));
        order[end++] = child;
      }
    }
  }

  /** The next node after one more character of the text. A search starts at 0. */
  next(node: number, code: number): number {
    let from = node;
    for (;;) {
      const child = this.#childOf(from, code);
      if (child !== ROOT || from === ROOT) return child;
      from = this.#fallback[from] ?? ROOT;
    }
  }

  /** The number of the longest needle that ends in the node; -1 if there is none. */
  found(node: number): number {
    return this.#found[node] ?? NONE;
  }

  /** The number of the next shorter needle that ends at the same place; -1 if there is none. */
  shorter(needle: number): number {
    return this.#shorter[needle] ?? NONE;
  }

  #linkNode(node: number, fallback: number): void {
    this.#fallback[node] = fallback;
    const own = this.found(node);
    if (own === NONE) this.#found[node] = this.found(fallback);
    else this.#shorter[own] = this.found(fallback);
  }

  #childOf(node: number, code: number): number {
    let child = this.#child[node] ?? ROOT;
    while (child !== ROOT && this.#code[child] !== code) child = this.#sibling[child] ?? ROOT;
    return child;
  }

  #grow(node: number, code: number): number {
    const known = this.#childOf(node, code);
    if (known !== ROOT) return known;
    const child = this.#nodes++;
    this.#code[child] = code;
    this.#sibling[child] = this.#child[node] ?? ROOT;
    this.#child[node] = child;
    return child;
  }
}
