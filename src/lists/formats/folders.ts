/** Folders may be nested deeper, but a path shows at most this many. */
const MAX_DEPTH = 64;

/** The open folders at the current place in a document. */
export class Folders {
  readonly #paths: string[] = [];

  /** The path of folder names, outermost first: `News / Science`. */
  get path(): string {
    return this.#paths.at(-1) ?? '';
  }

  /** @param name empty for a folder without a name, such as the root */
  enter(name: string): void {
    const { path } = this;
    const isNamed = name !== '' && this.#paths.length < MAX_DEPTH;
    this.#paths.push(isNamed ? (path === '' ? name : `${path} / ${name}`) : path);
  }

  leave(): void {
    this.#paths.pop();
  }
}
