/** A union-find structure (Tarjan 1975) over the numbers from 0, in nearly linear time. */
export class Unions {
  readonly #parents: Int32Array;

  /** @param size how many numbers there are */
  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, number) => number);
  }

  /** The representative of a number's set, the same for all its numbers. */
  find(number: number): number {
    let root = number;
    for (let parent = this.#parent(root); parent !== root; parent = this.#parent(root)) {
      // Path halving.
      const above = this.#parent(parent);
      this.#parents[root] = above;
      root = above;
    }
    return root;
  }

  /** Merges the sets of two numbers. */
  join(a: number, b: number): void {
    this.#parents[this.find(a)] = this.find(b);
  }

  /** The sets with more than one number, each in ascending order: first the set with the least number. */
  sets(): readonly (readonly number[])[] {
    const sizes = new Int32Array(this.#parents.length);
    const roots = this.#parents.map((_, number) => this.find(number));
    for (const root of roots) sizes[root] = (sizes[root] ?? 0) + 1;
    const isShared = (number: number): boolean => (sizes[roots[number] ?? 0] ?? 0) > 1;
    const shared = [...roots.keys()].filter(isShared);
    return [...Map.groupBy(shared, (number) => roots[number]).values()];
  }

  #parent(number: number): number {
    return this.#parents[number] ?? number;
  }
}
