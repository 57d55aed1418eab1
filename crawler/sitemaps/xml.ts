import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { Field } from './field.ts';

/** The wanted attributes of a start tag. If one is repeated, the first counts. */
export type Attributes = ReadonlyMap<string, string>;

/** Receives the parts of a document in their order. Names include their prefix. */
export interface XmlHandler {
  /** The names of the attributes to read, in any tag. All others are skipped. */
  readonly wanted: ReadonlySet<string>;
  /** Whether the handler needs the text at this place. */
  readonly wantsText: boolean;
  /** A start tag. An empty element is reported as a start and an end. */
  startElement(name: string, attributes: Attributes): void;
  /** An end tag. */
  endElement(name: string): void;
  /** Text. Character references and CDATA are resolved. Entities are not, because document types are not read. */
  text(text: string): void;
}

/** Longer names are reported as the empty string. */
const MAX_NAME = 100;

const NO_ATTRIBUTES: Attributes = new Map();

/**
 * Reads XML as a stream of tags and text, and tolerates errors. It builds no tree and visits each character only a few
 * times, so time is linear in the document's length. It holds only the text of the incomplete token.
 */
export class XmlReader implements TokenizerCallbacks {
  readonly #handler: XmlHandler;
  readonly #tokenizer: Tokenizer;
  /** The text written since the end of the last token. */
  #window = '';
  #windowStart = 0;
  #consumed = 0;
  #tag = '';
  #attributes: Map<string, string> | null = null;
  #attribute = '';
  /** The value being read; null if it is not needed. */
  #value: Field | null = null;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
    this.#tokenizer = new Tokenizer({ xmlMode: true }, this);
  }

  write(piece: string): void {
    if (this.#consumed > this.#windowStart) {
      this.#window = this.#window.slice(this.#consumed - this.#windowStart);
      this.#windowStart = this.#consumed;
    }
    this.#window += piece;
    this.#tokenizer.write(piece);
  }

  end(): void {
    this.#tokenizer.end();
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#nameAt(start, end);
    this.#attributes = null;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#nameAt(start, end);
    const isNew = this.#attributes?.has(this.#attribute) !== true;
    this.#value = isNew && this.#handler.wanted.has(this.#attribute) ? new Field() : null;
  }

  onattribdata(start: number, end: number): void {
    this.#value?.append(this.#take(start, end));
    this.#consumed = end;
  }

  onattribentity(codePoint: number): void {
    this.#value?.append(String.fromCodePoint(codePoint));
  }

  onattribend(): void {
    if (this.#value === null) return;
    this.#attributes ??= new Map();
    this.#attributes.set(this.#attribute, this.#value.value);
    this.#value = null;
  }

  onopentagend(end: number): void {
    this.#consumed = end;
    this.#handler.startElement(this.#tag, this.#attributes ?? NO_ATTRIBUTES);
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
    this.#handler.endElement(this.#tag);
  }

  onclosetag(start: number, end: number): void {
    this.#handler.endElement(this.#nameAt(start, end));
  }

  ontext(start: number, end: number): void {
    if (this.#handler.wantsText) this.#handler.text(this.#take(start, end));
    this.#consumed = end;
  }

  ontextentity(codePoint: number): void {
    if (this.#handler.wantsText) this.#handler.text(String.fromCodePoint(codePoint));
  }

  oncdata(start: number, end: number, mark: number): void {
    this.ontext(start, end - mark);
  }

  oncomment(_start: number, end: number): void {
    this.#consumed = end;
  }

  ondeclaration(_start: number, end: number): void {
    this.#consumed = end;
  }

  onprocessinginstruction(_start: number, end: number): void {
    this.#consumed = end;
  }

  onend(): void {}

  #nameAt(start: number, end: number): string {
    this.#consumed = end;
    return end - start > MAX_NAME ? '' : this.#take(start, end);
  }

  #take(start: number, end: number): string {
    return this.#window.slice(start - this.#windowStart, end - this.#windowStart);
  }
}

/** A name without its namespace prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
