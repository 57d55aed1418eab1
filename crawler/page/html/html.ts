import { type QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { TextFingerprint } from '../../../src/audit/site/page-record.ts';
import { runAtOnce, type Steps } from '../../../src/give-way.ts';
import { startWithoutCredentials, withoutCredentials } from '../../../src/url/credentials.ts';
import { HtmlContext } from './html-context.ts';
import {
  DeclarationReader,
  type HtmlDeclarations,
  WANTED_ATTRIBUTES,
  type WantedAttributes,
} from './html-declarations.ts';
import { HtmlHead } from './html-head.ts';
import { decodeAttribute, decodeText, piecesOf } from './html-references.ts';
import { escapedScripts } from './html-scripts.ts';
import { HtmlText } from './html-text.ts';

/** What a crawl needs of a page. */
export interface PageContent extends HtmlDeclarations {
  /** The first title, white space collapsed, at most 500 characters. */
  readonly title: string | null;
  readonly text: TextFingerprint;
}

const MAX_TITLE_LENGTH = 500;
/** UTF-16 units that are read of an attribute: more than those of the longest URL, however it is written. */
const MAX_ATTRIBUTE_LENGTH = 64 * 1024;
/** UTF-16 units that are read of a name: more than any that is known has. */
const MAX_NAME_LENGTH = 64;
const CDATA = '<![CDATA[';
const BOGUS_COMMENT = '<![cdata[';

/**
 * First letters of the tags that matter wherever they stand, by the length of their names: a bit for the last five of
 * a letter's own, which are the same for capitals.
 */
const INITIALS = Uint32Array.from(['', 'a', '', 's', 'abhlm', 'ts', 'si', 'n', 'nt'], (letters) =>
  Array.from(letters).reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) & 31)), 0),
);

/** Elements whose content is text alone, which is not shown. */
export const TEXT_ONLY_TAGS: ReadonlySet<string> = new Set('title style script noframes noembed iframe'.split(' '));

/**
 * Reads links, declarations and text from a page as a browser without scripting would see them, in one run over its
 * tokens. No tree is built, so time and memory are linear in the page's length, however deeply it nests.
 */
export function readPage(html: string): PageContent {
  return runAtOnce(pageSteps(html));
}

/** Reads as {@link readPage} does, in steps. */
export function* pageSteps(html: string): Steps<PageContent> {
  const reader = new PageReader(html);
  yield* tokenSteps(html, reader);
  return reader.page;
}

/** What is told of a page's tokens, and tells what of their context the tokenizer needs to know. */
export interface TokenReader extends TokenizerCallbacks {
  /** In svg or math. */
  isInForeignContext(): boolean;
  isInScript(): boolean;
}

/** Tells the reader of all tokens of the page, as a browser would take them. */
export function tokenizePage(html: string, reader: TokenReader): void {
  runAtOnce(tokenSteps(html, reader));
}

function* tokenSteps(html: string, reader: TokenReader): Steps<void> {
  const tokenizer = new Tokenizer({ decodeEntities: false }, reader);
  let start = 0;
  function* feed(end: number): Steps<void> {
    for (const piece of piecesOf(html, start, end)) {
      tokenizer.write(piece);
      yield;
    }
    start = end;
  }
  const replace = (instead: string): void => {
    tokenizer.write(instead);
    start += instead.length;
  };
  // Its own: others may have their turn, and read a page, before this one is read.
  const marks = new RegExp(MARKS);
  for (let mark = marks.exec(html); mark !== null; mark = marks.exec(html)) {
    yield* feed(mark.index);
    if (mark[0] === CDATA) {
      // Outside of svg and math this opens a comment that ends at the first `>`; the tokenizer would skip to `]]>`.
      replace(reader.isInForeignContext() ? CDATA : BOGUS_COMMENT);
    } else if (reader.isInScript()) {
      const { endTags, end } = escapedScripts(html, mark.index);
      for (const endTag of endTags) {
        yield* feed(endTag);
        // An end tag that ends nothing is one to the tokenizer, without its `<` it is none.
        replace('_');
      }
      marks.lastIndex = end;
    }
  }
  yield* feed(html.length);
  tokenizer.end();
}

