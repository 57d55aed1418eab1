import type { DeclaredCanonical, HeadEnd, RobotsDirectives } from '../../../src/audit/site/page-record.ts';
import { MAX_LINKS } from '../../limits.ts';
import {
  type Declarations,
  MAX_CANONICALS,
  MAX_RELATED,
  MAX_ROBOTS,
  notCanonical,
  type RelatedLink,
} from '../declarations.ts';
import { parseRefresh, type Refresh } from '../refresh.ts';
import { relationsOf, tokens } from '../relation.ts';
import { parseRobotsMeta } from '../robots-directives.ts';
import { type HtmlAttributes, type WantedAttributes, wanted } from './html-attributes.ts';
import { FRAMES } from './html-embedded.ts';
import type { HtmlHead } from './html-head.ts';
import { keptText } from './kept-text.ts';
import { LineCounter } from './line-counter.ts';

/** The declarations in a page's tags, with character references decoded. */
export interface HtmlDeclarations extends Declarations {
  /** The `href` of the first `base` that has one; null if there is none. */
  readonly base: string | null;
  /** The first `lang` of `html`; null if there is none. */
  readonly language: string | null;
  /** The first `meta property=og:url`; null if there is none. */
  readonly openGraphUrl: string | null;
  /** The first `meta name=description`, with collapsed white space, at most 500 characters; null if there is none. */
  readonly description: string | null;
}

/** The attributes to read, by tag. */
export const WANTED_ATTRIBUTES: ReadonlyMap<string, WantedAttributes> = new Map([
  ['a', wanted('href rel xlink:href')],
  ['area', wanted('href rel')],
  ['base', wanted('href')],
  ['embed', wanted('src type')],
  ['frame', wanted('src')],
  ['html', wanted('lang')],
  ['iframe', wanted('src')],
  ['link', wanted('href rel hreflang lang media type')],
  ['meta', wanted('http-equiv name property content')],
  ['object', wanted('data type')],
  ['template', wanted('shadowrootmode')],
]);

/** What the link types have in them that are read. */
const READ_TYPES = /canonical|alternate|amphtml|next|prev/i;
/** The types of images, audio and video, which are not documents. */
const MEDIA_TYPES = /^\s*(?:image|audio|video)\//i;

/** Collects the declarations in a page's tags. Report the tags in the order of the page. */
export class DeclarationReader implements HtmlDeclarations {
  base: string | null = null;
  language: string | null = null;
  readonly links: Map<string, boolean> = new Map();
  readonly canonicals: DeclaredCanonical[] = [];
  readonly related: RelatedLink[] = [];
  refresh: Refresh | null = null;
  readonly robots: RobotsDirectives[] = [];
  openGraphUrl: string | null = null;
  description: string | null = null;

  private readonly head: HtmlHead;
  private headEnd: HeadEnd | null = null;
  private readonly lines: LineCounter;

  constructor(bytes: Uint8Array, head: HtmlHead) {
    this.head = head;
    this.lines = new LineCounter(bytes);
  }

  /** @param offset of the tag's `<`, in bytes */
  add(tag: string, attributes: HtmlAttributes, offset: number): void {
    const href = attributes.get('href');
    if (tag === 'html') this.language ??= attributes.get('lang') ?? null;
    else if (tag === 'meta') this.addMeta(attributes.get('content'), attributes);
    else if (href === undefined) this.addFrame(attributes.get(FRAMES.get(tag) ?? ''), attributes);
    else if (tag === 'base') this.base ??= href;
    else if (tag === 'link') this.addRelations(href, attributes, offset);
    else this.addLink(href, attributes);
  }

  addLink(href: string, attributes: HtmlAttributes): void {
    const rel = attributes.get('rel');
    const nofollow = rel !== undefined && /nofollow/i.test(rel) && tokens(rel).has('nofollow');
    const known = this.links.get(href);
    // One link more than the limit shows that there are too many.
    if (known === undefined ? this.links.size <= MAX_LINKS : known && !nofollow) this.links.set(href, nofollow);
  }

  private addFrame(url: string | undefined, attributes: HtmlAttributes): void {
    // Unlike an empty `href`, an empty address does not lead to the page itself.
    if (url && !MEDIA_TYPES.test(attributes.get('type') ?? '')) this.addLink(url, attributes);
  }

  private addRelations(href: string, attributes: HtmlAttributes, offset: number): void {
    const rel = attributes.get('rel') ?? '';
    // Most are stylesheets and icons.
    if (!READ_TYPES.test(rel)) return;
    const rels = tokens(rel);
    if (rels.has('canonical') && this.canonicals.length < MAX_CANONICALS) {
      this.canonicals.push(this.canonical(href, attributes, offset));
    }
    const hreflang = attributes.get('hreflang') ?? null;
    const relations = relationsOf(rels, hreflang, attributes.get('type') ?? null);
    if (relations.length === 0 || this.related.length >= MAX_RELATED) return;
    this.related.push({ href, relations, hreflang, nofollow: rels.has('nofollow') });
  }

  private canonical(href: string, attributes: HtmlAttributes, offset: number): DeclaredCanonical {
    const pushedBy = this.endOfHead();
    const where = pushedBy === null ? 'head' : 'body';
    return { where, href, attributes: notCanonical(attributes), ...this.lines.positionOf(offset), pushedBy };
  }

  /** Call this before a later position is reported. */
  private endOfHead(): HeadEnd | null {
    const { end } = this.head;
    if (end !== null) this.headEnd ??= { tag: end.tag, line: this.lines.positionOf(end.offset).line };
    return this.headEnd;
  }

  private addMeta(content: string | undefined, attributes: HtmlAttributes): void {
    if (content === undefined) return;
    const name = attributes.get('name');
    if (attributes.get('http-equiv')?.toLowerCase() === 'refresh') this.addRefresh(content);
    if (attributes.get('property')?.toLowerCase() === 'og:url') this.openGraphUrl ??= content;
    if (name?.toLowerCase() === 'description') this.description ??= keptText(content);
    if (name === undefined || this.robots.length >= MAX_ROBOTS) return;
    const directives = parseRobotsMeta(name, content);
    if (directives !== null) this.robots.push(directives);
  }

  private addRefresh(content: string): void {
    if (this.refresh !== null) return;
    const refresh = parseRefresh(content);
    if (refresh !== null && refresh.url !== null) this.refresh = refresh;
  }
}
