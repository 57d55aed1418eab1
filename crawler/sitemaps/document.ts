import { setImmediate } from 'node:timers/promises';
import type { DocumentProblem } from '../../db/reasons.ts';
import { isGzip } from '../../src/text/is-gzip.ts';
import { decodeContent } from '../fetch/decode.ts';
import { decodeBody, decodePieces, sniffEncoding } from '../page/charset.ts';

/** The body of a response, with the information that its reader needs. */
export interface FetchedDocument {
  /** The requested URL, which is the base of references. */
  readonly url: string;
  /** The body without its `Content-Encoding`. It may still be a gzip file. */
  readonly body: Uint8Array;
  /** The value of the Content-Type header; null if the server sent none. */
  readonly contentType: string | null;
  /** Whether the document continues after these bytes. */
  readonly truncated: boolean;
}

/** How many bytes of an unpacked document are read; the sitemap protocol allows no more. */
export const MAX_DOCUMENT_BYTES: number = 50 * 1024 * 1024;

/** How many bytes are read in one step, which takes a few milliseconds. */
const PIECE = 64 * 1024;

/** In bytes. Comments before the root element are shorter. */
const HEAD = 16 * 1024;
/** In bytes. Gzip packs at most a thousand bytes into one, so unpacking this takes almost no time. */
const PACKED_HEAD = 2 * 1024;

const LEADING_SPACE: readonly (number | undefined)[] = [0x09, 0x0a, 0x0d, 0x20];
/** How many bytes of white space are tolerated before an XML declaration, where none is allowed. */
const MAX_LEADING_SPACE = 1024;

interface Unpacked {
  readonly bytes: Uint8Array;
  readonly problem: DocumentProblem | null;
}

/** The document's bytes. A gzip file is unpacked once, up to {@link MAX_DOCUMENT_BYTES}. */
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

/** The text in pieces. The event loop runs between two of them, so that a long document does not block other work. */
export async function* textOf(bytes: Uint8Array, contentType: string | null): AsyncGenerator<string> {
  const text = withoutLeadingSpace(bytes);
  for (const piece of decodePieces(text, sniffEncoding(text, contentType), PIECE)) {
    yield piece;
    await setImmediate();
  }
}

/** The start of an unpacked document's text, which shows its kind. */
export function headOf(bytes: Uint8Array, contentType: string | null): string {
  return decodeBody(withoutLeadingSpace(bytes).subarray(0, HEAD), contentType);
}

/** The start of a gzip file's contents, up to where it is broken. Returns the body itself if it is not a gzip file. */
export async function unpackHead(body: Uint8Array): Promise<Uint8Array> {
  if (!isGzip(body)) return body;
  const decoded = await decodeContent(body.subarray(0, PACKED_HEAD), 'gzip', HEAD);
  return decoded?.bytes ?? new Uint8Array(0);
}

/** Drops a blank line before the XML declaration, a common mistake that would hide the declared encoding. */
function withoutLeadingSpace(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (start < MAX_LEADING_SPACE && LEADING_SPACE.includes(bytes[start])) start++;
  return bytes.subarray(start);
}
