import type { Transform } from 'node:stream';
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import { ByteCollector } from './bytes.ts';

/** The content codings asked for and undone here. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

/** As many as curl and undici undo. */
const MAX_CODINGS = 5;

/** Up to this size a body is decoded on the spot: a stream's trips to the thread pool cost more than they save. */
const SMALL = 32 * 1024;

/** Keeps the main loop free: what decodes to more goes through a stream. */
const SYNC_OUTPUT = 1024 * 1024;

/** A decoded body. */
interface Decoded {
  readonly bytes: Uint8Array;
  /** The limit was reached, or the coded bytes ended early or were broken: `bytes` is the part before that. */
  readonly truncated: boolean;
}

type Reach = (length: number) => Promise<void> | null;

interface Coding {
  readonly sync: (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
  readonly stream: () => Transform;
}

// RFC 9659: 8 MiB is the largest window a zstd coded response may ask for; the library's own default is 128 MiB.
const ZSTD = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const GZIP: Coding = { sync: gunzipSync, stream: () => createGunzip() };
const ZLIB: Coding = { sync: inflateSync, stream: () => createInflate() };
const RAW_DEFLATE: Coding = { sync: inflateRawSync, stream: () => createInflateRaw() };
const BROTLI: Coding = { sync: brotliDecompressSync, stream: () => createBrotliDecompress() };
const ZSTANDARD: Coding = {
  sync: (bytes, options) => zstdDecompressSync(bytes, { ...ZSTD, ...options }),
  stream: () => createZstdDecompress(ZSTD),
};

/**
 * Undoes the codings of a `Content-Encoding` header, the last one first.
 *
 * @param contentEncoding The header's value; several fields joined by commas.
 * @param limit Largest size of the decoded body, in bytes; more is cut and `truncated`.
 * @param reach Told how long the decoded body has become; may give what to wait for before there is more.
 * @returns Null where nothing could be decoded: an unknown coding, more than five, or broken from the start.
 */
export async function decodeContent(
  body: Uint8Array,
  contentEncoding: string,
  limit: number,
  reach: Reach = () => null,
): Promise<Decoded | null> {
  const names = codingNames(contentEncoding);
  if (names.length > MAX_CODINGS) return null;
  let decoded: Decoded = { bytes: body, truncated: false };
  for (const name of names.toReversed()) {
    if (decoded.bytes.length === 0) break;
    const coding = codingFor(name, decoded.bytes);
    if (coding === null) return null;
    // One after the other, for each takes what the one before gave.
    // oxlint-disable-next-line no-await-in-loop
    const step = await undo(coding, decoded.bytes, limit, reach);
    if (step === null) return null;
    decoded = { bytes: step.bytes, truncated: decoded.truncated || step.truncated };
  }
  return decoded;
}

function codingNames(contentEncoding: string): string[] {
  const names = contentEncoding.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity');
}

function codingFor(name: string, bytes: Uint8Array): Coding | null {
  switch (name) {
    case 'gzip':
    case 'x-gzip':
      return GZIP;
    case 'deflate':
      // RFC 9110 8.4.1.2: zlib is meant, yet some servers send the raw format.
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? ZLIB : RAW_DEFLATE;
    case 'br':
      return BROTLI;
    case 'zstd':
      return ZSTANDARD;
    default:
      return null;
  }
}

function undo(coding: Coding, bytes: Uint8Array, limit: number, reach: Reach): Promise<Decoded | null> | Decoded {
  if (bytes.length > SMALL) return undoByStream(coding, bytes, limit, reach);
  try {
    return { bytes: coding.sync(bytes, { maxOutputLength: Math.min(limit, SYNC_OUTPUT) }), truncated: false };
  } catch {
    // Too large or broken: the stream gives the part that can be had.
    return undoByStream(coding, bytes, limit, reach);
  }
}

function undoByStream(coding: Coding, bytes: Uint8Array, limit: number, reach: Reach): Promise<Decoded | null> {
  return new Promise((resolve) => {
    const decoder = coding.stream();
    const output = new ByteCollector(limit);
    const finish = (truncated: boolean): void => {
      decoder.destroy();
      resolve(truncated && output.length === 0 ? null : { bytes: output.bytes(), truncated });
    };
    decoder.on('data', (chunk: Uint8Array) => {
      if (!output.append(chunk)) return finish(true);
      const wait = reach(output.length);
      if (wait === null) return;
      decoder.pause();
      void wait.then(() => decoder.resume());
    });
    decoder.on('end', () => finish(false));
    decoder.on('error', () => finish(true));
    feed(decoder, bytes);
  });
}

/**
 * In pieces, and the end only when all of them are through: zlib drops the output of the write in which it finds the
 * fault, so a small piece loses little.
 */
function feed(decoder: Transform, bytes: Uint8Array): void {
  const size = bytes.length > SMALL ? 16 * 1024 : 256;
  let at = 0;
  const next = (): void => {
    if (decoder.destroyed) return;
    if (at >= bytes.length) {
      decoder.end();
      return;
    }
    decoder.write(bytes.subarray(at, (at += size)), next);
  };
  next();
}
