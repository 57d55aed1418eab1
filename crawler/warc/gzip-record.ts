import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip as gzipCallback, gzipSync } from 'node:zlib';

const gzip = promisify(gzipCallback);

/** Records up to this size in bytes are packed here, because the thread pool would cost more. */
const SMALL = 4 * 1024;
/** As much as a small record needs; setting up more takes longer than packing it. */
const SMALL_WINDOW = { windowBits: 12, memLevel: 5 };
/** Larger records, in bytes, are packed in pieces, so that no second copy of them is made. */
const LARGE = 256 * 1024;
const PIECE = 64 * 1024;

/** Packs a record as a gzip member of its own, in chunks. */
export async function* gzipRecord(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length <= SMALL) yield gzipSync(Buffer.concat(parts, length), SMALL_WINDOW);
  else if (length <= LARGE) yield await gzip(Buffer.concat(parts, length));
  else yield* Readable.from(piecesOf(parts)).compose(createGzip());
}

function* piecesOf(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PIECE) yield part.subarray(at, at + PIECE);
  }
}
