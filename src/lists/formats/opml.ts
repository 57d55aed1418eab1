import { decodeAttribute } from '../reading/character-references.ts';
import { DocumentReader } from '../reading/document-reader.ts';
import { attributeOf, rootOf, type Tag } from '../reading/tag-scanner.ts';
import { isBlank } from '../reading/white-space.ts';
import { Folders } from './folders.ts';
import type { Format } from './format.ts';

/** http://opml.org/spec2.opml */
export const opml: Format = {
  name: 'opml',
  description: 'list of feeds (OPML)',
  extensions: ['.opml'],
  matches: (head) => rootOf(head) === 'opml',
  createReader: () => new OpmlReader(),
  output: 'document',
};

const URL_ATTRIBUTES: readonly string[] = ['xmlurl', 'url', 'htmlurl'];

class OpmlReader extends DocumentReader {
  readonly #folders = new Folders();
  /** An open outline, which may still turn out to contain others. */
  #open: Tag | null = null;
  #openLine = 0;

  constructor() {
    super('xml');
  }

  protected override take(tag: Tag): void {
    const parent = this.#open;
    this.#open = null;
    if (parent !== null && tag.kind === 'end' && tag.name === 'outline') {
      this.#cutEntry(parent, this.#openLine, tag.end);
      return;
    }
    if (parent !== null) this.#folders.enter(nameOf(parent));
    if (tag.name !== 'outline') return;
    if (tag.kind === 'end') this.#folders.leave();
    else this.#startOutline(tag);
  }

  #startOutline(tag: Tag): void {
    this.cutBefore(tag.start);
    const line = this.lineAt(tag.start);
    if (tag.kind === 'empty') {
      this.#cutEntry(tag, line, tag.end);
      return;
    }
    this.#open = tag;
    this.#openLine = line;
  }

  #cutEntry(tag: Tag, line: number, end: number): void {
    const url = urlOf(tag);
    this.cut(end, url === null ? undefined : { url, line, place: this.#folders.path });
  }
}

function urlOf(tag: Tag): string | null {
  for (const name of URL_ATTRIBUTES) {
    const value = attributeOf(tag, name);
    if (value !== undefined && !isBlank(value)) return decodeAttribute(value, 'xml');
  }
  return null;
}

function nameOf(tag: Tag): string {
  return decodeAttribute(attributeOf(tag, 'text') ?? attributeOf(tag, 'title') ?? '', 'xml').trim();
}
