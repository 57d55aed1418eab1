/** A union-find structure (Tarjan 1975), in nearly linear time. */
export class Unions<T> {
  readonly #parents = new Map<T, T>();

  /** The representative of an item's set, the same for all its items. */
  find(one: T): T {
    let root = one;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) {
      const above = this.#parents.get(parent);
      // Path halving.
      if (above !== undefined) this.#parents.set(root, above);
      root = parent;
    }
    return root;
  }

  /** Merges the sets of two items. */
  join(a: T, b: T): void {
    const [first, second] = [this.find(a), this.find(b)];
    if (first !== second) this.#parents.set(first, second);
  }

  /** The sets with more than one item. */
  sets(): readonly (readonly T[])[] {
    const sets = Map.groupBy(this.#parents.keys(), (item) => this.find(item));
    return Array.from(sets, ([root, items]) => [root, ...items]);
  }
}
