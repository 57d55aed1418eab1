import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { fileProblem } from '../text/file-problem.ts';
import { isGzip } from '../text/is-gzip.ts';
import { FormatError, ListError } from './error.ts';

/** Bytes per read. */
const STRETCH = 1 << 19;

/** A list as a stream of unpacked bytes. */
export interface Source {
  /** The name for messages. */
  readonly name: string;
  /** The file name; null if the list is not a file. */
  readonly fileName: string | null;
  /** The total number of bytes to read; null if unknown. */
  readonly size: number | null;
  /** The number of bytes read so far, before unpacking. */
  readonly bytesRead: () => number;
  /** The chunks of the list. Read them once, and copy what you keep: the next chunk may reuse the buffer. */
  readonly stretches: AsyncIterable<Buffer>;
}

/**
 * Opens a file, and unpacks it if it is gzipped.
 *
 * @throws {ListError} if the file does not exist or cannot be read
 */
export async function openFile(path: string): Promise<Source> {
  const stats = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  if (stats.isDirectory())
    throw new ListError('unreadable', `${path} is a folder; name the files in it, such as ${path}/*`);
  const size = stats.isFile() ? stats.size : null;
  return sourceOf(path, basename(path), size, bytesOf(path));
}

/** An error with the name of the list, if the list does not match its format; any other error as it is. */
export function naming({ name }: Source, error: unknown): unknown {
  return error instanceof FormatError ? new FormatError(error.code, `${name}: ${error.message}`) : error;
}

/** Opens a list from a stream such as standard input, and unpacks it if it is gzipped. */
export function openStream(name: string, stream: Readable): Source {
  return sourceOf(name, null, null, stream);
}

/** Reads ahead into two buffers. A file stream would allocate a buffer per chunk, and not read ahead. */
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
      // If the consumer stops, the pending read and its failure do not matter.
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

/** Detects gzip by its first bytes, whatever the file is called. */
async function* unpacked(name: string, stretches: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const first = await startOf(stretches, 1);
  // Without this, a program that sends an empty line and waits for the answer would wait for ever.
  const { head, all } = first.head[0] === 0x1f ? await startOf(first.all, 2) : first;
  if (isGzip(head)) yield* gunzipped(name, all);
  else yield* all;
}

/** At least the first `size` bytes, if there are as many, and all bytes including these. */
export async function startOf(
  stretches: AsyncIterable<Buffer>,
  size: number,
): Promise<{ readonly head: Buffer; readonly all: AsyncGenerator<Buffer> }> {
  const rest = stretches[Symbol.asyncIterator]();
  const parts: Buffer[] = [];
  for (let length = 0; length < size; ) {
    const { done, value } = await rest.next();
    if (done === true) break;
    // The source may reuse its buffer.
    parts.push(Buffer.from(value));
    length += value.length;
  }
  const head = Buffer.concat(parts);
  return { head, all: followedBy(head, rest) };
}

async function* followedBy(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* gunzipped(name: string, packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const { pipeline } = await import('node:stream/promises');
  const gunzip = createGunzip({ chunkSize: STRETCH });
  // Failures of either side show up when the unpacked bytes are read.
  const done = pipeline(copied(packed), gunzip).catch((error: unknown) => error);
  try {
    for await (const chunk of gunzip) yield chunk;
  } catch (error) {
    const failure = (await done) ?? error;
    if (failure instanceof ListError) throw failure;
    const problem = failure instanceof Error ? failure.message : String(failure);
    throw new ListError(
      'bad-gzip',
      `${name}: damaged gzip data (${problem}); download the file again, or check it with \`gzip -t\``,
    );
  }
}

/** Copies each chunk, because unpacking may lag behind reading, which reuses its buffers. */
async function* copied(stretches: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const stretch of stretches) yield Buffer.from(stretch);
}

function unreadable(name: string, error: unknown): ListError {
  if (error instanceof ListError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isUrl = code === 'ENOENT' && /^https?:\/\//i.test(name);
  const problem = isUrl ? 'is a URL, not a file; download it first' : fileProblem(error);
  return new ListError(code === 'ENOENT' ? 'missing' : 'unreadable', `${name} ${problem}`);
}
