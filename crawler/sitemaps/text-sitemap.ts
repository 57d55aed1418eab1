import type { SitemapEntry } from './entry.ts';
import { Field } from './field.ts';
import type { FoundEntries } from './found-entries.ts';
import { isTooLong } from './reference.ts';

/** Whether a text starts with a URL, as a text sitemap does, not with markup or an error message. */
export function isUrlList(head: string): boolean {
  return /^[\t\n\r ]*https?:\/\//i.test(head);
}

/** Reads a sitemap with one URL per line (https://www.sitemaps.org/protocol.html#otherformats). */
export class TextSitemap {
  readonly kind = 'text';
  readonly #found: FoundEntries<SitemapEntry>;
  #line = new Field();

  constructor(found: FoundEntries<SitemapEntry>) {
    this.#found = found;
  }

  write(piece: string): void {
    const [first = '', ...others] = piece.split(/[\r\n]+/);
    this.#line.append(first);
    for (const part of others) {
      this.#endLine();
      this.#line.append(part);
    }
  }

  /** @param isWhole whether this is the end of the document. After a cut, the last line may be incomplete. */
  end(isWhole: boolean): void {
    if (isWhole) this.#endLine();
  }

  /** References are not resolved: a line that is not a URL is more likely a comment than a relative URL. */
  #endLine(): void {
    const url = this.#line.value;
    if (url === '') return;
    if (isTooLong(url)) this.#found.report('too-long');
    this.#found.add({ url, lastmod: null, alternates: [] });
    this.#line = new Field();
  }
}
