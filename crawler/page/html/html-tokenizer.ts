import {
  CLOSING_BRACKET,
  DASH,
  DOUBLE_QUOTE,
  EQUALS,
  EXCLAMATION,
  GREATER,
  isAt,
  isContinuation,
  isLetter,
  isSpace,
  LESS,
  QUESTION,
  SINGLE_QUOTE,
  SLASH,
} from './html-bytes.ts';

/**
 * How the text after a start tag is read. `data` contains tags, `raw` is the text of an element up to its end tag, and
 * `plaintext` is text to the end of the page.
 */
export type TextModel = 'data' | 'raw' | 'script' | 'plaintext';

/** Receives the tokens of a page. Offsets are in bytes. */
export interface TokenSink {
  /** Whether the current place is directly in svg or math. */
  readonly isForeign: boolean;

  /**
   * Takes the name of a start tag, which the end of the page may still cut off.
   *
   * @returns whether the attributes and the end of the tag are wanted
   */
  startTag(start: number, end: number): boolean;

  /** Takes an attribute of a wanted tag. Names may be repeated. The end of the page may cut off the value. */
  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void;

  /**
   * Takes the end of a wanted start tag.
   *
   * @param end the offset after its `>`
   * @returns how the text after it is read
   */
  startTagEnd(end: number, isSelfClosing: boolean): TextModel;

  /** Takes the name of an end tag, whose `</` is right before it. */
  endTag(start: number, end: number): void;

  /**
   * Takes text, character references included.
   *
   * @param hasTags whether the text ends before `end` if markup starts there, as {@link endOfText} tells
   * @returns where the text ends. It may be after `end` if a character reference lies across it.
   */
  text(start: number, end: number, hasTags: boolean): number;

  /** Takes the text of a CDATA section. */
  cdata(start: number, end: number): void;

  /** Takes the text of a comment, or of a declaration, which is skipped as comments are. */
  comment(start: number, end: number): void;
}

/** The next markup's `<`, or `end`. A `<` in text is text. */
export function endOfText(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] !== LESS || !opensMarkup(bytes, at))) at++;
  return at;
}

/** Whether a `<` opens a tag, a comment or a declaration. */
export function opensMarkup(bytes: Uint8Array, at: number): boolean {
  if (at + 1 >= bytes.length) return false;
  const next = bytes[at + 1] ?? 0;
  return isLetter(next) || next === SLASH || next === EXCLAMATION || next === QUESTION;
}

type State = TextModel | 'tag' | 'comment' | 'bogus' | 'cdata';

/** What a script is in after `<!--`, and after a `<script` in that. */
type Escape = 'none' | 'escaped' | 'double';

/**
 * The tokenizer of the HTML Standard, section 13.2.5, over the bytes of a page in UTF-8. It looks at each byte a few
 * times, and holds nothing of the page but offsets. It can stop almost anywhere, so that long pages are read in steps.
 */
export class HtmlTokenizer {
  readonly #bytes: Uint8Array;
  readonly #sink: TokenSink;
  #at = 0;
  #state: State = 'data';
  /** The start of the text of a comment or CDATA section. */
  #start = 0;
  /** The name of the current tag. In raw text and scripts, that of the element. */
  #nameStart = 0;
  #nameEnd = 0;
  #isEndTag = false;
  #isWanted = false;
  #escape: Escape = 'none';

  /** @param bytes valid UTF-8 */
  constructor(bytes: Uint8Array, sink: TokenSink) {
    this.#bytes = bytes;
    this.#sink = sink;
  }

