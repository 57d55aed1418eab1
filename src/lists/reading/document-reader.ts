import type { Piece, Reader } from '../formats/format.ts';
import { checkLength } from './limits.ts';
import { Pending } from './pending.ts';
import { type Markup, type Tag, TagScanner } from './tag-scanner.ts';
import { spaceStart } from './white-space.ts';

/** What is known of an entry when its end is found. */
export interface Entry {
  readonly url: string;
  readonly line: number;
  /** Empty where it lies in no folder. */
  readonly place: string;
}

/**
 * Cuts a document of markup into pieces, tag by tag. An entry takes along the white space in front of it, so that a
 * document without the entry has no gap where it was.
 */
export abstract class DocumentReader implements Reader {
  readonly #pending = new Pending();
  readonly #scanner: TagScanner;
  #pieces: Piece[] = [];
  /** Where the piece at hand starts. */
  #start = 0;
  #line = 1;

  constructor(kind: Markup) {
    this.#scanner = new TagScanner(kind);
  }

  push(bytes: string): readonly Piece[] {
    if (!this.#pending.add(bytes)) return [];
    this.#scan();
    const taken = this.#start;
    this.#pending.drop(taken);
    this.#start = 0;
    this.#scanner.position -= taken;
    this.moved(taken);
    return this.#given();
  }

  end(): readonly Piece[] {
    this.#pending.flush();
    this.#scan();
    // Where a tag or a comment has no end, nobody knows where what is at hand would have ended.
    if (this.#scanner.position === this.text.length) this.finish();
    this.cut(this.text.length);
    return this.#given();
  }

  /** To be overridden: the next tag. */
  protected abstract take(tag: Tag): void;
  /** To be overridden where the end of the document may end an entry. */
  protected finish(): void {}
  /** To be overridden where indexes are kept: they are less by so much from now on. */
  protected moved(_by: number): void {}

  protected get text(): string {
    return this.#pending.text;
  }

  protected lineAt(index: number): number {
    return this.#pending.lineAt(index);
  }

  /** Ends the piece at hand in front of an index; it is an entry if it has a URL. */
  protected cut(index: number, entry?: Entry): void {
    if (index === this.#start) return;
    const line = entry?.line ?? this.#line;
    checkLength(index - this.#start, line);
    const bytes = this.text.slice(this.#start, index);
    if (entry === undefined) this.#pieces.push({ bytes, url: null, line });
    else this.#pieces.push({ bytes, url: entry.url, line, ...(entry.place !== '' && { place: entry.place }) });
    this.#start = index;
    this.#line = this.lineAt(index);
  }

  /** Ends the piece at hand in front of the white space in front of an index. */
  protected cutBefore(index: number, entry?: Entry): void {
    this.cut(spaceStart(this.text, index, this.#start), entry);
  }

  #scan(): void {
    for (let tag = this.#scanner.next(this.text); tag !== null; tag = this.#scanner.next(this.text)) this.take(tag);
  }

  #given(): readonly Piece[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    return pieces;
  }
}