const MARKS = /<!(?:--|\[CDATA\[)/g;

class PageReader implements TokenReader {
  private readonly html: string;
  private readonly context = new HtmlContext();
  private readonly head = new HtmlHead();
  private readonly declarations: DeclarationReader;
  private readonly text: HtmlText;
  private title: string | null = null;

  /** The start tag being read; empty where nothing depends on it. */
  private tag = '';
  private tagStart = 0;
  private wanted: WantedAttributes | undefined;
  private readonly attributes = new Map<string, string>();
  /** The attribute being read; empty where its value is not wanted. */
  private attribute = '';
  private value = '';
  /** The open element that holds text alone, of which the next end tag is; empty where there is none. */
  private textOnly = '';
  private titleStart = -1;
  /** Browsers with scripting take a noscript for text up to its first end tag, and do not show it. */
  private inNoscript = false;

  constructor(html: string) {
    this.html = html;
    this.declarations = new DeclarationReader(html, this.head);
    this.text = new HtmlText();
  }

  get page(): PageContent {
    const { base, language, links, canonicals, related, refresh, robots, openGraphUrl } = this.declarations;
    const text = this.text.fingerprint;
    return { base, language, links, canonicals, related, refresh, robots, openGraphUrl, title: this.title, text };
  }

  isInForeignContext(): boolean {
    return this.context.foreign;
  }

  isInScript(): boolean {
    return this.textOnly === 'script' && !this.context.foreign;
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
    // Of two attributes with one name, the first counts.
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
    // HTML knows no self-closing tags; svg and math, and what is in them, do.
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
    if (this.head.end !== null && this.context.empty && !this.inNoscript) return;
    const tag = this.nameAt(start, end);
    if (tag === 'noscript') this.inNoscript = false;
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

  onattribentity(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}

  private isShown(start: number, end: number): boolean {
    for (const piece of piecesOf(this.html, start, end)) if (SHOWN.test(decodeText(piece))) return true;
    return false;
  }

  private mayMatter(start: number, end: number): boolean {
    const initials = INITIALS[end - start] ?? 0;
    return ((initials >>> (this.html.charCodeAt(start) & 31)) & 1) === 1;
  }

  /** A name in ASCII lower case: to JavaScript, the Kelvin sign in `lin\u212A` would be a k. */
  private nameAt(start: number, end: number): string {
    const name = this.html.slice(start, Math.min(end, start + MAX_NAME_LENGTH));
    return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name;
  }

  private openTag(): void {
    const { tag, context, declarations, attributes } = this;
    context.breakOut(tag);
    if (context.inert) return;
    if (context.foreign) {
      const href = attributes.get('href') ?? attributes.get('xlink:href');
      if (tag === 'a' && href !== undefined) declarations.addLink(href, attributes);
      return;
    }
    this.head.startTag(tag, this.tagStart);
    if (tag === 'noscript') this.inNoscript = true;
    else if (this.wanted !== undefined) declarations.add(tag, attributes, this.tagStart);
  }

  private openText(end: number): void {
    const { tag, context } = this;
    // In svg, the title is what is shown where the pointer rests.
    if (!TEXT_ONLY_TAGS.has(tag) || (context.foreign && tag === 'title')) return;
    this.textOnly = tag;
    if (tag === 'title' && !context.inert && this.title === null) this.titleStart = end + 1;
  }

  private closeTitle(end: number): void {
    if (this.titleStart === -1) return;
    let text = '';
    for (const piece of piecesOf(this.html, this.titleStart, end)) {
      // A tab within a URL is no end of it, as a space is.
      text = `${text}${decodeText(piece)}`.replace(/([\t\n\f\r ])[\t\n\f\r ]+/g, '$1');
      if (text.length > MAX_TITLE_LENGTH + 1) break;
    }
    const title = withoutCredentials(text)
      .replace(/[\t\n\f\r]/g, ' ')
      .replace(/^ | $/g, '');
    // A cut must not leave half of a surrogate pair.
    this.title = startWithoutCredentials(title, MAX_TITLE_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
    this.titleStart = -1;
  }
}

const SHOWN = /[^\t\n\f\r ]/;
