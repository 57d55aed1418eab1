import { ByteText } from '../compact/byte-text.ts';
import { TextTable } from '../compact/text-table.ts';
import type { Workspace } from './workspace.ts';

/** A set of byte strings. It moves on to the workspace when memory is full. */
export class SeenTexts {
  readonly #table = new TextTable();
  readonly #bytes = new ByteText();
  readonly #memory: number;
  readonly #workspace: () => Workspace;

  /** @param memory limit for the strings in memory, in bytes */
  constructor(memory: number, workspace: () => Workspace) {
    this.#memory = memory;
    this.#workspace = workspace;
  }

  /**
   * Adds a string.
   *
   * @param text one byte per character (Latin-1)
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
