import type { TextFingerprint } from '../../../src/audit/site/page-record.ts';
import type { Steps } from '../../../src/give-way.ts';
import { HtmlAttributes } from './html-attributes.ts';
import { HtmlContext, isShadowMode } from './html-context.ts';
import { DeclarationReader, type HtmlDeclarations, WANTED_ATTRIBUTES } from './html-declarations.ts';
import { EMBEDDED } from './html-embedded.ts';
import { HtmlHead } from './html-head.ts';
import { FirstHeading } from './html-heading.ts';
import { HtmlLandmarks } from './html-landmarks.ts';
import { isHidden, textModelOf } from './html-models.ts';
import { knownName, nameAt } from './html-names.ts';
import { shownFrom } from './html-shown.ts';
import { HtmlText } from './html-text.ts';
import { readTitle } from './html-title.ts';
import { endOfText, HtmlTokenizer, type TextModel, type TokenSink } from './html-tokenizer.ts';

/** The content of a page that a crawl uses. */
export interface PageContent extends HtmlDeclarations {
  /** The first title with collapsed white space, at most 500 characters; null if there is none. */
  readonly title: string | null;
  /** The text of the first `h1`, with collapsed white space, at most 500 characters; null if there is none. */
  readonly heading: string | null;
  /** The fingerprint of the main content, or of all visible text where the main content cannot be told. */
  readonly text: TextFingerprint;
}

/** A shorter text may be what a page shows before its scripts start, and not its content. */
const MIN_CONTENT_WORDS = 10;
/** How many bytes are read in one step, which takes about a millisecond. */
const STEP = 64 * 1024;

