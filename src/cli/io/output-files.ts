import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { stderr, stdout } from 'node:process';
import { isSameFile } from '../../../db/same-file.ts';
import { ListError } from '../../lists/error.ts';
import { type Output, outputTo, outputToEndOf, outputToFile } from '../../lists/output.ts';
import { isGzip } from '../../text/is-gzip.ts';
import { shellWord } from '../../text/shell-word.ts';
import { quoted } from '../render/printable.ts';
import { refuseToOverwriteDatabase } from './databases.ts';
import { UsageError } from './exit.ts';

/** The outputs of a run. Files appear under their names only at the end of {@link complete}. */
export class OutputFiles {
  readonly #all: Output[] = [];
  readonly #inputs: readonly string[];

  /** @param inputs files that the run reads, and must not overwrite; undefined stands for none */
  constructor(...inputs: readonly (string | undefined)[]) {
    this.#inputs = inputs.filter((path) => path !== undefined);
  }

  /** The file; standard output without one and for `-`. */
  async main(file: string | undefined): Promise<Output> {
    const isStandard = file === undefined || file === '-';
    return isStandard ? this.#added(outputTo(stdout, 'standard output')) : this.#addFile(file);
  }

  /** Appends to a list; a missing line end of its last line is added first. Null without a path. */
  async endOf(path: string | undefined): Promise<Output | null> {
    return path === undefined ? null : this.#added(await outputToEndOf(path, !(await endsInLine(path))));
  }

  /** A further output file; null without a path. */
  async file(path: string | undefined): Promise<Output | null> {
    return path === undefined ? null : this.#addFile(path);
  }

  /**
   * Completes all outputs after the work. If it fails, returns null or is interrupted, removes incomplete files, and what was
   * appended to a list.
   */
  async complete<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      const result = await work();
      // The process is told of a signal when the event loop polls, which it does between these two.
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      signal?.throwIfAborted();
      if (result === null) await this.#discard();
      else for (const output of this.#all) await output.close();
      return result;
    } catch (error) {
      await this.#discard();
      throw error;
    }
  }

  async #discard(): Promise<void> {
    for (const output of this.#all) await output.discard();
  }

  async #addFile(path: string): Promise<Output> {
    if (path === '-') throw new UsageError('- is standard output, which has the main output; name a file');
    await refuseToOverwriteDatabase(path);
    for (const input of this.#inputs) {
      if (resolve(path) === resolve(input) || isSameFile(path, input))
        throw new UsageError(`${quoted(path)} is one of the files to read; choose another output file`);
    }
    // Such as /dev/stdout. It may hold more, and must not be replaced.
    const stream = [stdout, stderr].find(({ fd }) => isSameFile(path, fd));
    return this.#added(stream === undefined ? await outputToFile(path) : outputTo(stream, path));
  }

  #added(output: Output): Output {
    this.#all.push(output);
    return output;
  }
}

/**
 * Whether the file is empty or ends with a line feed.
 *
 * @throws {ListError} if the file is gzipped, or its lines end in carriage returns
 */
async function endsInLine(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size === 0) return true;
    const bytes = Buffer.alloc(3);
    await file.read(bytes, 0, 2, 0);
    if (isGzip(bytes)) {
      throw new ListError(
        'unwritable',
        `${path} is gzipped, so links cannot be appended; unpack it first: gunzip ${shellWord(path)}`,
      );
    }
    await file.read(bytes, 2, 1, size - 1);
    if (bytes[2] === 0x0d) {
      throw new ListError(
        'unwritable',
        `the lines of ${path} end in carriage returns, so links cannot be appended; convert it first: tr '\\r' '\\n' < ${shellWord(path)}`,
      );
    }
    return bytes[2] === 0x0a;
  } finally {
    await file.close();
  }
}
