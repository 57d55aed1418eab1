import type { Workspace } from '../../dedup/workspace.ts';

/** Characters to keep in memory. */
const BLOCK = 1 << 20;

/** Lines to print at the end, if nothing fails before. They may be too many for memory. */
export class Spool {
  readonly #workspace: () => Workspace;
  readonly #series: number;
  #pending = '';
  #isSpilled = false;

  /** @param series a number that nothing else in the workspace uses */
  constructor(workspace: () => Workspace, series: number) {
    this.#workspace = workspace;
    this.#series = series;
  }

  add(text: string): void {
    this.#pending += text;
    if (this.#pending.length < BLOCK) return;
    this.#workspace().append(this.#series, Buffer.from(this.#pending));
    this.#isSpilled = true;
    this.#pending = '';
  }

  /** Forgets everything. */
  clear(): void {
    if (this.#isSpilled) this.#workspace().drop(this.#series);
    this.#isSpilled = false;
    this.#pending = '';
  }

  /** Everything added, in order. */
  *blocks(): Generator<Uint8Array> {
    if (this.#isSpilled) yield* this.#workspace().read(this.#series);
    yield Buffer.from(this.#pending);
  }
}
