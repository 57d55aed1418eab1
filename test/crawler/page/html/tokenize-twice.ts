import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { textModelOf } from '../../../../crawler/page/html/html-models.ts';
import { nameAt } from '../../../../crawler/page/html/html-names.ts';
import { decodeAttribute, decodeText } from '../../../../crawler/page/html/html-references.ts';
import {
  endOfText,
  HtmlTokenizer,
  type TextModel,
  type TokenSink,
} from '../../../../crawler/page/html/html-tokenizer.ts';

// Tokenizes the same pages twice: with the crawler's tokenizer, and with that of parse5, which passes html5lib's tests.
// Between `<svg>` and `</svg>`, both are in a place that is not HTML.

/** A token in the form that is compared: its kind, then its parts. */
export type Compared = readonly (string | readonly (readonly [name: string, value: string])[])[];

/** Elements whose text has character references, and no tags but their own end tag. */
const WITH_REFERENCES: ReadonlySet<string> = new Set(['title', 'textarea']);

/** @param step how many bytes are read at once */
export function ourTokens(html: string, step: number = Number.POSITIVE_INFINITY): readonly Compared[] {
  const bytes = Buffer.from(html);
  const sink = new TokenList(bytes);
  const tokenizer = new HtmlTokenizer(bytes, sink);
  let end = Math.min(step, bytes.length);
  while (tokenizer.readTo(end)) end += step;
  return sink.all;
}

class TokenList implements TokenSink {
  isForeign = false;
  readonly #bytes: Buffer;
  readonly #tokens: Compared[] = [];
  #tag = '';
  #attributes = new Map<string, string>();
  #text = '';
  #hasReferences = true;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get all(): readonly Compared[] {
    this.#endText();
    return this.#tokens;
  }

  startTag(start: number, end: number): boolean {
    this.#tag = this.#name(start, end);
    this.#attributes = new Map();
    return true;
  }

  attribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const name = this.#name(nameStart, nameEnd);
    if (this.#attributes.has(name)) return;
    this.#attributes.set(name, decodeAttribute(this.#bytes.toString('utf8', valueStart, valueEnd)));
  }

  startTagEnd(_end: number, isSelfClosing: boolean): TextModel {
    this.#add(['start', this.#tag, [...this.#attributes], String(isSelfClosing)]);
    if (this.#tag === 'svg') this.isForeign = true;
    const model = textModelOf(this.#tag, this.isForeign);
    this.#hasReferences = model === 'data' || WITH_REFERENCES.has(this.#tag);
    return model;
  }

  endTag(start: number, end: number): void {
    const name = this.#name(start, end);
    this.#add(['end', name]);
    if (name === 'svg') this.isForeign = false;
    this.#hasReferences = true;
  }

  text(start: number, end: number, hasTags: boolean): number {
    const stop = hasTags ? endOfText(this.#bytes, start, end) : end;
    this.#text += this.#bytes.toString('utf8', start, stop);
    return stop;
  }

  cdata(start: number, end: number): void {
    this.#text += this.#bytes.toString('utf8', start, end).replaceAll('&', '&amp;');
  }

  comment(start: number, end: number): void {
    const data = this.#bytes.toString('utf8', start, end);
    const isDoctype = this.#bytes.toString('latin1', start - 2, start) === '<!' && /^doctype/i.test(data);
    this.#add(isDoctype ? ['doctype'] : ['comment', normalized(data)]);
  }

  #name(start: number, end: number): string {
    return normalized(nameAt(this.#bytes, start, end));
  }

  #add(token: Compared): void {
    this.#endText();
    this.#tokens.push(token);
  }

  #endText(): void {
    if (this.#text !== '') {
      this.#tokens.push(['text', this.#hasReferences ? decodeText(this.#text) : normalized(this.#text)]);
    }
    this.#text = '';
  }
}

const MODES: Readonly<Record<TextModel, (typeof TokenizerMode)[keyof typeof TokenizerMode]>> = {
  data: TokenizerMode.DATA,
  raw: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
};

export function theirTokens(html: string): readonly Compared[] {
  const tokens: Compared[] = [];
  let text = '';
  const endText = (): void => {
    if (text !== '') tokens.push(['text', normalized(text)]);
    text = '';
  };
  const add = (token: Compared): void => {
    endText();
    tokens.push(token);
  };
  const addText = ({ chars }: Token.CharacterToken): void => {
    text += chars;
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onComment: ({ data }) => add(['comment', data]),
      onDoctype: () => add(['doctype']),
      onStartTag: ({ tagName, attrs, selfClosing }) => {
        add(['start', tagName, attrs.map(({ name, value }) => [name, value]), String(selfClosing)]);
        if (tagName === 'svg') tokenizer.inForeignNode = true;
        const model = textModelOf(tagName, tokenizer.inForeignNode);
        tokenizer.state = WITH_REFERENCES.has(tagName) && model === 'raw' ? TokenizerMode.RCDATA : MODES[model];
      },
      onEndTag: ({ tagName }) => {
        add(['end', tagName]);
        if (tagName === 'svg') tokenizer.inForeignNode = false;
      },
      onEof: endText,
      onCharacter: addText,
      onNullCharacter: addText,
      onWhitespaceCharacter: addText,
    },
  );
  tokenizer.write(html, true);
  return tokens;
}

/** Replaces what the HTML Standard replaces before or while it makes tokens. */
function normalized(text: string): string {
  return text.replace(/\r\n?/g, '\n').replaceAll('\0', '\uFFFD');
}
