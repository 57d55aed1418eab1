import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ListError } from './error.ts';

/** Bytes read at once. */
const STRETCH = 1 << 19;

/** A list as bytes come in, unpacked. */
export interface Source {
  /** As it is shown to people. */
  readonly name: string;
  /** The name of the file; null for what has none. */
  readonly fileName: string | null;
  /** Bytes to read in all; null where that is not known. */
  readonly size: number | null;
  /** Bytes read so far, before they are unpacked. */
  readonly bytesRead: () => number;
  /** Stretches of the list, to be read once. Another read may change the bytes of the one before. */
  readonly stretches: AsyncIterable<Buffer>;
}

/**
 * Opens a file.
 *
 * @throws {ListError} where there is none, or it cannot be read
 */
export async function openFile(path: string): Promise<Source> {
  const stats = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (stats.isDirectory()) throw new ListError('unreadable', `${path} is a folder; name the files in it: ${path}/*`);
  const size = stats.isFile() ? stats.size : null;
  return sourceOf(path, basename(path), size, bytesOf(path));
}

/** A list that comes from a stream such as standard input. */
export function openStream(name: string, stream: Readable): Source {
  return sourceOf(name, null, null, stream);
}

/** A stream of one's own would make a new buffer for every stretch, and wait with reading until the last one is done with. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    let spare = Buffer.allocUnsafeSlow(STRETCH);
    let buffer = Buffer.allocUnsafeSlow(STRETCH);
    let reading = readInto(file, buffer);
    for (;;) {
      const length = await reading;
      if (length === 0) return;
      const full = buffer;
      buffer = spare;
      spare = full;
      reading = readInto(file, buffer);
      // Where the taker gives up, what is being read is of no interest, nor is its failure.
      reading.catch(() => {});
      yield full.subarray(0, length);
    }
  } finally {
    await file.close();
  }
}

async function readInto(file: FileHandle, buffer: Buffer): Promise<number> {
  return (await file.read(buffer, 0, buffer.length)).bytesRead;
}

function sourceOf(name: string, fileName: string | null, size: number | null, stream: AsyncIterable<Buffer>): Source {
  let bytesRead = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of stream) {
        const bytes: Buffer = chunk;
        bytesRead += bytes.length;
        yield bytes;
      }
    } catch (error) {
      throw unreadable(name, error);
    }
  }
  return { name, fileName, size, bytesRead: () => bytesRead, stretches: unpacked(name, counted()) };
}

/** gzip is told by its first bytes, whatever the file is called. */
async function* unpacked(name: string, stretches: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < 2) {
    const { done, value } = await stretches.next();
    if (done === true) break;
    // The bytes may be gone when the next ones come.
    head = Buffer.concat([head, value]);
  }
  const all = prepended(head, stretches);
  if (head[0] === 0x1f && head[1] === 0x8b) yield* gunzipped(name, all);
  else yield* all;
}

async function* prepended(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* rest;
}

async function* gunzipped(name: string, packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const { pipeline } = await import('node:stream/promises');
  const gunzip = createGunzip({ chunkSize: STRETCH });
  // A failure of either shows where the unpacked bytes are read.
  const done = pipeline(copied(packed), gunzip).catch((error: unknown) => error);
  try {
    for await (const chunk of gunzip) yield chunk;
  } catch (error) {
    const failure = (await done) ?? error;
    if (failure instanceof ListError) throw failure;
    const problem = failure instanceof Error ? failure.message : String(failure);
    throw new ListError('bad-gzip', `${name}: broken gzip data (${problem}); get the file again, or try \`gzip -t\``);
  }
}

/** The unpacking may lag behind the reading, which uses its buffers again. */
async function* copied(stretches: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const stretch of stretches) yield Buffer.from(stretch);
}

function unreadable(name: string, error: unknown): ListError {
  if (error instanceof ListError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return new ListError('missing', `there is no file ${name}`);
  if (code === 'EACCES') return new ListError('unreadable', `${name} may not be read; check its permissions`);
  return new ListError(
    'unreadable',
    `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  );
}
