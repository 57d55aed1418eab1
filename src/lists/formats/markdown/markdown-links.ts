import { isSpace, spaceStart } from '../../../text/white-space.ts';
import { attributeOf, readTag } from '../../reading/tag-scanner.ts';
import { readDefinition, readInlineDestination } from './markdown-destination.ts';

/** A link destination in bytes, with its character references and backslash escapes. */
export interface MarkdownLink {
  /** As written. */
  readonly raw: string;
  /** Whether backslashes in it are escapes. */
  readonly hasEscapes: boolean;
  /** Index of the link in its block. */
  readonly index: number;
}

/** An open `[`. */
interface Bracket {
  readonly index: number;
  readonly isImage: boolean;
  /** The number of links before it. A link text cannot contain links. */
  readonly links: number;
}

/** Finds the links of a CommonMark block, including GitHub's bare URLs. Linear time. */
export function linksOf(block: string): readonly MarkdownLink[] {
  return new LinkScanner(block).scan();
}

class LinkScanner {
  readonly #text: string;
  readonly #links: MarkdownLink[] = [];
  readonly #brackets: Bracket[] = [];
  /** Brackets below this one contain a link, so they cannot be links (CommonMark 6.3). */
  #closed = 0;
  /** The last run of backticks of each length; null before the first run. */
  #lastTicks: ReadonlyMap<number, number> | null = null;
  /** No tag or comment that starts after this index is complete. */
  #lastTag = Number.POSITIVE_INFINITY;
  #lastComment = Number.POSITIVE_INFINITY;

  constructor(text: string) {
    this.#text = text;
  }

  scan(): readonly MarkdownLink[] {
    for (let at = 0; at < this.#text.length; ) at = this.#step(at);
    return this.#links;
  }

  /** Handles the markup at an index, and returns the index after it. */
  #step(at: number): number {
    switch (this.#text.charAt(at)) {
      case '\\':
        return at + 2;
      case '`':
        return this.#skipCode(at);
      case '<':
        return this.#readPointed(at);
      case '!':
        if (this.#text.charAt(at + 1) !== '[') return at + 1;
        this.#open(at + 1, true);
        return at + 2;
      case '[':
        this.#open(at, false);
        return at + 1;
      case ']':
        return this.#close(at);
      case 'h':
      case 'H':
        return this.#readBare(at);
      default:
        return at + 1;
    }
  }

  #open(index: number, isImage: boolean): void {
    this.#brackets.push({ index, isImage, links: this.#links.length });
  }

  #close(at: number): number {
    const bracket = this.#brackets.pop();
    if (bracket === undefined) return at + 1;
    const isClosed = this.#brackets.length < this.#closed;
    if (isClosed) this.#closed = this.#brackets.length;
    const next = this.#text.charAt(at + 1);
    if (next === '(' && (bracket.isImage || !isClosed)) return this.#closeInline(bracket, at);
    if (next === ':' && !bracket.isImage && this.#startsLine(bracket.index)) return this.#closeDefinition(bracket, at);
    return at + 1;
  }

  #closeInline(bracket: Bracket, at: number): number {
    const destination = readInlineDestination(this.#text, at + 2);
    if (destination === null) return at + 1;
    this.#links.length = bracket.links;
    if (bracket.isImage) return destination.end;
    this.#closed = this.#brackets.length;
    this.#add(destination.raw, at + 2, true);
    return destination.end;
  }

