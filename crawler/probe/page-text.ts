import type { QuoteType, TokenizerCallbacks } from 'htmlparser2';
import { HtmlReader, TEXT_ONLY_TAGS, tokenizePage } from '../page/html/html-reader.ts';
import { decodeAttribute, decodeText } from '../page/html/html-references.ts';

/** How often each text appears on a page. */
export type Counts = ReadonlyMap<string, number>;

/** The visible text of a page and its references, in a form that can be compared. */
export interface PageText {
  /** The title, and the text between block-level tags. White space is collapsed; digits are kept. */
  readonly blocks: Counts;
  /** The blocks in their order. */
  readonly sequence: readonly string[];
  /** How often each word appears. */
  readonly words: Counts;
  /** The total number of words. */
  readonly wordCount: number;
  /** Links and images, as written in the attributes. */
  readonly references: ReadonlySet<string>;
  /** The `href` of the first `base` that has one; null if there is none. */
  readonly base: string | null;
  /** Whether the page contains a script. */
  readonly hasScript: boolean;
  /** Whether the page contains a password field. */
  readonly hasPassword: boolean;
}

/** Pages with more are not meant for people and would take too much memory. */
const MAX_BLOCKS = 20_000;
const MAX_WORDS = 200_000;
const MAX_REFERENCES = 10_000;

/** Tags that do not end a line of text; all other tags do. */
const INLINE_TAGS: ReadonlySet<string> = new Set(
  (
    'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span ' +
    'strike strong sub sup time tt u var wbr'
  ).split(' '),
);

/** Attributes with a link or an image, by tag. */
const REFERENCES: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href']],
  ['area', ['href', 'alt']],
  ['img', ['src', 'srcset', 'data-src', 'alt']],
  ['source', ['src', 'srcset']],
  ['video', ['src', 'poster']],
  ['audio', ['src']],
  ['iframe', ['src']],
  ['embed', ['src']],
  ['object', ['data']],
  ['base', ['href']],
  ['input', ['type']],
]);

/** Reads a page in one pass over its tokens; null if it is too large. */
export function readPageText(html: string): PageText | null {
  const reader = new TextReader(html);
  tokenizePage(html, reader);
  return reader.text;
}

class TextReader extends HtmlReader implements TokenizerCallbacks {
  private readonly sequence: string[] = [];
  private readonly words = new Map<string, number>();
  private wordCount = 0;
  private readonly references = new Set<string>();
  private base: string | null = null;
  private hasScript = false;
  private hasPassword = false;
  /** The parts of the current block. */
  private parts: string[] = [];

  private wanted: readonly string[] = [];

  get text(): PageText | null {
    const { sequence, words, wordCount, references, base, hasScript, hasPassword } = this;
    if (this.isTooMuch) return null;
    return { blocks: count(sequence), sequence, words, wordCount, references, base, hasScript, hasPassword };
  }

  private get isTooMuch(): boolean {
    const { sequence, words, references } = this;
    return sequence.length > MAX_BLOCKS || words.size > MAX_WORDS || references.size > MAX_REFERENCES;
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.html.slice(start, end).toLowerCase();
    this.wanted = REFERENCES.get(this.tag) ?? [];
    if (!INLINE_TAGS.has(this.tag)) this.endBlock();
  }

  onattribname(start: number, end: number): void {
    this.attribute = '';
    this.value = '';
    if (this.wanted.length === 0) return;
    const name = this.html.slice(start, end).toLowerCase();
    if (this.wanted.includes(name)) this.attribute = name;
  }

  onattribdata(start: number, end: number): void {
    if (this.attribute !== '') this.value += this.html.slice(start, end);
  }

  onattribend(quote: QuoteType): void {
    if (this.attribute === '' || this.context.inert || this.inNoscript) return;
    const value = decodeAttribute(this.value, quote).trim();
    if (this.tag === 'input') this.hasPassword ||= value.toLowerCase() === 'password';
    else if (this.tag === 'base') this.base ??= value;
    else if (value !== '' && !this.isTooMuch) this.references.add(value);
  }

  onopentagend(): void {
    this.context.breakOut(this.tag);
    if (!this.context.inert && !this.context.foreign) this.open();
    this.context.enter(this.tag);
  }

  onselfclosingtag(): void {
    this.context.breakOut(this.tag);
    // HTML has no self-closing tags; svg and math have.
    if (this.context.foreign) return;
    if (!this.context.inert) this.open();
    if (this.tag !== 'svg' && this.tag !== 'math') this.context.enter(this.tag);
  }

  onclosetag(start: number, end: number): void {
    const tag = this.html.slice(start, end).toLowerCase();
    if (!INLINE_TAGS.has(tag)) this.endBlock();
    if (this.textOnly !== '') {
      this.textOnly = '';
      if (!this.context.foreign) return;
    }
    if (tag === 'noscript') this.inNoscript = false;
    this.context.leave(tag);
  }

  ontext(start: number, end: number): void {
    const isHidden = this.textOnly !== '' && this.textOnly !== 'title';
    if (isHidden || this.inNoscript || this.context.inert || this.isTooMuch) return;
    this.parts.push(this.html.slice(start, end));
  }

  onend(): void {
    this.endBlock();
  }

  private open(): void {
    if (TEXT_ONLY_TAGS.has(this.tag)) this.textOnly = this.tag;
    if (this.tag === 'script') this.hasScript = true;
    if (this.tag === 'noscript') this.inNoscript = true;
  }

  private endBlock(): void {
    if (this.parts.length === 0) return;
    const words = decodeText(this.parts.join('').replaceAll('\0', ''))
      .split(/\s+/)
      .filter((word) => word !== '');
    this.parts = [];
    if (words.length === 0) return;
    this.sequence.push(words.join(' '));
    this.wordCount += words.length;
    for (const word of words) this.words.set(word, (this.words.get(word) ?? 0) + 1);
  }
}

function count(texts: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