/** Headings that end an `h1` whose end tag is missing. */
const HEADINGS: ReadonlySet<string> = new Set(['h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * Reads links, declarations and text from a page as a browser without scripting sees them, in one pass over its tokens.
 * It builds no tree, so time and memory are linear in the page's length, however deep the nesting.
 *
 * @param bytes the page in valid UTF-8, without a byte order mark
 */
export function readPage(bytes: Buffer): PageContent {
  const reader = new PageReader(bytes);
  new HtmlTokenizer(bytes, reader).readTo(bytes.length);
  return reader.page;
}

/**
 * Does the same as {@link readPage}, in steps.
 *
 * @param size how many bytes are read in one step
 */
export function* pageSteps(bytes: Buffer, size: number = STEP): Steps<PageContent> {
  const reader = new PageReader(bytes);
  const tokenizer = new HtmlTokenizer(bytes, reader);
  for (let end = size; tokenizer.readTo(end); end += size) yield;
  return reader.page;
}

class PageReader implements TokenSink {
  private readonly bytes: Buffer;
  private readonly context = new HtmlContext();
  private readonly head = new HtmlHead();
  private readonly attributes: HtmlAttributes;
  private readonly declarations: DeclarationReader;
  private readonly landmarks = new HtmlLandmarks();
  /** The text of the main content. */
  private readonly content = new HtmlText();
  /** The text that the site repeats. */
  private readonly shared = new HtmlText();
  /** The one of the two that the current place belongs to. */
  private main = this.content;
  private readonly heading = new FirstHeading();
  private title: string | null = null;
  /** The text of the open title, if it is the first. */
  private titleStart = -1;
  private titleEnd = -1;
  /** The start tag being read. */
  private tag = '';
  private tagStart = 0;
  /** Whether the current place is in an element that contains only text, which is not shown. */
  private isInHidden = false;
  /** Browsers with scripting treat a noscript as text up to its first end tag, and do not show it. */
  private isInNoscript = false;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.attributes = new HtmlAttributes(bytes);
    this.declarations = new DeclarationReader(bytes, this.head);
  }

  /** Call this once, at the end of the page. */
  get page(): PageContent {
    this.closeTitle();
    const { base, language, links, canonicals, related, refresh, robots, openGraphUrl, description } =
      this.declarations;
    const declared = { base, language, links, canonicals, related, refresh, robots, openGraphUrl, description };
    return { ...declared, title: this.title, heading: this.heading.text, text: this.endText() };
  }

  get isForeign(): boolean {
    return this.context.foreign;
  }

  startTag(start: number, end: number): boolean {
    this.endWord();
    const known = knownName(this.bytes, start, end);
    if (known === '' && !this.isAnyTagWanted) return false;
    this.tag = known === '' ? nameAt(this.bytes, start, end) : known;
    this.tagStart = start - '<'.length;
    this.attributes.reset(WANTED_ATTRIBUTES.get(this.tag) ?? EMBEDDED.get(this.tag));
    return true;
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    this.attributes.add(nameStart, nameEnd, valueStart, valueEnd);
  }

  startTagEnd(end: number, isSelfClosing: boolean): TextModel {
    const { tag, context } = this;
    this.openTag();
    const model = textModelOf(tag, context.foreign);
    if (model !== 'data' || (context.foreign && !isSelfClosing)) this.openText(end);
    context.enter(tag, isSelfClosing, this.isShadowRoot);
    return model;
  }

  endTag(start: number, end: number): void {
    this.endWord();
    if (this.isInHidden) {
      this.isInHidden = false;
      this.closeTitle();
      if (!this.context.foreign) return;
    }
    const isAnyWanted = this.isAnyTagWanted;
    if (!isAnyWanted && this.landmarks.empty && !this.isInNoscript && !this.heading.isOpen) return;
    const known = knownName(this.bytes, start, end);
    if (known === '' && !isAnyWanted) return;
    this.closeTag(known === '' ? nameAt(this.bytes, start, end) : known, start - '</'.length);
  }

  text(start: number, end: number, hasTags: boolean): number {
    const { bytes, head } = this;
    if (this.isInHidden || this.context.inert) return this.passText(start, end, hasTags);
    if (head.end === null) {
      const stop = hasTags ? endOfText(bytes, start, end) : end;
      const shown = shownFrom(bytes, start, stop);
      if (shown >= stop) return shown;
      head.text(shown);
    }
    if (this.isInNoscript) return this.passText(start, end, hasTags);
    const stop = this.main.add(bytes, start, end, hasTags);
    if (this.heading.isOpen) this.heading.add(bytes, start, stop);
    return stop;
  }

  cdata(): void {}
  comment(): void {}

  /** Whether every tag matters: in the head, in svg and math, and in templates. */
  private get isAnyTagWanted(): boolean {
    return this.head.end === null || !this.context.empty;
  }

  /** The head cannot have a shadow root. */
  private get isShadowRoot(): boolean {
    return this.tag === 'template' && this.head.end !== null && isShadowMode(this.attributes.get('shadowrootmode'));
  }

  private endWord(): void {
    this.main.endWord();
    if (this.heading.isOpen) this.heading.endWord();
  }

  private passText(start: number, end: number, hasTags: boolean): number {
    this.titleEnd = hasTags ? endOfText(this.bytes, start, end) : end;
    return this.titleEnd;
  }

  private openTag(): void {
    const { tag, context, declarations, attributes } = this;
    // Only in svg and math may a tag follow in such an element, whose text then ends.
    this.isInHidden = false;
    context.breakOut(tag);
    if (context.inert) return;
    if (context.foreign) {
      const href = attributes.get('href') ?? attributes.get('xlink:href');
      if (tag === 'a' && href !== undefined) declarations.addLink(href, attributes);
      return;
    }
    this.head.startTag(tag, this.tagStart);
    this.landmarks.enter(tag);
    this.chooseText();
    if (tag === 'h1' && !this.isInNoscript) this.heading.start();
    else if (HEADINGS.has(tag)) this.heading.end();
    if (tag === 'noscript') this.isInNoscript = true;
    if (WANTED_ATTRIBUTES.has(tag)) declarations.add(tag, attributes, this.tagStart);
    if (!this.isInNoscript) this.embed();
  }

  private embed(): void {
    const { tag, attributes } = this;
    for (const name of EMBEDDED.get(tag)?.names ?? []) this.main.embed(attributes.get(name));
  }

  private openText(end: number): void {
    const { tag, context } = this;
    if (!isHidden(tag, context.foreign)) return;
    this.isInHidden = true;
    if (tag === 'title' && !context.inert && this.title === null) [this.titleStart, this.titleEnd] = [end, end];
  }

  private closeTag(tag: string, start: number): void {
    const { context } = this;
    if (tag === 'noscript') this.isInNoscript = false;
    if (tag === 'h1') this.heading.end();
    if (!context.foreign && !context.inert) {
      this.landmarks.leave(tag);
      this.chooseText();
    }
    context.leave(tag);
    if (!context.inert) this.head.endTag(tag, start);
  }

  private closeTitle(): void {
    if (this.titleStart !== -1) this.title = readTitle(this.bytes, this.titleStart, this.titleEnd);
    this.titleStart = -1;
  }

  private chooseText(): void {
    this.main = this.landmarks.isShared ? this.shared : this.content;
  }

  private endText(): TextFingerprint {
    const { content, shared, landmarks } = this;
    // An element that is never closed would take the rest of the page with it.
    const isTold = !landmarks.isShared && content.words >= MIN_CONTENT_WORDS;
    if (!isTold && shared.words > 0) content.include(shared);
    return content.fingerprint;
  }
}
