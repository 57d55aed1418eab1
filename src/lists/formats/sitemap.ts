import { decodeText } from '../reading/character-references.ts';
import { DocumentReader } from '../reading/document-reader.ts';
import { rootOf, type Tag } from '../reading/tag-scanner.ts';
import type { Format } from './format.ts';

/** https://www.sitemaps.org/protocol.html */
export const sitemap: Format = {
  name: 'sitemap',
  description: 'sitemap or sitemap index',
  extensions: ['.xml'],
  matches: (head) => ROOT.test(rootOf(head) ?? ''),
  createReader: () => new SitemapReader(),
  output: 'document',
};

const ROOT = /^(?:[^:]*:)?(?:urlset|sitemapindex)$/;

class SitemapReader extends DocumentReader {
  /** The root's namespace prefix with its colon; null before the root. */
  #prefix: string | null = null;
  /** The number of open elements within an entry, including the entry itself. */
  #depth = 0;
  #locStart = -1;
  #url = '';
  #line = 0;

  constructor() {
    super('xml');
  }

  protected override take(tag: Tag): void {
    if (this.#prefix === null) {
      if (ROOT.test(tag.name)) this.#prefix = tag.name.slice(0, tag.name.indexOf(':') + 1);
      return;
    }
    const name = tag.name.startsWith(this.#prefix) ? tag.name.slice(this.#prefix.length) : '';
    const isEntry = name === 'url' || name === 'sitemap';
    if (isEntry && tag.kind === 'start') this.#startEntry(tag);
    else if (isEntry && tag.kind === 'end' && this.#depth > 0) this.#endEntry(tag);
    else if (this.#depth > 0) this.#takeInner(tag, name);
  }

  protected override moved(by: number): void {
    if (this.#locStart >= 0) this.#locStart -= by;
  }

  #startEntry(tag: Tag): void {
    this.cutBefore(tag.start);
    this.#depth = 1;
    this.#locStart = -1;
    this.#url = '';
    this.#line = this.lineAt(tag.start);
  }

  #endEntry(tag: Tag): void {
    this.#depth = 0;
    this.cut(tag.end, this.#url === '' ? undefined : { url: this.#url, line: this.#line, place: '' });
  }

  #takeInner(tag: Tag, name: string): void {
    if (tag.kind === 'start') {
      this.#depth += 1;
      if (name === 'loc' && this.#depth === 2) {
        this.#locStart = tag.end;
        if (this.#url === '') this.#line = this.lineAt(tag.start);
      }
    } else if (tag.kind === 'end') {
      this.#depth = Math.max(1, this.#depth - 1);
      if (name === 'loc' && this.#depth === 1) this.#endLoc(tag);
    }
  }

  #endLoc(tag: Tag): void {
    if (this.#locStart < 0) return;
    // Of two locations, the first counts.
    if (this.#url === '') this.#url = decodeText(this.text.slice(this.#locStart, tag.start), 'xml').trim();
    this.#locStart = -1;
  }
}
