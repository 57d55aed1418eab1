import type { QuoteType, TokenizerCallbacks } from 'htmlparser2';
import type { TextFingerprint } from '../../../src/audit/site/page-record.ts';
import type { Steps } from '../../../src/give-way.ts';
import { startWithoutCredentials, withoutCredentials } from '../../../src/url/credentials.ts';
import {
  DeclarationReader,
  type HtmlDeclarations,
  WANTED_ATTRIBUTES,
  type WantedAttributes,
} from './html-declarations.ts';
import { HtmlHead } from './html-head.ts';
import { HtmlLandmarks } from './html-landmarks.ts';
import { HtmlReader, PageTokens, TEXT_ONLY_TAGS, tokenizePage } from './html-reader.ts';
import { decodeAttribute, decodeText, endOfPiece } from './html-references.ts';
import { HtmlText } from './html-text.ts';

/** The content of a page that a crawl uses. */
export interface PageContent extends HtmlDeclarations {
  /** The first title with collapsed white space, at most 500 characters; null if there is none. */
  readonly title: string | null;
  /** The fingerprint of the main content, or of all visible text where the main content cannot be told. */
  readonly text: TextFingerprint;
}

const MAX_TITLE_LENGTH = 500;
/** How much of an attribute is read, in UTF-16 units: enough for the longest URL in any notation. */
const MAX_ATTRIBUTE_LENGTH = 64 * 1024;
/** How much of a name is read, in UTF-16 units: more than any known name has. */
const MAX_NAME_LENGTH = 64;
/** A shorter text may be what a page shows before its scripts start, and not its content. */
const MIN_CONTENT_WORDS = 10;
/**
 * First letters of the tags that matter anywhere in a page, indexed by the length of their names. Each letter sets the
 * bit of its last five bits, which are equal for upper and lower case.
 */
const INITIALS = Uint32Array.from(['', 'a', '', 'ns', 'abhlm', 'ats', 'fhis', 'ans', 'nt'], (letters) =>
  Array.from(letters).reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) & 31)), 0),
);

/**
 * Reads links, declarations and text from a page as a browser without scripting sees them, in one pass over its tokens.
 * It builds no tree, so time and memory are linear in the page's length, however deep the nesting.
 */
export function readPage(html: string): PageContent {
  const reader = new PageReader(html);
  tokenizePage(html, reader);
  return reader.page;
}

/** Does the same as {@link readPage}, in steps. */
export function* pageSteps(html: string): Steps<PageContent> {
  const reader = new PageReader(html);
  const tokens = new PageTokens(html, reader);
  while (tokens.readNext()) yield;
  return reader.page;
}

class PageReader extends HtmlReader implements TokenizerCallbacks {
  private readonly head = new HtmlHead();
  private readonly declarations: DeclarationReader;
  private readonly landmarks = new HtmlLandmarks();
  /** The text of the main content. */
  private readonly content = new HtmlText();
  /** The text that the site repeats. */
  private readonly shared = new HtmlText();
  /** The one of the two that the current place belongs to. */
  private text = this.content;
  private title: string | null = null;

  private tagStart = 0;
  private wanted: WantedAttributes | undefined;
  private readonly attributes = new Map<string, string>();
  private titleStart = -1;

  constructor(html: string) {
    super(html);
    this.declarations = new DeclarationReader(html, this.head);
  }

  get page(): PageContent {
    const { base, language, links, canonicals, related, refresh, robots, openGraphUrl } = this.declarations;
    const text = this.endText();
    return { base, language, links, canonicals, related, refresh, robots, openGraphUrl, title: this.title, text };
  }

  /** Call this once, at the end of the page. */
  private endText(): TextFingerprint {
    const { content, shared, landmarks } = this;
    // An element that is never closed would take the rest of the page with it.
    const isTold = !landmarks.isShared && content.words >= MIN_CONTENT_WORDS;
    if (!isTold && shared.words > 0) content.include(shared);
    return content.fingerprint;
  }

  onopentagname(start: number, end: number): void {
    this.text.endWord();
    const matters = this.head.end === null || !this.context.empty || this.mayMatter(start, end);
    this.tag = matters ? this.nameAt(start, end) : '';
    this.tagStart = start - '<'.length;
    this.wanted = matters ? WANTED_ATTRIBUTES.get(this.tag) : undefined;
    if (this.wanted !== undefined) this.attributes.clear();
  }