  /**
   * Reads on, up to that offset and at most to the end of the name or attribute there. Returns false at the end of the
   * page.
   */
  readTo(limit: number): boolean {
    const { length } = this.#bytes;
    let stop = Math.min(limit, length);
    while (stop < length && isContinuation(this.#bytes[stop] ?? 0)) stop++;
    while (this.#at < stop) this.#at = this.#read(this.#at, stop);
    if (this.#at < length) return true;
    this.#end();
    return false;
  }

  #read(at: number, stop: number): number {
    switch (this.#state) {
      case 'data':
        return this.#readData(at, stop);
      case 'tag':
        return this.#readTag(at, stop);
      case 'raw':
        return this.#readText(at, this.#endOfRaw(at, stop));
      case 'script':
        return this.#readText(at, this.#endOfScript(at, stop));
      case 'plaintext':
        return this.#sink.text(at, stop, false);
      case 'comment':
      case 'bogus':
      case 'cdata':
        return this.#readSkipped(at, stop);
    }
  }

  #readData(from: number, stop: number): number {
    let at = from;
    while (at < stop && this.#state === 'data') {
      at = this.#sink.text(at, stop, true);
      if (at < stop) at = this.#readMarkup(at, stop);
    }
    return at;
  }

  /** @param at the offset of a `<` that opens markup */
  #readMarkup(at: number, stop: number): number {
    const next = this.#bytes[at + 1] ?? 0;
    if (next === SLASH) return this.#openEndTag(at);
    if (next === EXCLAMATION) return this.#openDeclaration(at + '<!'.length);
    if (next === QUESTION) return this.#skip('bogus', at + '<'.length);
    return this.#readTag(this.#openTag(at + '<'.length, false), stop);
  }

  #openTag(start: number, isEndTag: boolean): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let end = start + 1;
    while (end < length && !endsTagName(bytes[end] ?? 0)) end++;
    this.#state = 'tag';
    this.#isEndTag = isEndTag;
    this.#nameStart = start;
    this.#nameEnd = end;
    this.#isWanted = !isEndTag && this.#sink.startTag(start, end);
    return end;
  }

