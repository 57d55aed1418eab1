import { ByteText } from '../compact/byte-text.ts';
import { TextTable } from '../compact/text-table.ts';
import type { Workspace } from './workspace.ts';

/** Distinct strings of bytes: in memory as long as there is room, in the workspace beyond. */
export class SeenTexts {
  readonly #table = new TextTable();
  readonly #bytes = new ByteText();
  readonly #memory: number;
  readonly #workspace: () => Workspace;

  /** @param memory bytes that the strings in memory may take */
  constructor(memory: number, workspace: () => Workspace) {
    this.#memory = memory;
    this.#workspace = workspace;
  }

  /**
   * Takes note of a string.
   *
   * @param text one byte a character (Latin-1)
   * @returns whether it is new
   */
  add(text: string): boolean {
    this.#bytes.setLatin1(text);
    const { view, length } = this.#bytes;
    const hash = this.#table.hash(view, 0, length);
    if (this.#table.find(hash, view, 0, length) >= 0) return false;
    if (this.#table.bytes >= this.#memory) return this.#workspace().addText(Buffer.from(text, 'latin1'));
    this.#table.add(hash, view, 0, length);
    return true;
  }
}
