import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { runAtOnce, type Steps } from '../../../src/give-way.ts';
import { HtmlContext } from './html-context.ts';
import { piecesOf } from './html-references.ts';
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
  runAtOnce(tokenSteps(html, reader));
}

/** Does the same as {@link tokenizePage}, in steps. */
export function* tokenSteps(html: string, reader: HtmlReader & TokenizerCallbacks): Steps<void> {
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
  // A copy with its own state, because other pages may be read before this one is finished.
  const marks = new RegExp(MARKS);
  for (let mark = marks.exec(html); mark !== null; mark = marks.exec(html)) {
    yield* feed(mark.index);
    if (mark[0] === CDATA) {
      // Outside svg and math, this opens a comment that ends at the first `>`. The tokenizer would skip to `]]>`.
      replace(reader.isInForeignContext() ? CDATA : BOGUS_COMMENT);
    } else if (reader.isInScript()) {
      const { endTags, end } = escapedScripts(html, mark.index);
      for (const endTag of endTags) {
        yield* feed(endTag);
        // The tokenizer would end the script at this end tag. Without its `<`, it does not.
        replace('_');
      }
      marks.lastIndex = end;
    }
  }
  yield* feed(html.length);
  tokenizer.end();
}

const MARKS = /<!(?:--|\[CDATA\[)/g;
