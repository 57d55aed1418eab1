import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { DocumentProblem } from '../../db/reasons.ts';
import { Field } from './field.ts';
import type { FoundEntries } from './found-entries.ts';

/** The wanted attributes of a start tag. If one is repeated, the first counts. */
export type Attributes = ReadonlyMap<string, string>;

/** An open element. */
export interface XmlElement {
  readonly name: string;
  /** The name without its namespace prefix. */
  readonly local: string;
}

/** Longer names are reported as the empty string. */
const MAX_NAME = 100;

/** Real documents nest less deeply. It also limits the search for the element of an end tag. */
const MAX_DEPTH = 64;

const NO_ATTRIBUTES: Attributes = new Map();

/**
 * Reads XML as a stream of tags and text, and tolerates errors. It builds no tree and visits each character only a few
 * times, so time is linear in the document's length. It holds only the text of the incomplete token. Character
 * references and CDATA are resolved. Entities are not, because document types are not read.
 */
export abstract class XmlReader<Element extends XmlElement = XmlElement> implements TokenizerCallbacks {
  /** The names of the attributes to read, in any tag. All others are skipped. */
  protected abstract readonly wanted: ReadonlySet<string>;
  /** The problem of a document with another root element. */
  protected abstract readonly notThis: DocumentProblem;
  /** The open elements, outermost first. Elements that nest too deeply are ignored. */
  protected readonly open: Element[] = [];
  readonly #found: FoundEntries<unknown>;
  readonly #tokenizer = new Tokenizer({ xmlMode: true }, this);
  #hasRoot = false;
  /** The text being read; null if it is not needed. */
  #text: Field | null = null;
  #useText: (value: string) => void = () => {};
  /** The text written since the end of the last token. */
  #window = '';
  #windowStart = 0;
  #consumed = 0;
  #tag = '';
  #attributes: Map<string, string> | null = null;
  #attribute = '';
  /** The value being read; null if it is not needed. */
  #value: Field | null = null;

  constructor(found: FoundEntries<unknown>) {
    this.#found = found;
  }

  /** Whether a document may have this root element. */
  protected abstract startRoot(local: string, name: string): boolean;

  /** Reads a start tag. An empty element is reported as a start and an end. */
  protected abstract start(name: string, local: string, attributes: Attributes): Element;

  /** Called after an end tag has closed its elements. */
  protected abstract ended(local: string): void;

  /** Called at the end of the document. */
  protected abstract finish(): void;

  /** Passes on the text up to the next tag. It is lost if the document ends before. */
  protected collectText(use: (value: string) => void): void {
    this.#text = new Field();
    this.#useText = use;
  }

  write(piece: string): void {
    if (this.#consumed > this.#windowStart) {
      this.#window = this.#window.slice(this.#consumed - this.#windowStart);
      this.#windowStart = this.#consumed;
    }
    this.#window += piece;
    this.#tokenizer.write(piece);
  }

  /** @param isWhole whether this is the end of the document, not a cut */
  end(isWhole: boolean): void {
    this.#tokenizer.end();
    if (this.#found.isComplete) return;
    if (isWhole && !this.#hasRoot) this.#found.report(this.notThis);
    if (isWhole && this.open.length > 0) this.#found.report('not-well-formed');
    this.finish();
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#nameAt(start, end);
    this.#attributes = null;
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#nameAt(start, end);
    const isNew = this.#attributes?.has(this.#attribute) !== true;
    this.#value = isNew && this.wanted.has(this.#attribute) ? new Field() : null;
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
    this.#startElement(this.#tag, this.#attributes ?? NO_ATTRIBUTES);
  }

  onselfclosingtag(end: number): void {
    this.onopentagend(end);
    this.#endElement(this.#tag);
  }

  onclosetag(start: number, end: number): void {
    this.#endElement(this.#nameAt(start, end));
  }

  ontext(start: number, end: number): void {
    this.#text?.append(this.#take(start, end));
    this.#consumed = end;
  }

  ontextentity(codePoint: number): void {
    this.#text?.append(String.fromCodePoint(codePoint));
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

  #startElement(name: string, attributes: Attributes): void {
    if (this.#found.isComplete) return;
    this.#endText();
    const local = localName(name);
    if (!this.#hasRoot && !this.startRoot(local, name)) return this.#found.report(this.notThis);
    this.#hasRoot = true;
    const element = this.start(name, local, attributes);
    if (this.open.length < MAX_DEPTH) this.open.push(element);
  }

  /** Closes the innermost element of that name and all elements inside it. */
  #endElement(name: string): void {
    if (this.#found.isComplete) return;
    this.#endText();
    const at = this.open.findLastIndex((element) => element.name === name);
    if (at >= 0 && at < this.open.length - 1) this.#found.report('not-well-formed');
    if (at >= 0) this.open.length = at;
    this.ended(localName(name));
  }

  #endText(): void {
    const text = this.#text;
    this.#text = null;
    if (text !== null) this.#useText(text.value);
  }

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
