/** Deeper than these documents nest, and the most that looking for an end tag's element may cost. */
const MAX_DEPTH = 64;

/** The elements that are open, the outermost first. One that nests too deeply counts as none. */
export class OpenElements<Element extends { readonly name: string }> {
  readonly #open: Element[] = [];

  get depth(): number {
    return this.#open.length;
  }

  get last(): Element | undefined {
    return this.#open.at(-1);
  }

  push(element: Element): void {
    if (this.#open.length < MAX_DEPTH) this.#open.push(element);
  }

  /**
   * Ends the innermost element of that name, and those in it.
   *
   * @returns whether no other had to be ended too
   */
  close(name: string): boolean {
    const innermost = this.#open.length - 1;
    let at = innermost;
    while (at >= 0 && this.#open[at]?.name !== name) at--;
    if (at >= 0) this.keep(at);
    return at < 0 || at === innermost;
  }

  /** Ends all but the outermost elements of that number. */
  keep(depth: number): void {
    while (this.#open.length > depth) this.#open.pop();
  }
}
