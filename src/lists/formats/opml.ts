import { isBlank } from '../../text/white-space.ts';
import { decodeAttribute } from '../reading/character-references.ts';
import { DocumentReader } from '../reading/document-reader.ts';
import { attributeOf, rootOf, type Tag } from '../reading/tag-scanner.ts';
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
  /** The open outline, if it holds no other yet. */
  #open: Outline | null = null;

  constructor() {
    super('xml');
  }

  protected override take(tag: Tag): void {
    // Anything else in an outline is a part of it.
    if (tag.name !== 'outline') return;
    const open = this.#open;
    this.#open = null;
    if (tag.kind === 'end') {
      if (open === null) this.#folders.leave();
      else this.#cutEntry(open, tag.end);
      return;
    }
    if (open !== null) this.#enter(open);
    this.cutBefore(tag.start);
    const outline = { tag, line: this.lineAt(tag.start), end: tag.end };
    if (tag.kind === 'empty') this.#cutEntry(outline, tag.end);
    else this.#open = outline;
  }

  protected override finish(): void {
    if (this.#open !== null) this.#enter(this.#open);
  }

  protected override moved(by: number): void {
    if (this.#open !== null) this.#open.end -= by;
  }

  #enter(outline: Outline): void {
    this.#cutEntry(outline, outline.end, true);
    this.#folders.enter(nameOf(outline.tag));
  }

  #cutEntry({ tag, line }: Outline, end: number, holdsOthers = false): void {
    const url = urlOf(tag);
    const place = this.#folders.path;
    this.cut(end, url === null ? undefined : { url, line, place, ...(holdsOthers && { holdsOthers }) });
  }
}

/** The start of an outline. */
interface Outline {
  readonly tag: Tag;
  readonly line: number;
  /** The index after the tag. */
  end: number;
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
