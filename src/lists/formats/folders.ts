/** Deeper than people file things, and the most that a place may have to say. */
const MAX_DEPTH = 64;

/** The folders that are open, where a document is being read. */
export class Folders {
  readonly #paths: string[] = [];

  /** The names of all of them, outermost first: `News / Science`. */
  get path(): string {
    return this.#paths.at(-1) ?? '';
  }

  /** @param name empty where the folder has none, such as the one that all others are in */
  enter(name: string): void {
    const { path } = this;
    const isNamed = name !== '' && this.#paths.length < MAX_DEPTH;
    this.#paths.push(isNamed ? (path === '' ? name : `${path} / ${name}`) : path);
  }

  leave(): void {
    this.#paths.pop();
  }
}