  #closeDefinition(bracket: Bracket, at: number): number {
    // The text of a footnote is not a link.
    if (this.#text.charAt(bracket.index + 1) === '^' || at === bracket.index + 1) return at + 1;
    const destination = readDefinition(this.#text, at + 2);
    if (destination === null) return at + 1;
    this.#links.length = bracket.links;
    this.#add(destination.raw, at + 2, true);
    return destination.end;
  }

  #startsLine(index: number): boolean {
    const start = spaceStart(this.#text, index);
    const isFirst = start === 0 || this.#text.slice(start, index).includes('\n');
    return isFirst || /[>*+-]/.test(this.#text.charAt(start - 1));
  }

  /** `<URL>`, a tag, a comment, or just a less-than sign. */
  #readPointed(at: number): number {
    if (this.#text.startsWith('<!--', at)) return this.#skipComment(at);
    let end = at + 1;
    while (end < this.#text.length && !/[<>]/.test(this.#text.charAt(end)) && !isSpace(this.#text.charCodeAt(end)))
      end++;
    const inner = this.#text.slice(at + 1, end);
    if (this.#text.charAt(end) === '>' && /^[A-Za-z][A-Za-z0-9+.-]{1,31}:/.test(inner)) {
      this.#add(inner, at + 1, false);
      return end + 1;
    }
    return /^[A-Za-z]/.test(inner) ? this.#readTag(at) : at + 1;
  }

  #readTag(at: number): number {
    const tag = at < this.#lastTag ? readTag(this.#text, at) : null;
    if (tag === null) {
      this.#lastTag = Math.min(this.#lastTag, at);
      return at + 1;
    }
    const href = tag.name === 'a' ? attributeOf(tag, 'href') : undefined;
    if (href !== undefined) this.#add(href, at, false);
    return tag.end;
  }

  #skipComment(at: number): number {
    const end = at < this.#lastComment ? this.#text.indexOf('-->', at + 2) : -1;
    if (end >= 0) return end + 3;
    this.#lastComment = Math.min(this.#lastComment, at);
    return at + 4;
  }

  #readBare(at: number): number {
    if (!isBareUrlStart(this.#text, at)) return at + 1;
    const end = bareUrlEnd(this.#text, at);
    this.#add(this.#text.slice(at, end), at, false);
    return end;
  }

  #skipCode(at: number): number {
    this.#lastTicks ??= lastTicks(this.#text, at);
    let end = ticksEnd(this.#text, at);
    const length = end - at;
    if ((this.#lastTicks.get(length) ?? -1) <= at) return end;
    for (;;) {
      const start = this.#text.indexOf('`', end);
      if (start < 0) return end;
      end = ticksEnd(this.#text, start);
      if (end - start === length) return end;
    }
  }

  #add(raw: string, index: number, hasEscapes: boolean): void {
    this.#links.push({ raw, hasEscapes, index });
  }
}

function lastTicks(text: string, from: number): ReadonlyMap<number, number> {
  const last = new Map<number, number>();
  for (let start = from; start >= 0; ) {
    const end = ticksEnd(text, start);
    last.set(end - start, start);
    start = text.indexOf('`', end);
  }
  return last;
}

function ticksEnd(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) === 0x60) end++;
  return end;
}

/** After these characters, `http://` is part of a word, an attribute or a quotation. */
const NOT_BEHIND = /[A-Za-z0-9"'=/+.-]/;
const SCHEME = /^https?:\/\/[^\s<>[\]()`".,:;!?'*_~|]/i;

/** Whether a bare URL starts at an index (GFM 6.9). */
function isBareUrlStart(text: string, index: number): boolean {
  if (index > 0 && NOT_BEHIND.test(text.charAt(index - 1))) return false;
  return SCHEME.test(text.slice(index, index + 'https://x'.length));
}

/** The end of the bare URL that starts at an index, without punctuation that ends a sentence or encloses the URL. */
function bareUrlEnd(text: string, start: number): number {
  let end = start;
  let brackets = 0;
  // The number of open parentheses, negative if more are closed.
  let parentheses = 0;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code <= 0x20 || code === 0x3c || code === 0x3e || code === 0x60 || code === 0x22 || code === 0x7c) break;
    if (code === 0x28) parentheses++;
    else if (code === 0x29) parentheses--;
    else if (code === 0x5b) brackets++;
    else if (code === 0x5d && --brackets < 0) break;
  }
  for (; end > start; end--) {
    const last = text.charAt(end - 1);
    if (last === ')' && parentheses < 0) parentheses++;
    else if (!".,:;!?'*_~".includes(last)) break;
  }
  return end;
}
