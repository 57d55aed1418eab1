import { trimSpace } from '../../src/text/white-space.ts';
import type { Usage } from './usage.ts';

/** How much of a file is read, in bytes: the least that RFC 9309, section 2.5 requires. */
export const MAX_BYTES: number = 500 * 1024;

/** How many bytes of a line are read, as in Google's parser. */
const MAX_LINE = 2083 * 8 - 1;

type LineKind =
  | 'user-agent'
  | 'allow'
  | 'disallow'
  | 'sitemap'
  | 'crawl-delay'
  | 'clean-param'
  | Usage['kind']
  | 'other';

/** A line with a key and a value (RFC 9309, section 2.2). */
export interface RobotsLine {
  /** The kind of record. */
  readonly kind: LineKind;
  /** The value without comment and surrounding white space, with one character per byte (Latin-1). */
  readonly value: string;
  /** Its number, from 1. */
  readonly line: number;
}

/**
 * Reads the records of a robots.txt in order. It accepts any bytes, including NUL and invalid UTF-8.
 *
 * @param isTruncated whether the file continues after these bytes, so that the last line may be incomplete
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

/** An incomplete mark counts too, as in Google's parser, because some programs cut it. */
function byteOrderMarkLength(bytes: Uint8Array): number {
  const differing = BYTE_ORDER_MARK.findIndex((byte, at) => bytes[at] !== byte);
  return differing < 0 ? BYTE_ORDER_MARK.length : differing;
}

/** Key and value; null if the line has none. */
function splitLine(line: string): readonly [key: string, value: string] | null {
  const hash = line.indexOf('#');
  const text = trimSpace(hash < 0 ? line : line.slice(0, hash));
  const colon = text.indexOf(':');
  if (colon > 0) return [trimSpace(text.slice(0, colon)), trimSpace(text.slice(colon + 1))];
  return colon < 0 ? splitWords(text) : null;
}

/** Handles a missing colon. As in Google's parser, only a line of exactly two words is a key and a value. */
function splitWords(text: string): readonly [key: string, value: string] | null {
  const [, key, value] = /^([^\t ]+)[\t ]+([^\t ]+)$/.exec(text) ?? [];
  return key === undefined || value === undefined ? null : [key, value];
}

/** How keys start. The misspellings are those that Google's parser accepts. As there, any characters may follow. */
const KINDS: readonly (readonly [RegExp, LineKind])[] = [
  [/^user[- ]?agent/i, 'user-agent'],
  [/^allow/i, 'allow'],
  [/^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i, 'disallow'],
  [/^site[- ]?map/i, 'sitemap'],
  [/^crawl-delay$/i, 'crawl-delay'],
  [/^clean-param$/i, 'clean-param'],
  [/^content-signal$/i, 'content-signal'],
  [/^content-usage$/i, 'content-usage'],
];

function kindOf(key: string): LineKind {
  return KINDS.find(([name]) => name.test(key))?.[1] ?? 'other';
}
