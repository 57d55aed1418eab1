import { isUtf8 } from 'node:buffer';
import { charsetParameter } from '../../src/content-type.ts';
import type { Steps } from '../../src/give-way.ts';
import { windows1252Steps, windows1252ToUtf8 } from './windows-1252.ts';

/**
 * Decodes the text of a page. The encoding is chosen in the HTML Standard's order: byte order mark, `charset` of the
 * Content-Type header, `<meta>` in the first 1024 bytes, XML declaration, then UTF-8. Malformed bytes become U+FFFD; it
 * never fails.
 *
 * @param contentType the header's value; null if the server sent none
 */
export function decodeBody(body: Uint8Array, contentType: string | null): string {
  return decoded(body, sniffEncoding(body, contentType));
}

function decoded(body: Uint8Array, encoding: string): string {
  return encoding === 'windows-1252' ? windows1252ToUtf8(body).toString() : decoderFor(encoding).decode(body);
}

/**
 * Returns the text of {@link decodeBody} in pieces, so that a reader of a long body can pause in between.
 *
 * @param encoding that of the body, by {@link sniffEncoding}
 * @param size the size of a piece in bytes, at least 8. The last piece may be up to twice as long.
 */
export function* decodePieces(body: Uint8Array, encoding: string, size: number): Generator<string> {
  // A separate decoder, because it holds the bytes of a cut character.
  const decoder = encoding === 'windows-1252' ? null : new TextDecoder(encoding);
  let end = 0;
  for (let start = 0; start < body.length; start = end) {
    // Leave no shorter rest: together with bytes held back, two bytes may produce more text than Node's decoder has
    // room for, and it throws.
    end = body.length - start < 2 * size ? body.length : start + size;
    const bytes = body.subarray(start, end);
    yield decoder === null ? windows1252ToUtf8(bytes).toString() : decoder.decode(bytes, { stream: true });
  }
  if (decoder !== null) yield decoder.decode();
}

/**
 * Returns the text of {@link decodeBody} in UTF-8. Most bodies are such text already, and are not copied.
 *
 * @param encoding that of the body, by {@link sniffEncoding}
 * @returns a part of the body, or a copy of its own
 */
export function utf8Of(body: Uint8Array, encoding: string): Buffer {
  if (encoding === 'windows-1252') return windows1252ToUtf8(body);
  return validUtf8(body, encoding) ?? Buffer.from(decoded(body, encoding));
}

/** Does the same as {@link utf8Of}, in steps. UTF-8 and UTF-16 take at most 10 ms per megabyte. */
export function* utf8Steps(body: Uint8Array, encoding: string): Steps<Buffer> {
  if (encoding.startsWith('utf-')) return utf8Of(body, encoding);
  if (encoding === 'windows-1252') return yield* windows1252Steps(body);
  // The whole text as a string would take twice the memory.
  const pieces: Buffer[] = [];
  for (const piece of decodePieces(body, encoding, STEP)) {
    pieces.push(Buffer.from(piece));
    yield;
  }
  return Buffer.concat(pieces);
}

/** The body without its byte order mark if it is valid UTF-8. */
function validUtf8(body: Uint8Array, encoding: string): Buffer | null {
  if (encoding !== 'utf-8' || !isUtf8(body)) return null;
  const bytes = asBuffer(body);
  return encodingOfBom(body) === 'utf-8' ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
}

/** How many bytes are decoded in one step, which takes a few milliseconds. */
const STEP = 256 * 1024;

/**
 * The encoding that `decodeBody` uses, as its name in the Encoding Standard in lower case, such as `utf-8` or
 * `windows-1252`.
 */
export function sniffEncoding(body: Uint8Array, contentType: string | null): string {
  return (
    encodingOfBom(body) ??
    (contentType === null ? null : encodingFor(charsetParameter(contentType))) ??
    encodingInMarkup(body) ??
    'utf-8'
  );
}

/** U+FEFF in UTF-8. */
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

function encodingOfBom(body: Uint8Array): string | null {
  const [first, second] = body;
  if (BYTE_ORDER_MARK.every((byte, index) => body[index] === byte)) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return null;
}

/** The encoding of a label; null if the Encoding Standard or this runtime does not know the label. */
function encodingFor(label: string | null): string | null {
  if (label === null) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

// One decoder per encoding, because creating one takes as long as decoding a short page.
const decoders = new Map<string, TextDecoder>();

function decoderFor(encoding: string): TextDecoder {
  const known = decoders.get(encoding);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(encoding);
  decoders.set(encoding, decoder);
  return decoder;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const PRESCAN_LENGTH = 1024;

function encodingInMarkup(body: Uint8Array): string | null {
  const head = asBuffer(body).toString('latin1', 0, PRESCAN_LENGTH);
  return prescan(head) ?? encodingForMarkup(xmlEncoding(head));
}

/** Like `encodingFor`, for a label inside the document. */
function encodingForMarkup(label: string | null): string | null {
  if (label?.trim().toLowerCase() === 'x-user-defined') return 'windows-1252';
  const encoding = encodingFor(label);
  // The document was readable as ASCII up to here, so it is not UTF-16.
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 'utf-8' : encoding;
}

/** HTML Standard, "get an XML encoding". */
function xmlEncoding(head: string): string | null {
  return /^<\?xml[^>]*?encoding[\0- ]*=[\0- ]*(["'])([^"'>\0- ]+)\1/.exec(head)?.[2] ?? null;
}

/** HTML Standard, "prescan a byte stream to determine its encoding". */
function prescan(head: string): string | null {
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(head); mark !== null; mark = MARK.exec(head)) {
    const [text, comment, meta, tag] = mark;
    if (comment !== undefined) MARK.lastIndex = endOf(head, '-->', mark.index + 2);
    else if (meta === undefined && tag === undefined) MARK.lastIndex = endOf(head, '>', mark.index);
    else {
      const { attributes, end } = readAttributes(head, mark.index + text.length);
      const encoding = meta !== undefined && end < head.length ? encodingOfMeta(attributes) : null;
      if (encoding !== null) return encoding;
      MARK.lastIndex = end;
    }
  }
  return null;
}

/** A comment, a `meta` tag, another tag, or a declaration. */
const MARK = /(<!--)|(<meta(?=[\t\n\f\r /]))|(<\/?[a-z][^\t\n\f\r >]*)|<[!/?]/gi;

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + mark.length;
}

const ATTRIBUTE =
  /[\t\n\f\r /]*(=?[^=\t\n\f\r />]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\t\n\f\r >"'][^\t\n\f\r >]*)|))?/y;

/** HTML Standard, "get an attribute", up to the `>`. `end` is the text's length if there is no `>`. */
function readAttributes(head: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let end = from;
  for (;;) {
    ATTRIBUTE.lastIndex = end;
    const match = ATTRIBUTE.exec(head);
    if (match === null) return { attributes, end: head.length };
    end = ATTRIBUTE.lastIndex;
    const [, name = '', ...values] = match;
    if (name === '') return { attributes, end };
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, values.find((value) => value !== undefined) ?? '');
  }
}

function encodingOfMeta(attributes: ReadonlyMap<string, string>): string | null {
  return encodingForMarkup(attributes.get('charset') ?? labelInContent(attributes));
}

function labelInContent(attributes: ReadonlyMap<string, string>): string | null {
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return null;
  const found = CHARSET_IN_CONTENT.exec(attributes.get('content') ?? '');
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}

/** HTML Standard, "extract a character encoding from a meta element". */
const CHARSET_IN_CONTENT = /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f\r ;"'][^\t\n\f\r ;]*))/i;
