/** What an access log says of a request. Both in bytes. */
export interface LogLine {
  /** `host:port`, where the log names it. */
  readonly virtualHost: string | null;
  /** What the client sent: `GET /path HTTP/1.1`, escapes undone. */
  readonly request: string;
  /** When it came, as the log has it: `17/May/2015:10:05:03 +0000`. */
  readonly time: string;
  /** What follows the request: status and bytes of the answer, and in a combined log more. */
  readonly answer: string;
}

const DATE = /^[0-9]{1,2}\/[A-Za-z]{3}\/[0-9]{4}:/;
/** Far more than the addresses, names and the date in front of a request take. */
const MAX_PREFIX = 4096;

/** Reads a line of the common, combined or vhost_combined log format; null where it is none of them. */
export function readLogLine(line: string): LogLine | null {
  const prefix = line.slice(0, MAX_PREFIX);
  const date = prefix.indexOf(' [');
  if (date < 0 || !DATE.test(prefix.slice(date + 2, date + 16))) return null;
  const quote = prefix.indexOf('] "', date);
  if (quote < 0) return null;
  const end = closingQuote(line, quote + 3);
  if (end < 0) return null;
  return {
    virtualHost: virtualHostOf(prefix.slice(0, date)),
    request: undoEscapes(line.slice(quote + 3, end)),
    time: prefix.slice(date + 2, quote),
    answer: line.slice(end + 1),
  };
}

/** The next quote that is not escaped, -1 where there is none. */
function closingQuote(line: string, from: number): number {
  for (let i = from; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === 0x22) return i;
    if (code === 0x5c) i++;
  }
  return -1;
}

/** Of `host:port client ident user`; an IPv6 client has colons too, but only two words behind it. */
function virtualHostOf(words: string): string | null {
  const [first = '', ...others] = words.split(' ');
  return others.length >= 3 && /^(?:[^:[\]]+|\[[^\]]*\]):[0-9]{1,5}$/.test(first) ? first : null;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

function undoEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:x([0-9A-Fa-f]{2})|(.))/g, (_, hex: string | undefined, character: string | undefined) =>
    hex === undefined
      ? (ESCAPES.get(character ?? '') ?? character ?? '')
      : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
