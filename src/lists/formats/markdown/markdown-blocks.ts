import { checkLength } from '../../reading/limits.ts';
import { isSpace, skipSpace } from '../../reading/white-space.ts';

/** Lines that inline markup can span: a paragraph, list item, heading or table row. */
export interface Block {
  /** The lines, joined. */
  readonly text: string;
  /** The number of its first line. */
  readonly line: number;
}

/**
 * Cuts a document into blocks, and leaves out fenced code and comments (CommonMark 4.5, 4.6). Indented lines are not
 * treated as code: in a list of links they are nested items.
 */
export class BlockCutter {
  #lines: string[] = [];
  #start = 0;
  #length = 0;
  #fence = '';
  #isComment = false;

  /** Adds a line. Returns the block that ends before it, if one does. */
  push(line: string, number: number): Block | null {
    if (this.#fence !== '') {
      if (closesFence(line, this.#fence)) this.#fence = '';
      return null;
    }
    if (this.#isComment) {
      this.#isComment = !line.includes('-->');
      return null;
    }
    const at = contentStart(line);
    const fence = fenceAt(line, at);
    const opensComment = line.startsWith('<!--', at);
    if (fence !== '' || opensComment) {
      this.#fence = fence;
      this.#isComment = opensComment && !line.includes('-->', at + 2);
      return this.end();
    }
    const isBlank = skipSpace(line, 0) >= line.length;
    const block = isBlank || startsBlock(line) ? this.end() : null;
    if (isBlank) return block;
    if (this.#lines.length === 0) this.#start = number;
    this.#lines.push(line);
    this.#length += line.length;
    checkLength(this.#length, this.#start);
    return block;
  }

  /** Returns the last block, if there is one. */
  end(): Block | null {
    if (this.#lines.length === 0) return null;
    const block = { text: this.#lines.join(''), line: this.#start };
    this.#lines = [];
    this.#length = 0;
    return block;
  }
}

/** The index after quotation marks, indentation and list markers. */
function contentStart(line: string): number {
  let at = skipSpace(line, 0);
  for (;;) {
    const marked = line.charAt(at) === '>' ? at + 1 : behindListMark(line, at);
    if (marked < 0) return at;
    at = skipSpace(line, marked);
  }
}

/** The index after `- `, `* `, `+ `, `1. ` or `1) `; -1 if there is no list marker. */
function behindListMark(line: string, start: number): number {
  let at = start;
  while (at < start + 9 && isDigit(line.charCodeAt(at))) at++;
  const mark = line.charAt(at);
  const isMark = at > start ? mark === '.' || mark === ')' : mark === '-' || mark === '*' || mark === '+';
  return isMark && isSpace(line.charCodeAt(at + 1)) ? at + 1 : -1;
}

/** Whether the line always starts a new block. */
function startsBlock(line: string): boolean {
  const at = skipSpace(line, 0);
  const first = line.charAt(at);
  return first === '#' || first === '|' || first === '>' || behindListMark(line, at) >= 0;
}

/** The run of three or more backticks or tildes that opens a fence; empty if there is none. */
function fenceAt(line: string, start: number): string {
  const mark = line.charAt(start);
  if (mark !== '`' && mark !== '~') return '';
  let end = start;
  while (line.charAt(end) === mark) end++;
  const isFence = end - start >= 3 && (mark === '~' || line.indexOf('`', end) < 0);
  return isFence ? line.slice(start, end) : '';
}

function closesFence(line: string, fence: string): boolean {
  const start = contentStart(line);
  if (!line.startsWith(fence, start)) return false;
  let end = start;
  while (line.charAt(end) === fence.charAt(0)) end++;
  return skipSpace(line, end) >= line.length;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
