import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { isWeb } from '../../src/url/parsed-url.ts';
import type { FeedLinks } from './feed-links.ts';
import { absoluteUrl, type Base, isTooLong } from './reference.ts';
import { type Attributes, localName, type XmlElement, XmlReader } from './xml.ts';

const ROOTS: ReadonlySet<string> = new Set(['rss', 'RDF', 'feed']);
/** Elements whose `link` belongs to the feed or an entry. Images, text inputs and sources have links of their own. */
const LINKED: ReadonlySet<string> = new Set(['channel', 'item', 'feed', 'entry']);

/** Whether a document with this root element is a feed. */
export function isFeedRoot(name: string): boolean {
  return ROOTS.has(localName(name));
}

interface FeedElement extends XmlElement {
  /** The base of references in it (https://www.w3.org/TR/xmlbase/). */
  readonly base: Base;
}

/** Reads the links of RSS and Atom feeds. */
export class XmlFeed extends XmlReader<FeedElement> {
  protected readonly wanted: ReadonlySet<string> = new Set(['rel', 'href', 'isPermaLink', 'xml:base']);
  protected readonly notThis = 'not-a-feed';
  readonly #base: Base;
  readonly #found: FeedLinks;
  /** The permanent link of an item that has no other link so far. */
  #guid = '';
  #hasLink = false;

  /** @param url the feed's URL, which is the base of references */
  constructor(url: string, found: FeedLinks) {
    super(found);
    this.#base = parseUrl(url);
    this.#found = found;
  }

  protected startRoot(local: string): boolean {
    return ROOTS.has(local);
  }

  protected start(name: string, local: string, attributes: Attributes): FeedElement {
    const parent = this.open.at(-1);
    const base = baseOf(parent?.base ?? this.#base, attributes.get('xml:base'));
    if (local === 'item') this.finish();
    else if (parent !== undefined && LINKED.has(parent.local)) this.#startPart(parent, local, base, attributes);
    return { name, local, base };
  }

  protected ended(local: string): void {
    if (local === 'item') this.finish();
  }

  #startPart(parent: FeedElement, local: string, base: Base, attributes: Attributes): void {
    const href = attributes.get('href');
    if (local === 'link' && href !== undefined) this.#addLink(base, href, attributes.get('rel') ?? 'alternate');
    else if (local === 'link') this.collectText((value) => this.#addLink(base, value, 'alternate'));
    else if (local === 'guid' && parent.local === 'item' && attributes.get('isPermaLink') !== 'false')
      this.collectText((value) => {
        this.#guid = value;
      });
  }

  /**
   * Adds the links of RFC 4287, section 4.2.7.2, and the next page of a feed (RFC 5005, section 3). RSS feeds use this
   * element too.
   */
  #addLink(base: Base, href: string, rel: string): void {
    if (href === '' || (rel !== 'alternate' && rel !== 'next')) return;
    this.#hasLink ||= rel === 'alternate';
    this.#found.addLink(base, href);
  }

  /** Ends an item. By default, a guid is a permanent link, but many feeds use other texts without saying so. */
  protected finish(): void {
    if (!this.#hasLink && /^https?:\/\//i.test(this.#guid)) this.#found.addLink(this.#base, this.#guid);
    this.#guid = '';
    this.#hasLink = false;
  }
}

/** The base of an element. A base that is too long or cannot be resolved is ignored. */
function baseOf(outer: Base, reference: string | undefined): Base {
  if (reference === undefined) return outer;
  const url = absoluteUrl(reference, outer);
  const base = isTooLong(url) ? null : parseUrl(url);
  return base === null || base instanceof UrlError || !isWeb(base) ? outer : base;
}
