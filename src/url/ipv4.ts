/** https://url.spec.whatwg.org/#concept-ipv4-parser, for a host whose last label is a number. */

/**
 * Whether the host's last label is a number. If so, the host must be an IPv4 address.
 *
 * https://url.spec.whatwg.org/#ends-in-a-number-checker
 */
export function endsInNumber(host: string): boolean {
  const end = host.endsWith('.') ? host.length - 1 : host.length;
  const start = host.lastIndexOf('.', end - 1) + 1;
  if (start >= end) return false;
  const first = host.charCodeAt(start);
  // Every number starts with a digit, so most hosts return here.
  if (first < 0x30 || first > 0x39) return false;
  const label = host.slice(start, end);
  return /^(?:[0-9]+|0[xX][0-9A-Fa-f]*)$/.test(label);
}

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';

/** A pattern for four decimal numbers without leading zeros: an address in its one spelling. */
export const DOTTED_DECIMAL: string = `(?:${OCTET}\\.){3}${OCTET}`;

const SETTLED = new RegExp(`^${DOTTED_DECIMAL}$`);

/** Whether the text is four decimal numbers without leading zeros. */
export function isDottedDecimal(text: string): boolean {
  return SETTLED.test(text);
}

/** The address as four decimal numbers; null if the host is out of range or not an address. */
export function parseIpv4(host: string): string | null {
  if (isDottedDecimal(host)) return host;
  const parts = (host.endsWith('.') ? host.slice(0, -1) : host).split('.');
  if (parts.length > 4) return null;
  const numbers: number[] = [];
  for (const part of parts) {
    const number = parseNumber(part);
    if (number === null) return null;
    numbers.push(number);
  }
  const last = numbers.pop() ?? 0;
  if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) return null;
  let address = last;
  for (const [index, number] of numbers.entries()) address += number * 256 ** (3 - index);
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

/** Decimal, octal with `0`, or hexadecimal with `0x`; null if none of these. Too large a number becomes Infinity. */
function parseNumber(text: string): number | null {
  if (text === '') return null;
  if (/^0[xX][0-9A-Fa-f]*$/.test(text)) return text.length === 2 ? 0 : Number(text);
  if (/^0[0-7]+$/.test(text)) return Number(`0o${text}`);
  return /^(?:0|[1-9][0-9]*)$/.test(text) ? Number(text) : null;
}
