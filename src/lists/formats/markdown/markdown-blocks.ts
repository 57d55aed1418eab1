import { skipSpace } from '../../../text/white-space.ts';
import { checkLength } from '../../reading/limits.ts';

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
    const fence = matchAt(FENCE, line, at);
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

/** A quotation mark, or a list marker: `- `, `* `, `+ `, `1. ` or `1) `. Sticky. */
const CONTAINER = />|(?:[0-9]{1,9}[.)]|[-*+])(?=[\t-\r ])/y;
/** The start of a heading or a table row. */
const HEADING_OR_ROW = /[#|]/y;
/** The run of backticks or tildes that opens a fence. No backtick may follow backticks. */
const FENCE = /`{3,}(?!`)(?![^]*`)|~{3,}/y;

/** The index after quotation marks, indentation and list markers. */
function contentStart(line: string): number {
  let at = skipSpace(line, 0);
  for (let mark = matchAt(CONTAINER, line, at); mark !== ''; mark = matchAt(CONTAINER, line, at)) {
    at = skipSpace(line, at + mark.length);
  }
  return at;
}

/** Whether the line always starts a new block. */
function startsBlock(line: string): boolean {
  const at = skipSpace(line, 0);
  return matchAt(CONTAINER, line, at) !== '' || matchAt(HEADING_OR_ROW, line, at) !== '';
}

/** What a sticky pattern matches at an index; empty if it does not match. */
function matchAt(pattern: RegExp, line: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0] ?? '';
}

function closesFence(line: string, fence: string): boolean {
  const start = contentStart(line);
  if (!line.startsWith(fence, start)) return false;
  let end = start;
  while (line.charAt(end) === fence.charAt(0)) end++;
  return skipSpace(line, end) >= line.length;
}
