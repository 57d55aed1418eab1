/** https://url.spec.whatwg.org/#concept-ipv6-parser and -serializer, for the text between the brackets. */
import { isDottedDecimal } from './ipv4.ts';

/**
 * The address in its one spelling (RFC 5952: lower case, longest run of zeros compressed); null if it is not an
 * address.
 */
export function normalizeIpv6(text: string): string | null {
  const pieces = parseIpv6(text);
  return pieces === null ? null : serializeIpv6(pieces);
}

/** The address as eight 16-bit pieces; null if it is not an address. */
export function parseIpv6(text: string): readonly number[] | null {
  // An address has at most 45 characters. The check cannot skip leading zeros: a piece has at most 4 digits.
  if (text.length > 45) return null;
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const head = parsePieces(halves[0] ?? '', halves.length === 1);
  if (head === null) return null;
  if (halves.length === 1) return head.length === 8 ? head : null;
  const tail = parsePieces(halves[1] ?? '', true);
  // `::` stands for at least one piece.
  if (tail === null || head.length + tail.length > 7) return null;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/** Pieces separated by single colons. The last one may be a dotted IPv4 address if `mayEndInIpv4` is set. */
function parsePieces(text: string, mayEndInIpv4: boolean): readonly number[] | null {
  if (text === '') return [];
  const pieces: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (/^[0-9A-Fa-f]{1,4}$/.test(part)) {
      pieces.push(Number.parseInt(part, 16));
      continue;
    }
    const bytes = index === parts.length - 1 && mayEndInIpv4 ? parseDotted(part) : null;
    if (bytes === null) return null;
    pieces.push(...bytes);
  }
  return pieces;
}

/** Four decimal numbers without leading zeros, as two pieces. */
function parseDotted(text: string): readonly [number, number] | null {
  if (!isDottedDecimal(text)) return null;
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}

function serializeIpv6(pieces: readonly number[]): string {
  const run = longestZeroRun(pieces);
  const hex = (part: readonly number[]): string => part.map((piece) => piece.toString(16)).join(':');
  if (run.length < 2) return hex(pieces);
  return `${hex(pieces.slice(0, run.start))}::${hex(pieces.slice(run.start + run.length))}`;
}

/** The first of the longest runs of zero pieces. */
function longestZeroRun(pieces: readonly number[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  let start = 0;
  for (const [index, piece] of pieces.entries()) {
    if (piece !== 0) start = index + 1;
    else if (index + 1 - start > best.length) best = { start, length: index + 1 - start };
  }
  return best;
}
