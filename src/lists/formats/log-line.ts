/** A request in an access log. All fields are bytes, one per character (Latin-1). */
export interface LogLine {
  /** `host:port`, if the log names it; null otherwise. */
  readonly virtualHost: string | null;
  /** The request line: `GET /path HTTP/1.1`, with its escapes undone. */
  readonly request: string;
  /** The time as in the log: `17/May/2015:10:05:03 +0000`. */
  readonly time: string;
  /** Everything after the request: status, response size, and more in a combined log. */
  readonly answer: string;
}

const DATE = /^[0-9]{1,2}\/[A-Za-z]{3}\/[0-9]{4}:/;
/** Far more than addresses, names and date before a request need. */
const MAX_PREFIX = 4096;

/** Reads a line of the common, combined or vhost_combined log format; null if the line has another format. */
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

/** The next quote that is not escaped; -1 if there is none. */
function closingQuote(line: string, from: number): number {
  for (let i = from; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === 0x22) return i;
    if (code === 0x5c) i++;
  }
  return -1;
}

/**
 * The virtual host of `host:port client ident user`. An IPv6 client also contains colons, but only two words follow it.
 */
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
