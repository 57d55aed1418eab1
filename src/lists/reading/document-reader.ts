import { spaceStart } from '../../text/white-space.ts';
import type { Piece, Reader } from '../formats/format.ts';
import { checkLength } from './limits.ts';
import { Pending } from './pending.ts';
import { type Markup, type Tag, TagScanner } from './tag-scanner.ts';

/** An entry whose end was found. */
export interface CutEntry {
  /** The URL as found, decoded. */
  readonly url: string;
  /** The line of the element with the URL, from 1. */
  readonly line: number;
  /** The folder path; empty outside of folders. */
  readonly place: string;
  /** As in {@link Piece}. */
  readonly holdsOthers?: true;
}

/**
 * Cuts a markup document into pieces, tag by tag. An entry includes the white space before it, so that dropping the
 * entry leaves no gap.
 */
export abstract class DocumentReader implements Reader {
  readonly #pending = new Pending();
  readonly #scanner: TagScanner;
  #pieces: Piece[] = [];
  /** The start of the current piece. */
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
    // After an unterminated tag or comment, the current piece has no known end.
    if (this.#scanner.position === this.text.length) this.finish();
    this.cut(this.text.length);
    return this.#given();
  }

  /** Handles the next tag. */
  protected abstract take(tag: Tag): void;
  /** Override it if the end of the document may end an entry. */
  protected finish(): void {}
  /** Override it if the reader keeps indexes: subtract this number from them. */
  protected moved(_by: number): void {}

  protected get text(): string {
    return this.#pending.text;
  }

  protected lineAt(index: number): number {
    return this.#pending.lineAt(index);
  }

  /** Ends the current piece before an index. The piece is an entry if `entry` is given. */
  protected cut(index: number, entry?: CutEntry): void {
    if (index === this.#start) return;
    const line = entry?.line ?? this.#line;
    checkLength(index - this.#start, line);
    const bytes = this.text.slice(this.#start, index);
    if (entry === undefined) this.#pieces.push({ bytes, url: null, line });
    else {
      const { place, ...rest } = entry;
      this.#pieces.push({ bytes, ...rest, ...(place !== '' && { place }) });
    }
    this.#start = index;
    this.#line = this.lineAt(index);
  }

  /** Ends the current piece before the white space that precedes an index. */
  protected cutBefore(index: number, entry?: CutEntry): void {
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
