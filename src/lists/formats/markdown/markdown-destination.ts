import { isSpace, skipSpace } from '../../../text/white-space.ts';

/** A raw link destination, and the index after it. */
export interface Destination {
  readonly raw: string;
  readonly end: number;
}

/** CommonMark 6.3 requires at least three. Most implementations allow 32. */
const MAX_PARENTHESES = 32;

/** Reads the text after `](`, up to the closing parenthesis. Null if it is not a destination. */
export function readInlineDestination(text: string, from: number): Destination | null {
  const destination = readDestination(text, skipSpace(text, from), true);
  if (destination === null) return null;
  const close = skipSpace(text, titleEnd(text, destination.end));
  return text.charAt(close) === ')' ? { raw: destination.raw, end: close + 1 } : null;
}

/**
 * Reads the text after `[id]:`. Only a title may follow on its line (CommonMark 4.7). Null if it is not a definition.
 */
export function readDefinition(text: string, from: number): Destination | null {
  const destination = readDestination(text, skipSpace(text, from), false);
  if (destination === null || destination.raw === '') return null;
  const isAlone = isLineEnd(text, destination.end) || isLineEnd(text, titleEnd(text, destination.end));
  return isAlone ? destination : null;
}

/** `<…>` or a run without spaces. In an inline link, its parentheses must be balanced. */
function readDestination(text: string, start: number, isInline: boolean): Destination | null {
  if (text.charAt(start) === '<') return readPointed(text, start);
  let depth = 0;
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 0x20) break;
    if (code === 0x5c) at++;
    else if (isInline && code === 0x28 && ++depth > MAX_PARENTHESES) return null;
    else if (isInline && code === 0x29 && --depth < 0) break;
  }
  return depth > 0 ? null : { raw: text.slice(start, at), end: Math.min(at, text.length) };
}

function readPointed(text: string, start: number): Destination | null {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '>') return { raw: text.slice(start + 1, at), end: at + 1 };
    if (character === '<' || character === '\n') return null;
    if (character === '\\') at++;
  }
  return null;
}

const TITLE_QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['(', ')'],
]);

/** The index after a title that starts here; `from` if there is none. */
function titleEnd(text: string, from: number): number {
  const start = skipSpace(text, from);
  const close = TITLE_QUOTES.get(text.charAt(start));
  if (close === undefined || start === from) return from;
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === close) return at + 1;
    if (character === '(' && close === ')') return from;
    if (character === '\\') at++;
  }
  return from;
}

/** Whether only white space follows on the line. */
function isLineEnd(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && text.charAt(at) !== '\n' && isSpace(text.charCodeAt(at))) at++;
  return at >= text.length || text.charAt(at) === '\n';
}
