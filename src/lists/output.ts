import { createWriteStream, rmSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ListError } from './error.ts';

/** Bytes gathered before they are written. */
const BLOCK = 1 << 17;

/** Where bytes go, gathered into larger writes. */
export interface Output {
  /** Writes bytes, one a character (Latin-1). */
  readonly text: (bytes: string) => void;
  /** Waits where the reader is slow. Whoever writes without end calls it now and then. */
  readonly flush: () => Promise<void>;
  /** Ends it: what was written is there, under its name. */
  readonly close: () => Promise<void>;
  /** Leaves no trace of it, as far as that can be. */
  readonly discard: () => Promise<void>;
}

/** An output that keeps nothing. */
export const NOWHERE: Output = {
  text: () => {},
  flush: async () => {},
  close: async () => {},
  discard: async () => {},
};

/** An output to a stream that is not ours to end, such as standard output. */
export function outputTo(stream: Writable, name: string): Output {
  return new StreamOutput(stream, name, { close: async () => {}, discard: async () => {} });
}

/**
 * An output to a file that appears under its name only when it is whole. Pipes and devices are written to as they are.
 *
 * @throws {ListError} where there can be no such file
 */
export async function outputToFile(path: string): Promise<Output> {
  const stats = await stat(path).catch(() => null);
  if (stats?.isDirectory()) throw new ListError('unwritable', `${path} is a folder; name a file in it`);
  const isSpecial = stats !== null && !stats.isFile();
  const beside = isSpecial ? path : join(dirname(path), `.${basename(path)}.${process.pid}.part`);
  const file = await open(beside, 'w', stats?.isFile() ? stats.mode : undefined).catch((error: unknown) => {
    throw unwritable(path, error);
  });
  const stream = file.createWriteStream();
  if (!isSpecial) halfWritten.add(beside);
  if (!process.listeners('exit').includes(removeHalfWritten)) process.once('exit', removeHalfWritten);
  return fileOutput(stream, path, {
    close: async () => {
      if (isSpecial) return;
      await rename(beside, path).catch((error: unknown) => Promise.reject(unwritable(path, error)));
      halfWritten.delete(beside);
    },
    discard: async () => {
      if (isSpecial) return;
      await finished(stream).catch(() => {});
      await rm(beside, { force: true });
      halfWritten.delete(beside);
    },
  });
}

/** Files that do not outlive the process, however it ends. */
const halfWritten = new Set<string>();

function removeHalfWritten(): void {
  for (const path of halfWritten) rmSync(path, { force: true });
}

/**
 * An output to the end of a file.
 *
 * @param needsLine whether the file's last line lacks its end
 */
export function outputToEndOf(path: string, needsLine: boolean): Output {
  const stream = createWriteStream(path, { flags: 'a' });
  const output = fileOutput(stream, path, { close: async () => {}, discard: async () => {} });
  if (!needsLine) return output;
  let isFirst = true;
  const text = (bytes: string): void => {
    output.text(isFirst ? `\n${bytes}` : bytes);
    isFirst = false;
  };
  return { ...bound(output), text };
}

function bound(output: Output): Output {
  return {
    text: (bytes) => output.text(bytes),
    flush: () => output.flush(),
    close: () => output.close(),
    discard: () => output.discard(),
  };
}

interface Ending {
  readonly close: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

function fileOutput(stream: Writable, path: string, ending: Ending): Output {
  return new StreamOutput(stream, path, {
    close: async () => {
      stream.end();
      await finished(stream).catch((error: unknown) => Promise.reject(unwritable(path, error)));
      await ending.close();
    },
    discard: async () => {
      stream.destroy();
      await ending.discard();
    },
  });
}

class StreamOutput implements Output {
  readonly #stream: Writable;
  readonly #name: string;
  readonly #ending: Ending;
  #buffer = Buffer.allocUnsafeSlow(BLOCK);
  #used = 0;
  #isFull = false;
  #failure: ListError | null = null;
  #wake: () => void = () => {};

  constructor(stream: Writable, name: string, ending: Ending) {
    this.#stream = stream;
    this.#name = name;
    this.#ending = ending;
    stream.on('drain', () => {
      this.#isFull = false;
      this.#wake();
    });
    stream.on('error', (error) => {
      this.#failure = unwritable(this.#name, error);
      this.#wake();
    });
  }

  text(bytes: string): void {
    if (this.#used + bytes.length > this.#buffer.length) this.#write();
    if (bytes.length > BLOCK) this.#send(Buffer.from(bytes, 'latin1'));
    else this.#used += this.#buffer.write(bytes, this.#used, 'latin1');
  }

  async flush(): Promise<void> {
    this.#write();
    while (this.#isFull && this.#failure === null) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.#failure !== null) throw this.#failure;
  }

  async close(): Promise<void> {
    await this.flush();
    await this.#ending.close();
  }

  discard(): Promise<void> {
    return this.#ending.discard();
  }

  #write(): void {
    if (this.#used === 0) return;
    this.#send(this.#buffer.subarray(0, this.#used));
    // The stream may hold on to what it was given.
    this.#buffer = Buffer.allocUnsafeSlow(BLOCK);
    this.#used = 0;
  }

  #send(bytes: Uint8Array): void {
    if (this.#failure === null && !this.#stream.write(bytes)) this.#isFull = true;
  }
}

function unwritable(name: string, error: unknown): ListError {
  if (error instanceof ListError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC')
    return new ListError('disk-full', `no space left to write ${name}; free some, and run it again`);
  if (code === 'ENOENT') return new ListError('unwritable', `${name} cannot be written: there is no such folder`);
  if (code === 'EACCES' || code === 'EROFS') return new ListError('unwritable', `${name} may not be written`);
  return new ListError(
    'unwritable',
    `${name} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
  );
}
