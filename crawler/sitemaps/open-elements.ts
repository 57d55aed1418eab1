/** Real documents nest less deeply. It also limits the search for the element of an end tag. */
const MAX_DEPTH = 64;

/** The open elements, outermost first. Elements that nest too deeply are ignored. */
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
   * Closes the innermost element of that name and all elements inside it.
   *
   * @returns false if other elements had to be closed too
   */
  close(name: string): boolean {
    const innermost = this.#open.length - 1;
    let at = innermost;
    while (at >= 0 && this.#open[at]?.name !== name) at--;
    if (at >= 0) this.keep(at);
    return at < 0 || at === innermost;
  }

  /** Closes all elements except the outermost `depth` ones. */
  keep(depth: number): void {
    while (this.#open.length > depth) this.#open.pop();
  }
}
