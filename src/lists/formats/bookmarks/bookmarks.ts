import { isBlank } from '../../../text/white-space.ts';
import { decodeAttribute, decodeText } from '../../reading/character-references.ts';
import { type CutEntry, DocumentReader } from '../../reading/document-reader.ts';
import { attributeOf, type Tag } from '../../reading/tag-scanner.ts';
import { Folders } from '../folders.ts';
import type { Format } from '../format.ts';
import { mergeBookmarks } from './bookmarks-merge.ts';

/**
 * The Netscape bookmark file:
 * https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)
 */
export const bookmarks: Format = {
  name: 'bookmarks',
  description: 'bookmark file exported by a browser (Netscape)',
  extensions: ['.html', '.htm'],
  matches: (head) => /^\s*<!DOCTYPE\s+NETSCAPE-Bookmark-file-1\b/i.test(head),
  createReader: () => new BookmarkReader(),
  output: 'document',
  merge: mergeBookmarks,
};

/** Tags that end the bookmark before them. */
const BOUNDARIES: ReadonlySet<string> = new Set(
  'start:dt start:dl end:dl start:hr start:h3 end:body end:html'.split(' '),
);

class BookmarkReader extends DocumentReader {
  readonly #folders = new Folders();
  /** The name of a folder whose list has not started yet. */
  #folder = '';
  /** The start of the folder name being read; -1 if there is none. */
  #nameStart = -1;
  #entry: CutEntry | undefined;
  /** Inside the title of a bookmark. */
  #isTitle = false;
  /** Inside a description, or after a folder name. Links there belong to that text. */
  #isDescription = false;
  /** After a `DT` that has no content yet. */
  #isTerm = false;

  constructor() {
    super('bookmarks');
  }

  protected override take(tag: Tag): void {
    const key = `${tag.kind === 'end' ? 'end' : 'start'}:${tag.name}`;
    if (BOUNDARIES.has(key)) this.#startItem(tag, key);
    else if (key === 'end:h3') this.#endName(tag);
    else if (key === 'start:dd') this.#isDescription = true;
    else if (key === 'end:a') this.#isTitle = false;
    else if (key === 'start:a' && !this.#isTitle && !this.#isDescription) this.#startBookmark(tag);
  }

  protected override finish(): void {
    if (this.#entry !== undefined) this.cutBefore(this.text.length, this.#entry);
  }

  protected override moved(by: number): void {
    if (this.#nameStart >= 0) this.#nameStart -= by;
  }

  #startItem(tag: Tag, key: string): void {
    // A heading belongs to its term.
    if (key !== 'start:h3' || !this.#isTerm) this.cutBefore(tag.start, this.#entry);
    this.#entry = undefined;
    this.#isTitle = false;
    this.#isDescription = key === 'start:h3';
    this.#isTerm = key === 'start:dt';
    this.#nameStart = key === 'start:h3' ? tag.end : -1;
    if (key === 'start:dl') {
      this.#folders.enter(this.#folder);
      this.#folder = '';
    } else if (key === 'end:dl') this.#folders.leave();
  }

  #endName(tag: Tag): void {
    if (this.#nameStart < 0) return;
    this.#folder = decodeText(this.text.slice(this.#nameStart, tag.start), 'html').trim();
    this.#nameStart = -1;
  }

  #startBookmark(tag: Tag): void {
    if (!this.#isTerm) this.cutBefore(tag.start, this.#entry);
    this.#entry = undefined;
    this.#isTerm = false;
    this.#isTitle = true;
    const url = decodeAttribute(attributeOf(tag, 'href') ?? '', 'html');
    if (!isBlank(url)) this.#entry = { url, line: this.lineAt(tag.start), place: this.#folders.path };
  }
}
