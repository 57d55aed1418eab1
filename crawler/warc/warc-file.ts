import { type FileHandle, open, rename, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { cdxjLine, type IndexedCapture } from './cdxj-line.ts';
import { gzipRecord } from './gzip-record.ts';
import type { WarcRecord } from './warc-record.ts';

/** The end of the name of a file that is being written. */
export const OPEN = '.open';

/** The open files that this process writes or completes. */
export const ours: Set<string> = new Set();

/** How many bytes are gathered before they are written. */
const GATHERED = 1 << 20;

/** A WARC file that is being written, and the index beside it. */
export class WarcFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #lines: string[] = [];
  /** Bytes of whole records. */
  size = 0;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /**
   * @param name the name that the file gets when it is complete
   * @returns null if another crawl of this process writes a file of that name
   */
  static async create(folder: string, name: string): Promise<WarcFile | null> {
    const path = resolve(folder, name);
    if (ours.has(`${path}${OPEN}`)) return null;
    ours.add(`${path}${OPEN}`);
    const file = await open(`${path}${OPEN}`, 'wx');
    return new WarcFile(path, file);
  }

  get captures(): number {
    return this.#lines.length;
  }

  /**
   * Writes records, each as a gzip member of its own.
   *
   * @param capture what the index says about the first of them; null if it is not a capture
   */
  async append(
    records: readonly WarcRecord[],
    capture: Omit<IndexedCapture, 'offset' | 'length'> | null,
  ): Promise<void> {
    const start = this.size;
    let position = start;
    let firstLength: number | null = null;
    let end = start;
    let chunks: Uint8Array[] = [];
    const flush = async (): Promise<void> => {
      // A full disk takes part of the bytes.
      for (let rest = Buffer.concat(chunks); rest.length > 0; ) {
        const { bytesWritten } = await this.#file.write(rest, 0, rest.length, position);
        position += bytesWritten;
        rest = rest.subarray(bytesWritten);
      }
      chunks = [];
    };
    for (const { parts } of records) {
      for await (const chunk of gzipRecord(parts)) {
        chunks.push(chunk);
        end += chunk.length;
        if (end - position >= GATHERED) await flush();
      }
      firstLength ??= end - start;
    }
    await flush();
    this.size = end;
    if (capture === null || firstLength === null) return;
    this.#lines.push(cdxjLine({ ...capture, offset: start, length: firstLength }, basename(this.#path)));
  }

  /** Gives the file its name, after cutting off a record that could not be written to its end. */
  async finish(): Promise<void> {
    try {
      await this.#file.truncate(this.size);
      await this.#file.close();
      // Without its index, it stays open for the next program to complete.
      await writeIndex(this.#path, this.#lines);
      await rename(`${this.#path}${OPEN}`, this.#path);
    } finally {
      ours.delete(`${this.#path}${OPEN}`);
    }
  }
}

/** Writes the index of a file beside it. */
export async function writeIndex(path: string, lines: readonly string[]): Promise<void> {
  const index = path.replace(/\.warc\.gz$/, '.cdxj');
  await writeFile(`${index}${OPEN}`, lines.toSorted().join(''));
  await rename(`${index}${OPEN}`, index);
}
