import { IntColumn } from './column.ts';

/** A union-find structure (Tarjan 1975) over the numbers from 0, in nearly linear time. */
export class Unions {
  readonly #parents = new IntColumn();

  /** @param size how many numbers there are at first */
  constructor(size: number) {
    while (this.#parents.length < size) this.add();
  }

  /** Adds the next number, in a set of its own. */
  add(): void {
    this.#parents.push(this.#parents.length);
  }

  /** The representative of a number's set, the same for all its numbers. */
  find(number: number): number {
    let root = number;
    for (let parent = this.#parents.get(root); parent !== root; parent = this.#parents.get(root)) {
      // Path halving.
      const above = this.#parents.get(parent);
      this.#parents.set(root, above);
      root = above;
    }
    return root;
  }

  /** Merges the sets of two numbers. Returns whether they were different. */
  join(a: number, b: number): boolean {
    const from = this.find(a);
    const to = this.find(b);
    this.#parents.set(from, to);
    return from !== to;
  }

  /** The sets with more than one number, each in ascending order: first the set with the least number. */
  sets(): readonly (readonly number[])[] {
    const roots = Int32Array.from({ length: this.#parents.length }, (_, number) => this.find(number));
    const sizes = new Int32Array(roots.length);
    for (const root of roots) sizes[root] = (sizes[root] ?? 0) + 1;
    const isShared = (number: number): boolean => (sizes[roots[number] ?? 0] ?? 0) > 1;
    const shared = [...roots.keys()].filter(isShared);
    return [...Map.groupBy(shared, (number) => roots[number]).values()];
  }
}