  onattribname(start: number, end: number): void {
    this.attribute = '';
    if (this.wanted === undefined || end - start > 31 || !((this.wanted.lengths >>> (end - start)) & 1)) return;
    const name = this.nameAt(start, end);
    // If an attribute is repeated, the first one counts.
    if (!this.wanted.names.has(name) || this.attributes.has(name)) return;
    this.attribute = name;
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.attribute === '') return;
    this.value += this.html.slice(start, Math.min(end, start + MAX_ATTRIBUTE_LENGTH - this.value.length));
  }

  onattribend(quote: QuoteType): void {
    if (this.attribute !== '') this.attributes.set(this.attribute, decodeAttribute(this.value, quote));
  }

  onopentagend(end: number): void {
    if (this.tag === '') return;
    this.openTag();
    this.openText(end);
    this.context.enter(this.tag);
  }

  onselfclosingtag(end: number): void {
    if (this.tag === '') return;
    this.openTag();
    // HTML has no self-closing tags; svg and math have.
    if (this.context.foreign) return;
    this.openText(end);
    if (this.tag !== 'svg' && this.tag !== 'math') this.context.enter(this.tag);
  }

  onclosetag(start: number, end: number): void {
    this.text.endWord();
    if (this.textOnly !== '') {
      this.textOnly = '';
      this.closeTitle(start - '</'.length);
      if (!this.context.foreign) return;
    }
    if (!this.mayEnd(start, end)) return;
    const tag = this.nameAt(start, end);
    if (tag === 'noscript') this.inNoscript = false;
    if (!this.context.foreign && !this.context.inert) this.leaveLandmark(tag);
    this.context.leave(tag);
    if (!this.context.inert) this.head.endTag(tag, start - '</'.length);
  }

  ontext(start: number, end: number): void {
    if (this.textOnly !== '' || this.context.inert) return;
    if (this.head.end === null) {
      if (!this.isShown(start, end)) return;
      this.head.text(start + Math.max(0, this.html.slice(start, end).search(SHOWN)));
    }
    if (!this.inNoscript) this.text.add(this.html, start, end);
  }

  onend(): void {
    this.closeTitle(this.html.length);
  }

  private isShown(start: number, end: number): boolean {
    for (let at = start, stop: number; at < end; at = stop) {
      stop = endOfPiece(this.html, at, end);
      if (SHOWN.test(decodeText(this.html.slice(at, stop)))) return true;
    }
    return false;
  }

  private mayEnd(start: number, end: number): boolean {
    if (this.head.end === null || !this.context.empty || this.inNoscript) return true;
    return !this.landmarks.empty && this.mayMatter(start, end);
  }

  private leaveLandmark(tag: string): void {
    this.landmarks.leave(tag);
    this.chooseText();
  }

  private chooseText(): void {
    this.text = this.landmarks.isShared ? this.shared : this.content;
  }

  private mayMatter(start: number, end: number): boolean {
    const initials = INITIALS[end - start] ?? 0;
    return ((initials >>> (this.html.charCodeAt(start) & 31)) & 1) === 1;
  }

  /** A name in ASCII lower case. JavaScript's `toLowerCase` would turn the Kelvin sign in `lin\u212A` into a k. */
  private nameAt(start: number, end: number): string {
    const name = this.html.slice(start, Math.min(end, start + MAX_NAME_LENGTH));
    return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name;
  }

  private openTag(): void {
    const { tag, context, declarations, attributes } = this;
    // Only in svg and math may a tag follow in such an element, whose text then ends.
    this.textOnly = '';
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
    if (tag === 'noscript') this.inNoscript = true;
    else if (this.wanted !== undefined) declarations.add(tag, attributes, this.tagStart);
  }

  private openText(end: number): void {
    const { tag, context } = this;
    // In svg, a title is a tooltip.
    if (!TEXT_ONLY_TAGS.has(tag) || (context.foreign && tag === 'title')) return;
    this.textOnly = tag;
    if (tag === 'title' && !context.inert && this.title === null) this.titleStart = end + 1;
  }

  private closeTitle(end: number): void {
    if (this.titleStart === -1) return;
    let text = '';
    for (let at = this.titleStart, stop: number; at < end && text.length <= MAX_TITLE_LENGTH + 1; at = stop) {
      stop = endOfPiece(this.html, at, end);
      // A tab in a URL does not end it, but a space does.
      text = `${text}${decodeText(this.html.slice(at, stop))}`.replace(/([\t\n\f\r ])[\t\n\f\r ]+/g, '$1');
    }
    const title = withoutCredentials(text)
      .replace(/[\t\n\f\r]/g, ' ')
      .replace(/^ | $/g, '');
    // Do not cut a surrogate pair in half.
    this.title = startWithoutCredentials(title, MAX_TITLE_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
    this.titleStart = -1;
  }
}

const SHOWN = /[^\t\n\f\r ]/;
