import type { ParsedUrl } from '../../url/parsed-url.ts';
import { resolve } from '../../url/resolve.ts';
import { decodeAttribute } from '../reading/character-references.ts';
import { baseOf, linkPiece } from '../reading/link-piece.ts';
import { Pending } from '../reading/pending.ts';
import { attributeOf, rootOf, type Tag, TagScanner } from '../reading/tag-scanner.ts';
import type { Format, Piece, Reader } from './format.ts';

export const html: Format = {
  name: 'html',
  description: 'links in a web page',
  extensions: ['.html', '.htm', '.xhtml'],
  matches: (head) => /^\s*<!doctype\s+html\b/i.test(head) || rootOf(head) === 'html',
  createReader: ({ base }) => new HtmlReader(base),
  output: 'links',
  uses: ['base'],
};

class HtmlReader implements Reader {
  readonly #pending = new Pending();
  readonly #scanner = new TagScanner('html');
  #base: ParsedUrl | null;
  #hasBase = false;

  constructor(base: string | undefined) {
    this.#base = baseOf(base);
  }

  push(bytes: string): readonly Piece[] {
    if (!this.#pending.add(bytes)) return [];
    const pieces = this.#read();
    this.#pending.drop(this.#scanner.position);
    this.#scanner.position = 0;
    return pieces;
  }

  end(): readonly Piece[] {
    this.#pending.flush();
    return this.#read();
  }

  #read(): readonly Piece[] {
    const { text } = this.#pending;
    const pieces: Piece[] = [];
    for (let tag = this.#scanner.next(text); tag !== null; tag = this.#scanner.next(text)) {
      const piece = this.#take(tag);
      if (piece !== null) pieces.push(piece);
    }
    return pieces;
  }

  #take(tag: Tag): Piece | null {
    if (tag.name !== 'a' && tag.name !== 'area' && tag.name !== 'base') return null;
    const raw = attributeOf(tag, 'href');
    if (raw === undefined) return null;
    const href = decodeAttribute(raw, 'html');
    if (tag.name !== 'base') return linkPiece(href, this.#pending.lineAt(tag.start), this.#base);
    if (!this.#hasBase) this.#setBase(href);
    return null;
  }

  /** Only the first `base` counts. It is relative to the page's own address. */
  #setBase(href: string): void {
    this.#hasBase = true;
    const url = this.#base === null ? href : resolve(href, this.#base);
    if (typeof url === 'string') this.#base = baseOf(url) ?? this.#base;
  }
}