  #openEndTag(at: number): number {
    const bytes = this.#bytes;
    const start = at + '</'.length;
    if (start >= bytes.length) return this.#sink.text(at, start, false);
    const first = bytes[start] ?? 0;
    if (isLetter(first)) return this.#openTag(start, true);
    return first === GREATER ? start + 1 : this.#skip('bogus', start);
  }

  #openDeclaration(start: number): number {
    if (isAt(this.#bytes, start, '--')) return this.#skip('comment', start + '--'.length);
    if (this.#sink.isForeign && isCdata(this.#bytes, start)) return this.#skip('cdata', start + '[CDATA['.length);
    return this.#skip('bogus', start);
  }

  #skip(state: 'comment' | 'bogus' | 'cdata', start: number): number {
    this.#state = state;
    this.#start = start;
    return start;
  }

  /** Reads from the end of a tag's name, or of an attribute, to the end of the tag. */
  #readTag(from: number, stop: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let at = from;
    while (at < stop) {
      const byte = bytes[at] ?? 0;
      if (byte === GREATER) return this.#closeTag(at + 1, false);
      if (byte === SLASH) {
        if (at + 1 < length && bytes[at + 1] === GREATER) return this.#closeTag(at + 2, true);
        at++;
      } else if (isSpace(byte)) at++;
      else at = this.#readAttribute(at);
    }
    return at;
  }

  #closeTag(end: number, isSelfClosing: boolean): number {
    this.#state = 'data';
    this.#escape = 'none';
    if (this.#isEndTag) this.#sink.endTag(this.#nameStart, this.#nameEnd);
    else if (this.#isWanted) this.#state = this.#sink.startTagEnd(end, isSelfClosing);
    return end;
  }

  #readAttribute(start: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    // A `=` at its start belongs to the name.
    let at = start + 1;
    while (at < length && !endsAttributeName(bytes[at] ?? 0)) at++;
    const nameEnd = at;
    while (at < length && isSpace(bytes[at] ?? 0)) at++;
    let valueStart = nameEnd;
    let valueEnd = nameEnd;
    if (bytes[at] === EQUALS) {
      at++;
      while (at < length && isSpace(bytes[at] ?? 0)) at++;
      const quote = bytes[at] ?? 0;
      if (quote === DOUBLE_QUOTE || quote === SINGLE_QUOTE) {
        valueStart = ++at;
        while (at < length && bytes[at] !== quote) at++;
        valueEnd = at++;
      } else {
        valueStart = at;
        while (at < length && !endsValue(bytes[at] ?? 0)) at++;
        valueEnd = at;
      }
    }
    if (this.#isWanted) this.#sink.attribute(start, nameEnd, valueStart, valueEnd);
    return at;
  }

  /** Reads the text of an element up to its end tag, or that tag. */
  #readText(at: number, end: number): number {
    return at < end ? this.#sink.text(at, end, false) : this.#openEndTag(at);
  }

  /** The end tag of the open element, or `stop`. */
  #endOfRaw(from: number, stop: number): number {
    const bytes = this.#bytes;
    let at = from;
    while (at < stop && (bytes[at] !== LESS || bytes[at + 1] !== SLASH || !this.#isNameAt(at + 2))) at++;
    return at;
  }

  /** Does the same in a script, by the HTML Standard's sections 13.2.5.15 to 13.2.5.31. */
  #endOfScript(from: number, stop: number): number {
    const bytes = this.#bytes;
    for (let at = from; at < stop; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === DASH && this.#escape !== 'none') {
        if (isAt(bytes, at, '-->')) this.#escape = 'none';
      } else if (byte === LESS) {
        const isEnd = bytes[at + 1] === SLASH && this.#isNameAt(at + 2);
        if (isEnd && this.#escape !== 'double') return at;
        if (isEnd) this.#escape = 'escaped';
        else if (this.#escape === 'escaped' && this.#isNameAt(at + 1)) this.#escape = 'double';
        else if (this.#escape === 'none' && isAt(bytes, at, '<!--')) this.#escape = 'escaped';
      }
    }
    return stop;
  }

  /** Whether the name of the open element is at that place, and ends there. */
  #isNameAt(at: number): boolean {
    const bytes = this.#bytes;
    const start = this.#nameStart;
    const end = at + this.#nameEnd - start;
    if (end >= bytes.length || !endsTagName(bytes[end] ?? 0)) return false;
    for (let other = at; other < end; other++) {
      if (((bytes[other] ?? 0) | 0x20) !== ((bytes[start + other - at] ?? 0) | 0x20)) return false;
    }
    return true;
  }

  /** Reads a comment, a declaration or a CDATA section. */
  #readSkipped(from: number, stop: number): number {
    const bytes = this.#bytes;
    for (let at = from; at < stop; at++) {
      if (bytes[at] !== GREATER) continue;
      const end = this.#endOfSkipped(at);
      if (end !== -1) return this.#closeSkipped(end, at + 1);
    }
    return stop;
  }

  #closeSkipped(end: number, next: number): number {
    if (this.#state === 'cdata') this.#sink.cdata(this.#start, end);
    else this.#sink.comment(this.#start, end);
    this.#state = 'data';
    return next;
  }

  /** The end of the text that a `>` ends; -1 if it ends none. */
  #endOfSkipped(at: number): number {
    if (this.#state === 'bogus') return at;
    const bytes = this.#bytes;
    const mark = this.#state === 'cdata' ? CLOSING_BRACKET : DASH;
    // The dashes of `<!-->` and `<!--->` open the comment and close it.
    if (bytes[at - 1] === mark && bytes[at - 2] === mark) return Math.max(this.#start, at - 2);
    const isBang = this.#state === 'comment' && bytes[at - 1] === EXCLAMATION && at - 3 >= this.#start;
    return isBang && bytes[at - 2] === DASH && bytes[at - 3] === DASH ? at - 3 : -1;
  }

  /** At the end of the page, a comment and a CDATA section end; a tag is dropped. */
  #end(): void {
    const { length } = this.#bytes;
    if (this.#state === 'comment') this.#closeSkipped(this.#start + lengthOfCut(this.#bytes, this.#start), length);
    else if (this.#state === 'bogus' || this.#state === 'cdata') this.#closeSkipped(length, length);
  }
}

/** The length of the text of a comment that the end of the page cuts off. */
function lengthOfCut(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  const dash = (back: number): boolean => length - back >= start && bytes[length - back] === DASH;
  if (dash(1)) return length - start - (dash(2) ? 2 : 1);
  return length - start - (bytes[length - 1] === EXCLAMATION && dash(2) && dash(3) ? 3 : 0);
}

/** Unlike other marks, this one is in upper case only. */
function isCdata(bytes: Uint8Array, start: number): boolean {
  return isAt(bytes, start, '[cdata[') && bytes.subarray(start + 1, start + 6).every((byte) => byte < 0x61);
}

function endsTagName(byte: number): boolean {
  return byte <= GREATER && (byte === GREATER || byte === SLASH || isSpace(byte));
}

function endsAttributeName(byte: number): boolean {
  return byte <= GREATER && (byte === GREATER || byte === EQUALS || byte === SLASH || isSpace(byte));
}

function endsValue(byte: number): boolean {
  return byte <= GREATER && (byte === GREATER || isSpace(byte));
}
