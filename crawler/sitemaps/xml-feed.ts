import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { isWeb } from '../../src/url/parsed-url.ts';
import type { FeedLinks } from './feed-links.ts';
import { Field } from './field.ts';
import { OpenElements } from './open-elements.ts';
import { absoluteUrl, type Base, isTooLong } from './reference.ts';
import { type Attributes, localName, type XmlHandler, XmlReader } from './xml.ts';

const ROOTS: ReadonlySet<string> = new Set(['rss', 'RDF', 'feed']);
/** Elements whose `link` belongs to the feed or an entry. Images, text inputs and sources have links of their own. */
const LINKED: ReadonlySet<string> = new Set(['channel', 'item', 'feed', 'entry']);

/** Whether a document with this root element is a feed. */
export function isFeedRoot(name: string): boolean {
  return ROOTS.has(localName(name));
}

interface FeedElement {
  readonly name: string;
  /** The name without prefix. */
  readonly local: string;
  /** The base of references in it (https://www.w3.org/TR/xmlbase/). */
  readonly base: Base;
}

/** Reads the links of RSS and Atom feeds. */
export class XmlFeed implements XmlHandler {
  readonly wanted: ReadonlySet<string> = new Set(['rel', 'href', 'isPermaLink', 'xml:base']);
  readonly #base: Base;
  readonly #found: FeedLinks;
  readonly #xml: XmlReader = new XmlReader(this);
  readonly #open = new OpenElements<FeedElement>();
  #hasRoot = false;
  /** The text being read, and the base of references in it. */
  #text: { readonly of: 'link' | 'guid'; readonly base: Base; readonly value: Field } | null = null;
  /** The permanent link of an item that has no other link so far. */
  #guid = '';
  #hasLink = false;

  /** @param url the feed's URL, which is the base of references */
  constructor(url: string, found: FeedLinks) {
    this.#base = parseUrl(url);
    this.#found = found;
  }

  write(piece: string): void {
    this.#xml.write(piece);
  }

  /** @param isWhole whether this is the end of the document, not a cut */
  end(isWhole: boolean): void {
    this.#xml.end();
    if (this.#found.isComplete) return;
    this.#endItem();
    if (isWhole && !this.#hasRoot) this.#found.problems.add('not-a-feed');
    if (isWhole && this.#open.depth > 0) this.#found.problems.add('not-well-formed');
  }

  get wantsText(): boolean {
    return this.#text !== null;
  }

  text(text: string): void {
    this.#text?.value.append(text);
  }

  startElement(name: string, attributes: Attributes): void {
    if (this.#found.isComplete) return;
    this.#endText();
    const local = localName(name);
    if (!this.#hasRoot) this.#startRoot(local);
    const parent = this.#open.last;
    const base = baseOf(parent?.base ?? this.#base, attributes.get('xml:base'));
    if (local === 'item') this.#endItem();
    else if (parent !== undefined && LINKED.has(parent.local)) this.#startPart(parent, local, base, attributes);
    this.#open.push({ name, local, base });
  }

  endElement(name: string): void {
    if (this.#found.isComplete) return;
    this.#endText();
    if (!this.#open.close(name)) this.#found.problems.add('not-well-formed');
    if (localName(name) === 'item') this.#endItem();
  }

  #startRoot(local: string): void {
    this.#hasRoot = true;
    if (!ROOTS.has(local)) this.#found.problems.add('not-a-feed');
  }

  #startPart(parent: FeedElement, local: string, base: Base, attributes: Attributes): void {
    const href = attributes.get('href');
    if (local === 'link' && href !== undefined) this.#addLink(base, href, attributes.get('rel') ?? 'alternate');
    else if (local === 'link') this.#text = { of: 'link', base, value: new Field() };
    else if (local === 'guid' && parent.local === 'item' && attributes.get('isPermaLink') !== 'false')
      this.#text = { of: 'guid', base, value: new Field() };
  }

  /**
   * Adds the links of RFC 4287, section 4.2.7.2, and the next page of a feed (RFC 5005, section 3). RSS feeds use this
   * element too.
   */
  #addLink(base: Base, href: string, rel: string): void {
    if (href === '' || (rel !== 'alternate' && rel !== 'next')) return;
    this.#hasLink ||= rel === 'alternate';
    this.#found.add(base, href);
  }

  #endText(): void {
    if (this.#text === null) return;
    const { of, base, value } = this.#text;
    this.#text = null;
    if (of === 'link') this.#addLink(base, value.value, 'alternate');
    else this.#guid = value.value;
  }

  /** By default, a guid is a permanent link, but many feeds use other texts without saying so. */
  #endItem(): void {
    if (!this.#hasLink && /^https?:\/\//i.test(this.#guid)) this.#found.add(this.#base, this.#guid);
    this.#guid = '';
    this.#hasLink = false;
  }
}

/** The base of an element. A base that is too long or cannot be resolved is ignored. */
function baseOf(outer: Base, reference: string | undefined): Base {
  if (reference === undefined) return outer;
  const url = absoluteUrl(outer, reference);
  const base = isTooLong(url) ? null : parseUrl(url);
  return base === null || base instanceof UrlError || !isWeb(base) ? outer : base;
}
