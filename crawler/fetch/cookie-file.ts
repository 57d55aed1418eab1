import { DustpanError } from '../../src/error.ts';

/** A cookie as a cookie file has it. */
export interface FileCookie {
  /** Without a leading dot. */
  readonly domain: string;
  /** Whether subdomains get it too. */
  readonly isForSubdomains: boolean;
  readonly path: string;
  readonly isSecure: boolean;
  /** Milliseconds since the epoch; null if it has no end. */
  readonly expires: number | null;
  readonly name: string;
  readonly value: string;
}

/** A cookie file that cannot be read. The message names the lines, and repeats nothing of them. */
export class CookieFileError extends DustpanError {
  readonly code = 'bad-cookie-file';

  /** @param lines from 1 */
  constructor(lines: readonly number[]) {
    const shown = lines.slice(0, MAX_SHOWN).join(', ') + (lines.length > MAX_SHOWN ? ' …' : '');
    super(
      `not a cookie: line${lines.length === 1 ? '' : 's'} ${shown}; write the seven fields of Netscape's format, separated by tabs, as curl -c and wget --save-cookies do`,
    );
    this.name = 'CookieFileError';
  }
}

const MAX_SHOWN = 10;
/** `#HttpOnly_` is not a comment. */
const LINE =
  /^(?:#HttpOnly_)?\.?([^\t#.][^\t]*)\t(TRUE|FALSE)\t(\/[^\t]*)\t(TRUE|FALSE)\t(-?\d{1,15})(?:\.\d+)?\t([^\t]*)(?:\t([^\t]*))?$/i;

/**
 * Parses a cookie file in Netscape's format, which curl and wget write. An empty text is a file without cookies.
 *
 * @throws {CookieFileError} if a line is neither a cookie nor a comment
 */
export function parseCookieFile(text: string): readonly FileCookie[] {
  const cookies: FileCookie[] = [];
  const bad: number[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '' || (line.startsWith('#') && !/^#HttpOnly_/i.test(line))) continue;
    const cookie = parseLine(line);
    if (cookie === null) bad.push(index + 1);
    else cookies.push(cookie);
  }
  if (bad.length > 0) throw new CookieFileError(bad);
  return cookies;
}

function parseLine(line: string): FileCookie | null {
  const match = LINE.exec(line);
  if (match === null) return null;
  const [, domain = '', tail, path = '', secure, expires = '', name = '', value = ''] = match;
  if (name + value === '') return null;
  return {
    domain,
    isForSubdomains: isTrue(tail),
    path,
    isSecure: isTrue(secure),
    // 0 is a cookie of a session.
    expires: Number(expires) === 0 ? null : Number(expires) * 1000,
    name,
    value,
  };
}

function isTrue(text: string | undefined): boolean {
  return text?.toUpperCase() === 'TRUE';
}
