import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { HtmlContext } from './html-context.ts';
import { endOfPiece } from './html-references.ts';
import { escapedScripts } from './html-scripts.ts';

const CDATA = '<![CDATA[';
const BOGUS_COMMENT = '<![cdata[';

/** Elements that contain only text, which is not shown. */
export const TEXT_ONLY_TAGS: ReadonlySet<string> = new Set('title style script noframes noembed iframe'.split(' '));

/** Receives a page's tokens, and tells the tokenizer about their context. */
export abstract class HtmlReader {
  protected readonly html: string;
  protected readonly context: HtmlContext = new HtmlContext();
  /** The tag being read; empty if nothing depends on it. */
  protected tag = '';
  /** The attribute being read; empty if its value is not needed. */
  protected attribute = '';
  protected value = '';
  /** The open element that contains only text, up to its end tag; empty if none is open. */
  protected textOnly = '';
  /** Browsers with scripting treat a noscript as text up to its first end tag, and do not show it. */
  protected inNoscript = false;

  constructor(html: string) {
    this.html = html;
  }

  /** Whether the tokenizer is inside svg or math. */
  isInForeignContext(): boolean {
    return this.context.foreign;
  }

  /** Whether the tokenizer is inside a script. */
  isInScript(): boolean {
    return this.textOnly === 'script' && !this.context.foreign;
  }

  onattribentity(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}
}

/** Reports all tokens of the page to the reader, as a browser would see them. */
export function tokenizePage(html: string, reader: HtmlReader & TokenizerCallbacks): void {
  const tokens = new PageTokens(html, reader);
  let isMore = true;
  while (isMore) isMore = tokens.readNext();
}

/**
 * Reports the tokens of a page piece by piece. It is not a generator, because V8 keeps what a generator holds, such as the
 * text of the page, until the next full garbage collection.
 */
export class PageTokens {
  readonly #html: string;
  readonly #reader: HtmlReader;
  readonly #tokenizer: Tokenizer;
  // A copy with its own state, because other pages may be read before this one is finished.
  readonly #marks = new RegExp(MARKS);
  #at = 0;
  /** The next mark, the next end tag in a comment in a script, or the end of the page. */
  #stop: number;
  /** The offsets of end tags that end no script, the next one last. */
  #endTags: number[] = [];

  constructor(html: string, reader: HtmlReader & TokenizerCallbacks) {
    this.#html = html;
    this.#reader = reader;
    this.#tokenizer = new Tokenizer({ decodeEntities: false }, reader);
    this.#stop = this.#nextMark();
  }

  /** Reports the tokens of the next piece. Returns false at the end of the page. */
  readNext(): boolean {
    if (this.#at < this.#stop) {
      const end = endOfPiece(this.#html, this.#at, this.#stop);
      this.#tokenizer.write(this.#html.slice(this.#at, end));
      this.#at = end;
      return true;
    }
    if (this.#at < this.#html.length) {
      this.#passStop();
      return true;
    }
    this.#tokenizer.end();
    return false;
  }

  #passStop(): void {
    if (this.#endTags.pop() !== undefined) {
      // The tokenizer would end the script at this end tag. Without its `<`, it does not.
      this.#replace('_');
    } else if (this.#html.startsWith(CDATA, this.#at)) {
      // Outside svg and math, this opens a comment that ends at the first `>`. The tokenizer would skip to `]]>`.
      this.#replace(this.#reader.isInForeignContext() ? CDATA : BOGUS_COMMENT);
    } else if (this.#reader.isInScript()) {
      const { endTags, end } = escapedScripts(this.#html, this.#at);
      this.#endTags = endTags.toReversed();
      this.#marks.lastIndex = end;
    }
    this.#stop = this.#endTags.at(-1) ?? this.#nextMark();
  }

  #replace(instead: string): void {
    this.#tokenizer.write(instead);
    this.#at += instead.length;
  }

  #nextMark(): number {
    return this.#marks.exec(this.#html)?.index ?? this.#html.length;
  }
}

const MARKS = /<!(?:--|\[CDATA\[)/g;
