import { isSpace, skipSpace } from '../../text/white-space.ts';

/** A start or end tag. Indexes refer to the scanned text. */
export interface Tag {
  /** In lowercase ASCII. */
  readonly name: string;
  readonly kind: 'start' | 'end' | 'empty';
  /** The index of the `<`. */
  readonly start: number;
  /** The index after the `>`. */
  readonly end: number;
  /** Attributes of a start tag, unchanged. */
  readonly attributes: readonly Attribute[];
}

interface Attribute {
  /** In lowercase ASCII. */
  readonly name: string;
  /** Raw, without quotes. */
  readonly value: string;
  /** The range of the value, including quotes. If there is no value, both are the end of the name. */
  readonly start: number;
  readonly end: number;
}

/**
 * XML has CDATA sections, and HTML has raw text elements. Bookmark files have neither: an unescaped `<script>` in a
 * title must not swallow all bookmarks after it.
 */
export type Markup = 'html' | 'xml' | 'bookmarks';

/** Limits memory. Further attributes are ignored. */
const MAX_ATTRIBUTES = 256;
/** HTML elements whose content is always text. */
const RAW_TEXT: ReadonlySet<string> = new Set('script style title textarea xmp iframe noembed noframes'.split(' '));

/**
 * Finds tags like an HTML or XML tokenizer, and skips comments, declarations and CDATA. Builds no tree, so depth does
 * not matter. Linear time.
 */
export class TagScanner {
  readonly #kind: Markup;
  /** The element whose text is being skipped. */
  #rawText = '';
  /** Where to continue: after the last tag, or at the start of an incomplete one. */
  position = 0;

  constructor(kind: Markup) {
    this.#kind = kind;
  }

  /** The next complete tag; null if there is none. */
  next(text: string): Tag | null {
    for (;;) {
      const start = text.indexOf('<', this.position);
      if (start < 0) {
        this.position = text.length;
        return null;
      }
      this.position = start;
      const end = this.#rawText === '' ? this.#skipEnd(text, start) : this.#rawTextEnd(text, start);
      if (end < 0) return null;
      if (end > start) {
        this.position = end;
        continue;
      }
      const tag = readTag(text, start);
      if (tag === null) return null;
      this.position = tag.end;
      this.#rawText = this.#kind === 'html' && tag.kind !== 'end' && RAW_TEXT.has(tag.name) ? tag.name : '';
      return tag;
    }
  }

  /** The end of markup other than a tag; `start` if a tag starts here; -1 if the markup is incomplete. */
  #skipEnd(text: string, start: number): number {
    const code = text.charCodeAt(start + 1);
    if (code === 0x21) return this.#declarationEnd(text, start);
    if (code === 0x3f) return endOf(text, '>', start + 2);
    const first = code === 0x2f ? start + 2 : start + 1;
    if (first >= text.length) return -1;
    return isLetter(text.charCodeAt(first)) ? start : start + 1;
  }

  #declarationEnd(text: string, start: number): number {
    if (text.startsWith('<!--', start)) return endOf(text, '-->', start + 2);
    if (this.#kind === 'xml' && text.startsWith('<![CDATA[', start)) return endOf(text, ']]>', start);
    return endOf(text, '>', start);
  }

  /** Like `#skipEnd`, in an element where everything except its end tag is text. */
  #rawTextEnd(text: string, start: number): number {
    const behind = start + 2 + this.#rawText.length;
    if (behind >= text.length) return isEndTagCut(text.slice(start), this.#rawText) ? -1 : start + 1;
    const isEnd = text.slice(start, behind).toLowerCase() === `</${this.#rawText}`;
    return isEnd && isNameEnd(text.charCodeAt(behind)) ? start : start + 1;
  }
}

/** The lowercase name of a document's root element; null if the document starts with something else. */
export function rootOf(head: string): string | null {
  if (!/^\s*</.test(head)) return null;
  const tag = new TagScanner('xml').next(head);
  return tag?.kind === 'start' ? tag.name : null;
}

/** The raw value of the first attribute with that name. */
export function attributeOf(tag: Tag, name: string): string | undefined {
  return tag.attributes.find((attribute) => attribute.name === name)?.value;
}

/** The tag that starts at an index; null if it is incomplete. */
export function readTag(text: string, start: number): Tag | null {
  const isEnd = text.charCodeAt(start + 1) === 0x2f;
  const nameStart = isEnd ? start + 2 : start + 1;
  let at = nameStart;
  while (at < text.length && !isNameEnd(text.charCodeAt(at))) at++;
  const name = text.slice(nameStart, at).toLowerCase();
  const attributes: Attribute[] = [];
  let isEmpty = false;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x3e)
      return { name, kind: isEnd ? 'end' : isEmpty ? 'empty' : 'start', start, end: at + 1, attributes };
    isEmpty = code === 0x2f;
    if (isEmpty || isSpace(code)) {
      at++;
      continue;
    }
    const attribute = readAttribute(text, at);
    if (attribute === null) return null;
    if (!isEnd && attributes.length < MAX_ATTRIBUTES) attributes.push(attribute);
    at = attribute.end;
  }
  return null;
}

function readAttribute(text: string, start: number): Attribute | null {
  // An equals sign at the start is part of the name: HTML Standard 13.2.5.32.
  let nameEnd = start + 1;
  while (nameEnd < text.length && text.charCodeAt(nameEnd) !== 0x3d && !isNameEnd(text.charCodeAt(nameEnd))) nameEnd++;
  const name = text.slice(start, nameEnd).toLowerCase();
  const equals = skipSpace(text, nameEnd);
  if (text.charCodeAt(equals) !== 0x3d) return { name, value: '', start: nameEnd, end: nameEnd };
  const at = skipSpace(text, equals + 1);
  const quote = text.charAt(at);
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, at + 1);
    return close < 0 ? null : { name, value: text.slice(at + 1, close), start: at, end: close + 1 };
  }
  let end = at;
  while (end < text.length && text.charCodeAt(end) !== 0x3e && !isSpace(text.charCodeAt(end))) end++;
  return { name, value: text.slice(at, end), start: at, end };
}

function isEndTagCut(rest: string, name: string): boolean {
  return `</${name}`.startsWith(rest.toLowerCase());
}

function endOf(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index < 0 ? -1 : index + mark.length;
}

function isNameEnd(code: number): boolean {
  return code === 0x3e || code === 0x2f || isSpace(code);
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
