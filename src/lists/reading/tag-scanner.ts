import { isSpace, skipSpace } from './white-space.ts';

/** A start or end tag. Indexes are of the text that was scanned. */
export interface Tag {
  /** In ASCII lower case, as nobody is strict about it. */
  readonly name: string;
  readonly kind: 'start' | 'end' | 'empty';
  /** Of the `<`. */
  readonly start: number;
  /** Behind the `>`. */
  readonly end: number;
  /** Of a start tag, as they stand. */
  readonly attributes: readonly Attribute[];
}

interface Attribute {
  /** In ASCII lower case. */
  readonly name: string;
  /** Raw, without quotes. */
  readonly value: string;
  /** Where the value lies, quotes included; both are the end of the name where there is none. */
  readonly start: number;
  readonly end: number;
}

/**
 * In XML there are sections of CDATA, in HTML elements of raw text. In bookmark files there are neither: a title that
 * says `<script>`, unescaped, must not take in all bookmarks behind it.
 */
export type Markup = 'html' | 'xml' | 'bookmarks';

/** A tag that has more is an attack on memory; the others are passed over. */
const MAX_ATTRIBUTES = 256;
/** HTML elements whose content is text, whatever it looks like. */
const RAW_TEXT: ReadonlySet<string> = new Set('script style title textarea xmp iframe noembed noframes'.split(' '));

/**
 * Finds tags, as HTML's and XML's tokenizers would, passing over comments, declarations and CDATA. It has no tree, and
 * so no trouble with depth. Time is linear in the text's length.
 */
export class TagScanner {
  readonly #kind: Markup;
  /** The element whose text is being passed over. */
  #rawText = '';
  /** Where to go on: behind the last tag, or where one starts whose end is yet to come. */
  position = 0;

  constructor(kind: Markup) {
    this.#kind = kind;
  }

  /** The next tag that is complete; null where there is no more. */
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

  /** The end of what starts here and is no tag; the start itself where it is one, -1 where that is yet to be seen. */
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

  /** As `#skipEnd`, where all is text but the end tag of the element. */
  #rawTextEnd(text: string, start: number): number {
    const behind = start + 2 + this.#rawText.length;
    if (behind >= text.length) return isEndTagCut(text.slice(start), this.#rawText) ? -1 : start + 1;
    const isEnd = text.slice(start, behind).toLowerCase() === `</${this.#rawText}`;
    return isEnd && isNameEnd(text.charCodeAt(behind)) ? start : start + 1;
  }
}

/** The value of the first attribute of a name, raw. */
export function attributeOf(tag: Tag, name: string): string | undefined {
  return tag.attributes.find((attribute) => attribute.name === name)?.value;
}

/** The tag that starts at an index, null where it has no end. */
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
  // An equals sign in front is part of the name: HTML Standard 13.2.5.32.
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
