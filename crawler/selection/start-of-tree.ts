import { isContinuation } from '../page/html/html-bytes.ts';
import { textModelOf } from '../page/html/html-models.ts';
import { nameAt } from '../page/html/html-names.ts';
import { endOfText, HtmlTokenizer, type TextModel, type TokenSink } from '../page/html/html-tokenizer.ts';

/** The most elements, texts and attributes of a page that become a tree. A tree of this size takes some 30 MB. */
const MAX_PARTS = 100_000;
/** The length of a piece, in bytes. */
const PIECE = 16 * 1024;

/** The start of a page that is not too large for a tree. Returns the whole page if it is not. */
export function startOfTree(html: string): string {
  // Each part takes a character at least.
  if (html.length <= MAX_PARTS) return html;
  const bytes = Buffer.from(html);
  const parts = new PartCounter(bytes);
  const tokenizer = new HtmlTokenizer(bytes, parts);
  let end = PIECE;
  while (tokenizer.readTo(end)) {
    if (parts.count > MAX_PARTS) return bytes.toString('utf8', 0, endOfCharacter(bytes, end));
    end += PIECE;
  }
  return html;
}

/** Counts what becomes a part of a tree. It takes svg and math for HTML, which changes little. */
class PartCounter implements TokenSink {
  readonly isForeign = false;
  count = 0;
  private readonly bytes: Buffer;
  private model: TextModel = 'data';

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  startTag(start: number, end: number): boolean {
    this.count++;
    this.model = textModelOf(nameAt(this.bytes, start, end), false);
    return true;
  }

  attribute(): void {
    this.count++;
  }

  startTagEnd(): TextModel {
    return this.model;
  }

  text(start: number, end: number, hasTags: boolean): number {
    const stop = hasTags ? endOfText(this.bytes, start, end) : end;
    if (stop > start) this.count++;
    return stop;
  }

  comment(): void {
    this.count++;
  }

  endTag(): void {}
  cdata(): void {}
}

function endOfCharacter(bytes: Buffer, at: number): number {
  let end = at;
  while (isContinuation(bytes[end] ?? 0)) end++;
  return end;
}
