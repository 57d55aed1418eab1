import { randomBytes } from 'node:crypto';
import { close, constants, fstatSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { access, open, realpath, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { pipeline, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { copyBytes } from '../compact/arena.ts';
import { ListError } from './error.ts';

/** Bytes to collect before a write. */
const BLOCK = 1 << 17;

/** A buffered output. */
export interface Output {
  /** Adds bytes, one per character (Latin-1). */
  readonly text: (bytes: string) => void;
  /** Adds the bytes from `start` to `end` of `view`. */
  readonly copy: (view: DataView, start: number, end: number) => void;
  /**
   * Writes the buffer, and waits for a slow reader. Call it now and then.
   *
   * @throws {ListError} if the output cannot be written
   */
  readonly flush: () => Promise<void>;
  /**
   * Completes the output. A file then appears under its name.
   *
   * @throws {ListError} if the output cannot be written
   */
  readonly close: () => Promise<void>;
  /** Drops the output and its partial file, as far as possible. */
  readonly discard: () => Promise<void>;
}

/** An output that discards everything. */
export const NOWHERE: Output = {
  text: () => {},
  copy: () => {},
  flush: async () => {},
  close: async () => {},
  discard: async () => {},
};

/** An output to a stream that stays open, such as standard output. */
export function outputTo(stream: Writable, name: string): Output {
  return new StreamOutput(stream, name, NO_ENDING, '');
}

/**
 * An output to a file, which appears under its name only when complete. Writes to pipes and devices directly. If the name
 * ends with `.gz`, the output is gzipped.
 *
 * @throws {ListError} if the file cannot be created
 */
export async function outputToFile(name: string): Promise<Output> {
  // The file that a symlink leads to is replaced, not the symlink.
  const path = await realpath(name).catch(() => name);
  const stats = await stat(path).catch(() => null);
  if (stats?.isDirectory()) throw new ListError('unwritable', `${name} is a folder; name a file in it`);
  const fail = (error: unknown): never => {
    throw unwritable(name, error);
  };
  if (stats !== null) await access(path, constants.W_OK).catch(fail);
  const isSpecial = stats !== null && !stats.isFile();
  // In a folder of several users, another user could make a symlink to another file under a name that can be guessed.
  const beside = isSpecial ? path : join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`);
  const flags = isSpecial ? 'w' : 'wx';
  const file = await open(beside, flags, stats?.isFile() ? stats.mode : undefined).catch(fail);
  const stream = file.createWriteStream();
  const publish = (): Promise<void> => rename(beside, path).catch(fail);
  const ending = isSpecial ? NO_ENDING : undoable(stream, () => rmSync(beside, { force: true }), publish);
  return fileOutput(stream, name, ending, { input: isNamedGzip(name) ? await gzippedInto(stream) : stream });
}

/** Whether a file's name says that it is gzipped. */
export function isNamedGzip(name: string): boolean {
  return /\.gz$/i.test(name);
}

/** Fails with the file. */
async function gzippedInto(file: Writable): Promise<Writable> {
  const { createGzip } = await import('node:zlib');
  const gzip = createGzip();
  pipeline(gzip, file, () => {});
  return gzip;
}

/** What undoes the incomplete outputs when the process exits. */
const undoings = new Set<() => void>();

function undoIncomplete(): void {
  for (const undo of undoings) {
    try {
      undo();
    } catch {
      // The others are undone nevertheless.
    }
  }
}

/** An ending that runs `publish` when it is closed, and `undo` when it is discarded or the process exits before. */
function undoable(file: Writable, undo: () => void, publish: () => Promise<void>): Ending {
  undoings.add(undo);
  if (!process.listeners('exit').includes(undoIncomplete)) process.once('exit', undoIncomplete);
  return {
    close: async () => {
      await publish();
      undoings.delete(undo);
    },
    discard: async () => {
      await finished(file).catch(() => {});
      undoings.delete(undo);
      undo();
    },
  };
}

/**
 * An output that appends to an existing file. If it is discarded, the file gets its old length back. Otherwise links that
 * were never printed would count as known, and a line cut off by a full disk would be read as a URL.
 *
 * @param needsLine whether the file's last line lacks a line end
 */
export async function outputToEndOf(path: string, needsLine: boolean): Promise<Output> {
  const file = opened(path);
  const { size } = fstatSync(file);
  let own = 0;
  const stream = new Writable({
    // Writes synchronously: a write that is still running when the process exits could not be undone.
    write: (bytes: Buffer, _, done) => {
      try {
        for (let at = 0; at < bytes.length; ) {
          const written = writeSync(file, bytes, at);
          at += written;
          own += written;
        }
        done();
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
    destroy: (error, done) => close(file, (failed) => done(error ?? failed)),
  });
  const undo = (): void => {
    // If the size differs, another program has changed the file, so it stays as it is.
    if (statSync(path).size === size + own) truncateSync(path, size);
  };
  const ending = undoable(stream, undo, NO_ENDING.close);
  return fileOutput(stream, path, ending, { start: needsLine ? '\n' : '' });
}

function opened(path: string): number {
  try {
    return openSync(path, 'a');
  } catch (error) {
    throw unwritable(path, error);
  }
}

interface Ending {
  readonly close: () => Promise<void>;
  readonly discard: () => Promise<void>;
}

const NO_ENDING: Ending = { close: async () => {}, discard: async () => {} };

interface FileInput {
  /** What takes the bytes of the file; the file itself by default. */
  readonly input?: Writable;
  /** Written before anything else, if anything is written. */
  readonly start?: string;
}

function fileOutput(file: Writable, path: string, ending: Ending, { input = file, start = '' }: FileInput): Output {
  const whole: Ending = {
    close: async () => {
      input.end();
      await finished(file).catch((error: unknown) => Promise.reject(unwritable(path, error)));
      await ending.close();
    },
    discard: async () => {
      file.destroy();
      await ending.discard();
    },
  };
  return new StreamOutput(input, path, whole, start);
}

class StreamOutput implements Output {
  readonly #stream: Writable;
  readonly #name: string;
  readonly #ending: Ending;
  #start: string;
  #buffer = Buffer.allocUnsafeSlow(BLOCK);
  #view = new DataView(this.#buffer.buffer);
  #used = 0;
  #isFull = false;
  #failure: ListError | null = null;
  #wake: () => void = () => {};

  constructor(stream: Writable, name: string, ending: Ending, start: string) {
    this.#stream = stream;
    this.#name = name;
    this.#ending = ending;
    this.#start = start;
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

  copy(view: DataView, start: number, end: number): void {
    const length = end - start;
    if (this.#used + length > BLOCK) this.#write();
    if (length > BLOCK) this.#send(Buffer.from(Buffer.from(view.buffer, view.byteOffset + start, length)));
    else {
      copyBytes(view, start, this.#view, this.#used, length);
      this.#used += length;
    }
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
    // The stream may still use the old buffer.
    this.#buffer = Buffer.allocUnsafeSlow(BLOCK);
    this.#view = new DataView(this.#buffer.buffer);
    this.#used = 0;
  }

  #send(bytes: Uint8Array): void {
    if (this.#failure !== null) return;
    if (this.#start !== '') this.#stream.write(this.#start);
    this.#start = '';
    if (!this.#stream.write(bytes)) this.#isFull = true;
  }
}

/** The failure to write a file, as an error that names the file. */
export function unwritable(name: string, error: unknown): ListError {
  if (error instanceof ListError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC')
    return new ListError('disk-full', `no space left to write ${name}; free some space and try again`);
  if (code === 'EISDIR') return new ListError('unwritable', `${name} is a folder; name a file in it`);
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new ListError('unwritable', `cannot write ${name}: the folder does not exist; create it, or check the path`);
  if (code === 'EACCES' || code === 'EROFS')
    return new ListError('unwritable', `no permission to write ${name}; check its permissions, or name another file`);
  const message = error instanceof Error ? error.message : String(error);
  // Node adds the path, which may be that of the partial file.
  return new ListError('unwritable', `cannot write ${name}: ${message.replace(/, \w+ '.*/s, '')}`);
}
