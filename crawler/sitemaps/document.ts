import { setImmediate } from 'node:timers/promises';
import { constants, gunzipSync } from 'node:zlib';
import { decodeContent } from '../fetch/decode.ts';
import { decodeBody, decodePieces } from '../page/charset.ts';
import type { DocumentProblem } from './problem.ts';

/** The body of a response, with what its reader needs to know. */
export interface FetchedDocument {
  /** The URL that was requested, which references are resolved against. */
  readonly url: string;
  /** `Content-Encoding` undone. A gzipped file may be left, which has its own packing. */
  readonly body: Uint8Array;
  /** The header's value, or null where the server sent none. */
  readonly contentType: string | null;
  /** Whether the document went on behind these bytes. */
  readonly truncated: boolean;
}

/** Bytes of an unpacked document that are read; the sitemap protocol allows no more. */
export const MAX_DOCUMENT_BYTES: number = 50 * 1024 * 1024;

/** Bytes that are read at a stretch, in a few milliseconds. */
const PIECE = 64 * 1024;

/** Bytes; comments in front of the root element are shorter. */
const HEAD = 16 * 1024;
/** Gzip packs a thousand bytes into one at best, so that this is unpacked in no time. */
const PACKED_HEAD = 2 * 1024;

const LEADING_SPACE: readonly (number | undefined)[] = [0x09, 0x0a, 0x0d, 0x20];
/** Bytes of white space that may stand before an XML declaration, where it must not but does. */
const MAX_LEADING_SPACE = 1024;

/** Whether the bytes start as a gzip file does (RFC 1952 2.3.1). */
function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

interface Unpacked {
  readonly bytes: Uint8Array;
  readonly problem: DocumentProblem | null;
}

/** The document's bytes, unpacked where they are a gzip file: one layer, up to {@link MAX_DOCUMENT_BYTES}. */
export async function unpack({ body, truncated }: FetchedDocument): Promise<Unpacked> {
  if (!isGzip(body)) {
    const isTooLarge = truncated || body.length > MAX_DOCUMENT_BYTES;
    return { bytes: body.subarray(0, MAX_DOCUMENT_BYTES), problem: isTooLarge ? 'too-large' : null };
  }
  const decoded = await decodeContent(body, 'gzip', MAX_DOCUMENT_BYTES);
  if (decoded === null) return { bytes: new Uint8Array(0), problem: truncated ? 'too-large' : 'broken-gzip' };
  const isTooLarge = truncated || decoded.bytes.length === MAX_DOCUMENT_BYTES;
  return { bytes: decoded.bytes, problem: !decoded.truncated ? null : isTooLarge ? 'too-large' : 'broken-gzip' };
}

/** The text in pieces. Between two of them the event loop goes round, so that a long document holds up nothing. */
export async function* textOf(bytes: Uint8Array, contentType: string | null): AsyncGenerator<string> {
  for (const piece of decodePieces(withoutLeadingSpace(bytes), contentType, PIECE)) {
    yield piece;
    await setImmediate();
  }
}

/** The text that an unpacked document starts with, by which its kind is told. */
export function headOf(bytes: Uint8Array, contentType: string | null): string {
  return decodeBody(withoutLeadingSpace(bytes).subarray(0, HEAD), contentType);
}

/** What the first bytes of a gzip file hold, the body itself where it is none, nothing where it is broken. */
export function unpackHead(body: Uint8Array): Uint8Array {
  if (!isGzip(body)) return body;
  try {
    return gunzipSync(body.subarray(0, PACKED_HEAD), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array(0);
  }
}

/** A blank line before the XML declaration is a common slip, and would hide the encoding that is declared there. */
function withoutLeadingSpace(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < MAX_LEADING_SPACE && LEADING_SPACE.includes(bytes[start])) start++;
  return bytes.subarray(start);
}
