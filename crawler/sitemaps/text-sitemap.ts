import { Field } from './field.ts';
import type { Findings } from './findings.ts';
import { isTooLong } from './reference.ts';

/** Whether a text starts with a URL, as a text sitemap does, and neither markup nor an error message. */
export function isUrlList(head: string): boolean {
  return /^[\t\n\r ]*https?:\/\//i.test(head);
}

/** Reads a sitemap of one URL a line (https://www.sitemaps.org/protocol.html#otherformats). */
export class TextSitemap {
  readonly kind = 'text';
  readonly #findings: Findings;
  #line = new Field();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  write(piece: string): void {
    const [first = '', ...others] = piece.split(/[\r\n]+/);
    this.#line.append(first);
    for (const part of others) {
      this.#endLine();
      this.#line.append(part);
    }
  }

  /** @param isWhole whether this is the document's end, and not where it was cut: then the last line may be a part of one */
  end(isWhole: boolean): void {
    if (isWhole) this.#endLine();
  }

  /** References are not resolved: what is no URL is more likely a remark than a relative one. */
  #endLine(): void {
    const url = this.#line.value;
    if (url === '') return;
    if (isTooLong(url)) this.#findings.report('too-long');
    this.#findings.add({ url, lastmod: null, alternates: [] });
    this.#line = new Field();
  }
}
