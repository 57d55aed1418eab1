/** Sets that grow together (Tarjan 1975): nearly linear, however they are joined. */
export class Unions<T> {
  readonly #parents = new Map<T, T>();

  /** One of the set, the same for all of it. */
  find(one: T): T {
    let root = one;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) {
      const above = this.#parents.get(parent);
      // Each look halves the way of the next one.
      if (above !== undefined) this.#parents.set(root, above);
      root = parent;
    }
    return root;
  }

  join(a: T, b: T): void {
    const [first, second] = [this.find(a), this.find(b)];
    if (first !== second) this.#parents.set(first, second);
  }
}
