/** RFC 9309 2.5: a parser must read at least this much of a file, in bytes. What follows is not read. */
export const MAX_BYTES: number = 500 * 1024;

/** Bytes of a line that are read; Google's parser reads as many. */
const MAX_LINE = 2083 * 8 - 1;

type LineKind = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay' | 'clean-param' | 'other';

/** A line with a key and a value (RFC 9309 2.2). */
export interface RobotsLine {
  readonly kind: LineKind;
  /** One character a byte (Latin-1), without comment and the white space around it. */
  readonly value: string;
  /** Counted from 1. */
  readonly line: number;
}

/**
 * Reads the records of a robots.txt, in order. Any bytes are text: NUL and what is no UTF-8 are data.
 *
 * @param isTruncated whether the file went on behind these bytes, so that the last line may be a part of one
 */
export function* readLines(bytes: Uint8Array, isTruncated: boolean): Generator<RobotsLine> {
  let line = 0;
  for (const text of linesOf(bytes, isTruncated)) {
    line++;
    const pair = splitLine(text.slice(0, MAX_LINE));
    if (pair !== null) yield { kind: kindOf(pair[0]), value: pair[1], line };
  }
}

function linesOf(bytes: Uint8Array, isTruncated: boolean): readonly string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_BYTES));
  const lines = buffer.toString('latin1', byteOrderMarkLength(bytes)).split(/\r\n|\r|\n/);
  const next = bytes[MAX_BYTES];
  const isWhole = next === undefined ? !isTruncated : next === 0x0a || next === 0x0d;
  return isWhole ? lines : lines.slice(0, -1);
}

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Of a mark of which only the start is there, that start: as Google's parser does, for files that a program cut. */
function byteOrderMarkLength(bytes: Uint8Array): number {
  const differing = BYTE_ORDER_MARK.findIndex((byte, at) => bytes[at] !== byte);
  return differing < 0 ? BYTE_ORDER_MARK.length : differing;
}

/** Key and value; null for a line that has none. */
function splitLine(line: string): readonly [key: string, value: string] | null {
  const hash = line.indexOf('#');
  const text = trim(hash < 0 ? line : line.slice(0, hash));
  const colon = text.indexOf(':');
  if (colon > 0) return [trim(text.slice(0, colon)), trim(text.slice(colon + 1))];
  return colon < 0 ? splitWords(text) : null;
}

/** Some forget the colon. As Google's parser does, only two words that stand alone are a key and a value. */
function splitWords(text: string): readonly [key: string, value: string] | null {
  const [, key, value] = /^([^\t ]+)[\t ]+([^\t ]+)$/.exec(text) ?? [];
  return key === undefined || value === undefined ? null : [key, value];
}

/** Trims ASCII white space only: `trim` of strings would take 0xA0, which is the end of some letters in UTF-8. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (start < end && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

/** What a key starts with. The misspellings are those that Google's parser forgives, and what follows is free as there. */
const KINDS: readonly (readonly [RegExp, LineKind])[] = [
  [/^user[- ]?agent/i, 'user-agent'],
  [/^allow/i, 'allow'],
  [/^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i, 'disallow'],
  [/^site[- ]?map/i, 'sitemap'],
  [/^crawl-delay$/i, 'crawl-delay'],
  [/^clean-param$/i, 'clean-param'],
];

function kindOf(key: string): LineKind {
  return KINDS.find(([name]) => name.test(key))?.[1] ?? 'other';
}
