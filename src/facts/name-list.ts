/** A set of parameter names. A name that ends in `*` is a prefix. Lookups do not depend on the length of the list. */
export class NameList {
  readonly #names = new Set<string>();
  readonly #prefixes = new Set<string>();
  /** The distinct lengths of prefixes. */
  readonly #lengths = new Set<number>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    if (!name.endsWith('*')) {
      this.#names.add(name);
      return;
    }
    this.#prefixes.add(name.slice(0, -1));
    this.#lengths.add(name.length - 1);
  }

  has(name: string): boolean {
    if (this.#names.has(name)) return true;
    for (const length of this.#lengths) {
      if (length <= name.length && this.#prefixes.has(name.slice(0, length))) return true;
    }
    return false;
  }
}
