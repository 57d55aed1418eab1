import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { mkdtemp, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ListError } from '../../lists/error.ts';
import { openStream, type Source } from '../../lists/source.ts';
import { openInput, standardInput } from './standard-input.ts';

/** Opens lists that are read several times. Standard input and pipes are copied to temporary files. */
export class InputCopies {
  readonly #copies = new Map<string, string>();
  #folder: string | null = null;
  readonly #remove = (): void => {
    if (this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true });
  };

  constructor() {
    // Also when a second Ctrl-C ends the process.
    process.once('exit', this.#remove);
  }

  /**
   * Opens a list; `-` is standard input.
   *
   * @throws {ListError} if it cannot be read or copied
   */
  async open(name: string): Promise<Source> {
    const copied = this.#copies.get(name);
    const shown = name === '-' ? 'standard input' : name;
    if (copied !== undefined) return openStream(shown, createReadStream(copied));
    const isPlain = name !== '-' && (await stat(name).catch(() => null))?.isFile() !== false;
    if (isPlain) return openInput(name);
    const copy = await this.#copy(name === '-' ? standardInput() : createReadStream(name));
    this.#copies.set(name, copy);
    return openStream(shown, createReadStream(copy));
  }

  /** Removes the copies. */
  close(): void {
    process.off('exit', this.#remove);
    this.#remove();
  }

  async #copy(stream: Readable): Promise<string> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'dustpan-'));
    const path = join(this.#folder, String(this.#copies.size));
    await pipeline(stream, createWriteStream(path)).catch((error: unknown) => {
      const problem = error instanceof Error ? error.message : String(error);
      throw new ListError(
        'unwritable',
        `cannot copy the list to a temporary file: ${problem}; set TMPDIR to a folder with free space`,
      );
    });
    return path;
  }
}
