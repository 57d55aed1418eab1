import { parseUrl } from '../../src/url/parse.ts';
import type { SitemapAlternate, SitemapEntry, SitemapKind } from './entry.ts';
import type { FoundEntries } from './found-entries.ts';
import { absoluteUrl, type Base, isTooLong } from './reference.ts';
import { type Attributes, localName, type XmlElement, XmlReader } from './xml.ts';

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
export class XmlSitemap extends XmlReader {
  protected readonly wanted: ReadonlySet<string> = new Set(['rel', 'href', 'hreflang']);
  protected readonly notThis = 'not-a-sitemap';
  kind: SitemapKind | null = null;
  readonly #base: Base;
  readonly #found: FoundEntries<SitemapEntry>;
  /** The local name of entries, and their name with the root's prefix. */
  #entryName = '';
  #prefixedEntryName = '';
  #entry: OpenEntry | null = null;

  /** @param url the sitemap's URL, which is the base of references */
  constructor(url: string, found: FoundEntries<SitemapEntry>) {
    super(found);
    this.#base = parseUrl(url);
    this.#found = found;
  }

  protected startRoot(local: string, name: string): boolean {
    const { kind = null, entry = '' } = ROOTS.get(local) ?? {};
    this.kind = kind;
    this.#entryName = entry;
    this.#prefixedEntryName = name.slice(0, -local.length) + entry;
    return kind !== null;
  }

  protected start(name: string, local: string, attributes: Attributes): XmlElement {
    if (this.#isEntry(name, local)) this.#startEntry();
    else if (this.#entry?.depth === this.open.length) this.#startPart(this.#entry, local, attributes);
    return { name, local };
  }

  protected ended(): void {
    if (this.#entry !== null && this.open.length < this.#entry.depth) this.#endEntry(this.#entry);
  }

  /** A URL whose end tag was read is complete, even if its entry is not. */
  protected finish(): void {
    if (this.#entry !== null && this.#entry.url !== '') this.#endEntry(this.#entry);
  }

  /**
   * An element with the root's prefix is an entry anywhere. Inside another entry, it shows that the other's end tag is
   * missing.
   */
  #isEntry(name: string, local: string): boolean {
    return name === this.#prefixedEntryName || (local === this.#entryName && this.open.length === 1);
  }

  #startEntry(): void {
    if (this.#entry !== null) {
      this.#found.report('not-well-formed');
      this.#endEntry(this.#entry);
    }
    this.open.splice(1);
    this.#entry = { depth: this.open.length + 1, url: '', lastmod: '', alternates: [] };
  }

  #startPart(entry: OpenEntry, local: string, attributes: Attributes): void {
    if (local === 'link') return this.#addAlternate(entry, attributes);
    if (local !== 'loc' && local !== 'lastmod') return;
    const part = local === 'loc' ? 'url' : 'lastmod';
    this.collectText((value) => {
      // If a part is repeated, the first counts.
      if (entry[part] === '') entry[part] = value;
    });
  }

  #addAlternate({ alternates }: OpenEntry, attributes: Attributes): void {
    const href = attributes.get('href') ?? '';
    if (href === '' || !/(?:^|\s)alternate(?:\s|$)/i.test(attributes.get('rel') ?? '')) return;
    if (alternates.length >= MAX_ALTERNATES) return this.#found.report('too-many-alternates');
    alternates.push({ url: this.#absolute(href), hreflang: attributes.get('hreflang') ?? null });
  }

  #endEntry({ url, lastmod, alternates }: OpenEntry): void {
    this.#entry = null;
    if (url === '') return this.#found.report('no-loc');
    this.#found.add({ url: this.#absolute(url), lastmod: lastmod === '' ? null : lastmod, alternates });
  }

  #absolute(reference: string): string {
    if (isTooLong(reference)) this.#found.report('too-long');
    return absoluteUrl(reference, this.#base);
  }
}
