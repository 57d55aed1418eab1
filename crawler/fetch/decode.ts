import type { Transform } from 'node:stream';
import {
  brotliDecompressSync,
  constants,
  crc32,
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

/** The content codings that requests ask for and this module decodes. */
export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

/** The same limit as in curl and undici. */
const MAX_CODINGS = 5;

/** Up to this size in bytes, a body is decoded synchronously, because the thread pool costs more than it saves. */
const SMALL = 32 * 1024;

/**
 * The largest result of synchronous decoding, in bytes. Larger bodies go through a stream, to keep the main loop free.
 */
const SYNC_OUTPUT = 1024 * 1024;

/** A decoded body. */
export interface Decoded {
  readonly bytes: Uint8Array;
  /**
   * Whether the limit was reached, or the coded bytes were broken or incomplete. `bytes` is then the part before that.
   */
  readonly truncated: boolean;
}

type Reach = (length: number) => Promise<void> | null;

interface Coding {
  readonly sync: (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
  readonly stream: () => Transform;
}

// RFC 9659: a zstd response may use a window of at most 8 MiB. The library's default is 128 MiB.
const ZSTD = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const GZIP: Coding = { sync: gunzipSync, stream: () => createGunzip() };
const ZSTANDARD: Coding = {
  sync: (bytes, options) => zstdDecompressSync(bytes, { ...ZSTD, ...options }),
  stream: () => createZstdDecompress(ZSTD),
};
const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  ['deflate', { sync: inflateSync, stream: () => createInflate() }],
  ['br', { sync: brotliDecompressSync, stream: () => createBrotliDecompress() }],
  ['zstd', ZSTANDARD],
]);
const RAW_DEFLATE: Coding = { sync: inflateRawSync, stream: () => createInflateRaw() };

/**
 * Decodes the codings of a `Content-Encoding` header, last one first.
 *
 * @param contentEncoding the value of the header; several fields joined by commas
 * @param limit the largest size of the decoded body, in bytes. A longer body is cut and `truncated`.
 * @param reach called with the length of the decoded body so far; may return a promise to wait for
 * @returns null if nothing could be decoded: an unknown coding of bytes that are not text, more than five codings, or
 *   broken from the start
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
    // Some servers name a charset, or "none". Browsers show such a page.
    if (coding === null && isText(decoded.bytes)) continue;
    if (coding === null) return null;
    // Sequential, because each coding needs the output of the previous one.
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

/** Whether the body starts without a byte that only binary data have (MIME Sniffing Standard, "binary data byte"). */
function isText(bytes: Uint8Array): boolean {
  // oxlint-disable-next-line no-control-regex -- these bytes are what it looks for
  return !/[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(Buffer.from(bytes.subarray(0, 1000)).toString('latin1'));
}

function codingFor(name: string, bytes: Uint8Array): Coding | null {
  // RFC 9110, section 8.4.1.2 means zlib, but some servers send the raw format.
  const isRaw = name === 'deflate' && ((bytes[0] ?? 0) & 0x0f) !== 8;
  return isRaw ? RAW_DEFLATE : (CODINGS.get(name) ?? null);
}

async function undo(coding: Coding, bytes: Uint8Array, limit: number, reach: Reach): Promise<Decoded | null> {
  if (bytes.length <= SMALL) {
    try {
      return { bytes: coding.sync(bytes, { maxOutputLength: Math.min(limit, SYNC_OUTPUT) }), truncated: false };
    } catch {
      // Too large or broken: a stream returns the readable part.
    }
  }
  const decoded = await undoByStream(coding, bytes, limit, reach);
  const isBroken = coding === GZIP && decoded?.truncated !== false && decoded?.bytes.length !== limit;
  return (isBroken ? await undoBeforeTail(bytes, limit, reach) : null) ?? decoded;
}

/**
 * Decodes gzip that other bytes follow, such as a line feed that a program printed after it. Browsers ignore them; zlib
 * takes them for the start of more gzip.
 *
 * @returns null if that is not what is wrong
 */
async function undoBeforeTail(bytes: Uint8Array, limit: number, reach: Reach): Promise<Decoded | null> {
  const hasPlainHeader = bytes[3] === 0;
  const decoded = hasPlainHeader ? await undoByStream(RAW_DEFLATE, bytes.subarray(HEADER), limit, reach) : null;
  if (decoded === null || decoded.truncated) return null;
  const sums = Buffer.alloc(8);
  sums.writeUInt32LE(crc32(decoded.bytes));
  sums.writeUInt32LE(decoded.bytes.length, 4);
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(sums);
  const isMore = bytes[end + 8] === 0x1f && bytes[end + 9] === 0x8b;
  return end < 0 || isMore ? null : decoded;
}

/** The length of a gzip header without a file name and the like, in bytes (RFC 1952, section 2.3). */
const HEADER = 10;

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
 * Writes in small pieces, and ends only after all of them. zlib drops the output of the write in which it finds an
 * error, so a small piece loses little.
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
