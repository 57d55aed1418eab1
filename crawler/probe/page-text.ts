import { HtmlAttributes, type WantedAttributes, wanted } from '../page/html/html-attributes.ts';
import { HtmlContext, isShadowMode } from '../page/html/html-context.ts';
import { EMBEDDED } from '../page/html/html-embedded.ts';
import { isHidden, textModelOf } from '../page/html/html-models.ts';
import { nameAt } from '../page/html/html-names.ts';
import { decodeText } from '../page/html/html-references.ts';
import { endOfText, HtmlTokenizer, type TextModel, type TokenSink } from '../page/html/html-tokenizer.ts';

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
const REFERENCES: ReadonlyMap<string, WantedAttributes> = new Map([
  ['a', wanted('href')],
  ['area', wanted('href alt')],
  ...EMBEDDED,
  ['base', wanted('href')],
  ['input', wanted('type')],
]);

/** All attributes to read, by tag. */
const WANTED: typeof REFERENCES = new Map([...REFERENCES, ['template', wanted('shadowrootmode')]]);

/**
 * Reads a page in one pass over its tokens; null if it is too large.
 *
 * @param bytes the page in valid UTF-8, without a byte order mark
 */
export function readPageText(bytes: Buffer): PageText | null {
  const reader = new TextReader(bytes);
  new HtmlTokenizer(bytes, reader).readTo(bytes.length);
  return reader.result;
}

class TextReader implements TokenSink {
  private readonly bytes: Buffer;
  private readonly context = new HtmlContext();
  private readonly attributes: HtmlAttributes;
  private readonly sequence: string[] = [];
  private readonly words = new Map<string, number>();
  private wordCount = 0;
  private readonly references = new Set<string>();
  private base: string | null = null;
  private hasScript = false;
  private hasPassword = false;
  /** The parts of the current block. */
  private parts: string[] = [];
  private tag = '';
  /** The open element that contains only text, up to its end tag; empty if none is open. */
  private textOnly = '';
  /** Browsers with scripting treat a noscript as text up to its first end tag, and do not show it. */
  private inNoscript = false;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.attributes = new HtmlAttributes(bytes);
  }

  /** Call this once, at the end of the page. */
  get result(): PageText | null {
    this.endBlock();
    const { sequence, words, wordCount, references, base, hasScript, hasPassword } = this;
    if (this.isTooMuch) return null;
    return { blocks: count(sequence), sequence, words, wordCount, references, base, hasScript, hasPassword };
  }

  get isForeign(): boolean {
    return this.context.foreign;
  }

  private get isTooMuch(): boolean {
    const { sequence, words, references } = this;
    return sequence.length > MAX_BLOCKS || words.size > MAX_WORDS || references.size > MAX_REFERENCES;
  }

  startTag(start: number, end: number): boolean {
    this.tag = nameAt(this.bytes, start, end);
    this.attributes.reset(WANTED.get(this.tag));
    if (!INLINE_TAGS.has(this.tag)) this.endBlock();
    return true;
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    this.attributes.add(nameStart, nameEnd, valueStart, valueEnd);
  }

  startTagEnd(_end: number, isSelfClosing: boolean): TextModel {
    const { tag, context } = this;
    context.breakOut(tag);
    if (!context.inert && !this.inNoscript) this.addReferences();
    const model = textModelOf(tag, context.foreign);
    if (!context.inert && !context.foreign) this.open();
    context.enter(tag, isSelfClosing, isShadowMode(this.attributes.get('shadowrootmode')));
    return model;
  }

  endTag(start: number, end: number): void {
    const tag = nameAt(this.bytes, start, end);
    if (!INLINE_TAGS.has(tag)) this.endBlock();
    if (this.textOnly !== '') {
      this.textOnly = '';
      if (!this.context.foreign) return;
    }
    if (tag === 'noscript') this.inNoscript = false;
    this.context.leave(tag);
  }

  text(start: number, end: number, hasTags: boolean): number {
    const stop = hasTags ? endOfText(this.bytes, start, end) : end;
    const isLeftOut = this.textOnly !== '' && this.textOnly !== 'title';
    if (isLeftOut || this.inNoscript || this.context.inert || this.isTooMuch) return stop;
    this.parts.push(this.bytes.toString('utf8', start, stop));
    return stop;
  }

  cdata(): void {}
  comment(): void {}

  private addReferences(): void {
    for (const name of REFERENCES.get(this.tag)?.names ?? []) {
      const value = this.attributes.get(name)?.trim();
      if (value === undefined) continue;
      if (this.tag === 'input') this.hasPassword ||= value.toLowerCase() === 'password';
      else if (this.tag === 'base') this.base ??= value;
      else if (value !== '' && !this.isTooMuch) this.references.add(value);
    }
  }

  private open(): void {
    if (isHidden(this.tag, false)) this.textOnly = this.tag;
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
