import { parseUrl } from '../../src/url/parse.ts';
import type { SitemapAlternate, SitemapKind } from './entry.ts';
import { Field } from './field.ts';
import type { Findings } from './findings.ts';
import { OpenElements } from './open-elements.ts';
import { absoluteUrl, type Base, isTooLong } from './reference.ts';
import { type Attributes, localName, type XmlHandler, XmlReader } from './xml.ts';

/** More than the number of languages of any site. */
const MAX_ALTERNATES = 1000;

/** Root elements, with the elements of their entries. */
const ROOTS: ReadonlyMap<string, { readonly kind: SitemapKind; readonly entry: string }> = new Map([
  ['urlset', { kind: 'urlset', entry: 'url' }],
  ['sitemapindex', { kind: 'index', entry: 'sitemap' }],
]);

/** Whether a document with this root element is a sitemap. */
export function isSitemapRoot(name: string): boolean {
  return ROOTS.has(localName(name));
}

interface OpenEntry {
  /** The number of open elements where its own parts start. */
  readonly depth: number;
  url: string;
  lastmod: string;
  readonly alternates: SitemapAlternate[];
}

/** Reads an XML sitemap or sitemap index. */
export class XmlSitemap implements XmlHandler {
  readonly wanted: ReadonlySet<string> = new Set(['rel', 'href', 'hreflang']);
  kind: SitemapKind | null = null;
  readonly #base: Base;
  readonly #findings: Findings;
  readonly #xml: XmlReader = new XmlReader(this);
  readonly #open = new OpenElements<{ readonly name: string }>();
  /** The local name of entries, and their name with the root's prefix. */
  #entryName = '';
  #prefixedEntryName = '';
  #entry: OpenEntry | null = null;
  /** The part of the entry being read, and its text. */
  #part: 'url' | 'lastmod' = 'url';
  #text: Field | null = null;

  /** @param url the sitemap's URL, which is the base of references */
  constructor(url: string, findings: Findings) {
    this.#base = parseUrl(url);
    this.#findings = findings;
  }

  write(piece: string): void {
    this.#xml.write(piece);
  }

  /** @param isWhole whether this is the end of the document, not a cut */
  end(isWhole: boolean): void {
    this.#xml.end();
    if (this.#findings.isComplete) return;
    if (isWhole && this.kind === null) this.#findings.report('not-a-sitemap');
    if (isWhole && this.#open.depth > 0) this.#findings.report('not-well-formed');
    // A URL whose end tag was read is complete, even if its entry is not.
    if (this.#entry !== null && this.#entry.url !== '') this.#endEntry(this.#entry);
  }

  get wantsText(): boolean {
    return this.#text !== null;
  }

  text(text: string): void {
    this.#text?.append(text);
  }

  startElement(name: string, attributes: Attributes): void {
    if (this.#findings.isComplete) return;
    this.#endPart();
    const local = localName(name);
    if (this.kind === null) this.#startRoot(name, local);
    else if (this.#isEntry(name, local)) this.#startEntry();
    else if (this.#entry?.depth === this.#open.depth) this.#startPart(this.#entry, local, attributes);
    this.#open.push({ name });
  }

  endElement(name: string): void {
    if (this.#findings.isComplete) return;
    this.#endPart();
    if (!this.#open.close(name)) this.#findings.report('not-well-formed');
    if (this.#entry !== null && this.#open.depth < this.#entry.depth) this.#endEntry(this.#entry);
  }

  #startRoot(name: string, local: string): void {
    const root = ROOTS.get(local);
    if (root === undefined) return this.#findings.report('not-a-sitemap');
    this.kind = root.kind;
    this.#entryName = root.entry;
    this.#prefixedEntryName = name.slice(0, -local.length) + root.entry;
  }

  /**
   * An element with the root's prefix is an entry anywhere. Inside another entry, it shows that the other's end tag is
   * missing.
   */
  #isEntry(name: string, local: string): boolean {
    return name === this.#prefixedEntryName || (local === this.#entryName && this.#open.depth === 1);
  }

  #startEntry(): void {
    if (this.#entry !== null) {
      this.#findings.report('not-well-formed');
      this.#endEntry(this.#entry);
    }
    this.#open.keep(1);
    this.#entry = { depth: this.#open.depth + 1, url: '', lastmod: '', alternates: [] };
  }

  #startPart(entry: OpenEntry, local: string, attributes: Attributes): void {
    if (local === 'link') return this.#addAlternate(entry, attributes);
    if (local !== 'loc' && local !== 'lastmod') return;
    this.#part = local === 'loc' ? 'url' : 'lastmod';
    this.#text = new Field();
  }

  #endPart(): void {
    if (this.#text === null) return;
    const { value } = this.#text;
    this.#text = null;
    // If a part is repeated, the first counts.
    if (this.#entry !== null && this.#entry[this.#part] === '') this.#entry[this.#part] = value;
  }

  #addAlternate({ alternates }: OpenEntry, attributes: Attributes): void {
    const href = attributes.get('href') ?? '';
    if (href === '' || !/(?:^|\s)alternate(?:\s|$)/i.test(attributes.get('rel') ?? '')) return;
    if (alternates.length >= MAX_ALTERNATES) return this.#findings.report('too-many-alternates');
    alternates.push({ url: this.#absolute(href), hreflang: attributes.get('hreflang') ?? null });
  }

  #endEntry({ url, lastmod, alternates }: OpenEntry): void {
    this.#entry = null;
    if (url === '') return this.#findings.report('no-loc');
    this.#findings.add({ url: this.#absolute(url), lastmod: lastmod === '' ? null : lastmod, alternates });
  }

  #absolute(reference: string): string {
    if (isTooLong(reference)) this.#findings.report('too-long');
    return absoluteUrl(this.#base, reference);
  }
}
