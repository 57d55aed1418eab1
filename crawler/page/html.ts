import { type QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { HtmlContext } from './html-context.ts';
import { decodeAttribute, decodeText } from './html-references.ts';
import { parseRefresh } from './refresh.ts';

/** What a crawl needs of a page. URLs are as found: character references are decoded, nothing is resolved or trimmed. */
export interface PageContent {
  /** The `href` of the first `base` that has one. */
  readonly base: string | null;
  /** In document order, repeated ones repeated. */
  readonly links: readonly PageLink[];
  readonly canonicals: readonly CanonicalLink[];
  readonly alternates: readonly AlternateLink[];
  /** The URL of the first `meta http-equiv=refresh` that has one. */
  readonly refresh: string | null;
  /** The contents of all `meta name=robots`, joined by a comma. */
  readonly robots: string | null;
  /** The first title, white space collapsed, at most 500 characters. */
  readonly title: string | null;
}

export interface PageLink {
  readonly href: string;
  readonly kind: 'a' | 'area';
  readonly nofollow: boolean;
}

interface CanonicalLink {
  readonly href: string;
  /** Search engines do not heed a canonical in the body, where a page's visitors may have put it. */
  readonly inHead: boolean;
}

interface AlternateLink {
  readonly href: string;
  readonly rel: 'alternate' | 'next' | 'prev';
  readonly hreflang: string | null;
  readonly type: string | null;
}

const MAX_TITLE_LENGTH = 500;
const CDATA = '<![CDATA[';
const BOGUS_COMMENT = '<![cdata[';

/** The attributes that are read, by tag; all others are passed over. */
const ATTRIBUTES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['a', new Set(['href', 'rel', 'xlink:href'])],
  ['area', new Set(['href', 'rel'])],
  ['base', new Set(['href'])],
  ['link', new Set(['href', 'rel', 'hreflang', 'type'])],
  ['meta', new Set(['http-equiv', 'name', 'content'])],
]);

/** First letters of the tags that matter outside of head, svg and template, by the length of their names. */
const INITIALS: readonly string[] = ['', 'a', '', 's', 'ablm', 't', '', '', 't'];

/** Start tags that may stand in the head; any other ends it (HTML Standard 13.2.6.4.4). */
const HEAD_TAGS: ReadonlySet<string> = new Set(
  'html head base basefont bgsound link meta title noscript noframes script style template'.split(' '),
);
const HEAD_ENDING_END_TAGS: ReadonlySet<string> = new Set(['body', 'html', 'br']);
/** Tags of the head, beside title, whose content is text alone. */
const TEXT_ONLY_TAGS: ReadonlySet<string> = new Set(['style', 'script', 'noframes']);

/**
 * Reads links and declarations from a page as a browser without scripting would see them, in one run over its tokens.
 * No tree is built, so time and memory are linear in the page's length, however deeply it nests.
 */
export function readPage(html: string): PageContent {
  const reader = new PageReader(html);
  const tokenizer = new Tokenizer({ decodeEntities: false }, reader);
  let start = 0;
  for (let at = html.indexOf(CDATA); at !== -1; at = html.indexOf(CDATA, start)) {
    tokenizer.write(html.slice(start, at));
    // Outside of svg and math this opens a comment that ends at the first `>`; the tokenizer would skip to `]]>`.
    tokenizer.write(reader.isInForeignContext() ? CDATA : BOGUS_COMMENT);
    start = at + CDATA.length;
  }
  tokenizer.write(html.slice(start));
  tokenizer.end();
  return reader.page;
}

class PageReader implements TokenizerCallbacks {
  private base: string | null = null;
  private readonly links: PageLink[] = [];
  private readonly canonicals: CanonicalLink[] = [];
  private readonly alternates: AlternateLink[] = [];
  private refresh: string | null = null;
  private robots: string | null = null;
  private title: string | null = null;

  private readonly html: string;
  private readonly context = new HtmlContext();
  private inHead = true;
  private headClosed = false;
  /** The start tag being read; empty where nothing depends on it. */
  private tag = '';
  private wanted: ReadonlySet<string> | undefined;
  private readonly attributes = new Map<string, string>();
  /** The attribute being read; empty where its value is not wanted. */
  private attribute = '';
  private value = '';
  /** In an element of the head that holds text alone; the next end tag is its own. */
  private inTextOnly = false;
  private titleStart = -1;

  constructor(html: string) {
    this.html = html;
  }

  get page(): PageContent {
    const { base, links, canonicals, alternates, refresh, robots, title } = this;
    return { base, links, canonicals, alternates, refresh, robots, title };
  }

  isInForeignContext(): boolean {
    return this.context.foreign;
  }

  onopentagname(start: number, end: number): void {
    const matters = this.inHead || !this.context.empty || this.mayMatter(start, end);
    this.tag = matters ? this.nameAt(start, end) : '';
    this.wanted = matters ? ATTRIBUTES.get(this.tag) : undefined;
    if (this.wanted !== undefined) this.attributes.clear();
  }

  onattribname(start: number, end: number): void {
    if (this.wanted === undefined) return;
    const name = this.nameAt(start, end);
    // Of two attributes with one name, the first counts.
    this.attribute = this.wanted.has(name) && !this.attributes.has(name) ? name : '';
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.wanted !== undefined && this.attribute !== '') this.value += this.html.slice(start, end);
  }

  onattribend(quote: QuoteType): void {
    if (this.wanted !== undefined && this.attribute !== '') {
      this.attributes.set(this.attribute, decodeAttribute(this.value, quote));
    }
  }

  onopentagend(end: number): void {
    if (this.tag === '') return;
    this.openTag(end);
    this.context.enter(this.tag);
  }

  onselfclosingtag(end: number): void {
    if (this.tag === '') return;
    this.openTag(end);
    // HTML knows no self-closing tags; svg and math, and what is in them, do.
    if (!this.context.foreign && this.tag !== 'svg' && this.tag !== 'math') this.context.enter(this.tag);
  }

  onclosetag(start: number, end: number): void {
    if (this.inTextOnly) {
      this.inTextOnly = false;
      this.closeTitle(start - '</'.length);
    } else if (this.inHead || !this.context.empty) {
      const tag = this.nameAt(start, end);
      this.context.leave(tag);
      if (this.context.inert) return;
      if (HEAD_ENDING_END_TAGS.has(tag)) this.inHead = false;
      if (tag === 'head') this.headClosed = true;
    }
  }

  ontext(start: number, end: number): void {
    if (!this.inHead || this.inTextOnly || this.context.inert) return;
    if (/[^\t\n\f\r ]/.test(decodeText(this.html.slice(start, end)))) this.inHead = false;
  }

  onend(): void {
    this.closeTitle(this.html.length);
  }

  onattribentity(): void {}
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}

  private mayMatter(start: number, end: number): boolean {
    const initials = INITIALS[end - start];
    return initials !== undefined && initials !== '' && initials.includes(this.html.charAt(start).toLowerCase());
  }

  /** A name in ASCII lower case: to JavaScript, the Kelvin sign in `lin\u212A` would be a k. */
  private nameAt(start: number, end: number): string {
    const name = this.html.slice(start, end);
    return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name;
  }

  private openTag(end: number): void {
    this.context.breakOut(this.tag);
    if (this.context.inert) return;
    if (this.context.foreign) {
      if (this.tag === 'a') this.addLink('a', this.attributes.get('href') ?? this.attributes.get('xlink:href'));
      return;
    }
    // Behind `</head>`, what may stand in the head still goes there, but for noscript.
    if (!HEAD_TAGS.has(this.tag) || (this.headClosed && this.tag === 'noscript')) this.inHead = false;
    this.inTextOnly = this.tag === 'title' || (this.inHead && TEXT_ONLY_TAGS.has(this.tag));
    if (this.tag === 'title' && this.title === null) this.titleStart = end + 1;
    else if (this.wanted !== undefined) this.addDeclaration();
  }

  private addDeclaration(): void {
    const href = this.attributes.get('href');
    if (this.tag === 'a' || this.tag === 'area') this.addLink(this.tag, href);
    else if (this.tag === 'base') this.base ??= href ?? null;
    else if (this.tag === 'link') this.addRelations(href);
    else this.addMeta();
  }

  private addLink(kind: 'a' | 'area', href: string | undefined): void {
    if (href === undefined) return;
    const rel = this.attributes.get('rel');
    this.links.push({ href, kind, nofollow: rel !== undefined && tokens(rel).has('nofollow') });
  }

  private addRelations(href: string | undefined): void {
    if (href === undefined) return;
    const rels = tokens(this.attributes.get('rel') ?? '');
    if (rels.has('canonical')) this.canonicals.push({ href, inHead: this.inHead });
    // An alternate stylesheet is another look, not another page.
    if (rels.has('stylesheet')) return;
    for (const rel of ['alternate', 'next', 'prev'] as const) {
      if (!rels.has(rel)) continue;
      const hreflang = this.attributes.get('hreflang') ?? null;
      this.alternates.push({ href, rel, hreflang, type: this.attributes.get('type') ?? null });
    }
  }

  private addMeta(): void {
    const content = this.attributes.get('content');
    if (content === undefined) return;
    if (this.attributes.get('http-equiv')?.toLowerCase() === 'refresh') {
      this.refresh ??= parseRefresh(content)?.url ?? null;
    }
    if (this.attributes.get('name')?.toLowerCase() === 'robots') {
      this.robots = this.robots === null ? content : `${this.robots},${content}`;
    }
  }

  private closeTitle(end: number): void {
    if (this.titleStart === -1) return;
    const text = decodeText(this.html.slice(this.titleStart, end))
      .replace(/[\t\n\f\r ]+/g, ' ')
      .replace(/^ | $/g, '');
    // A cut must not leave half of a surrogate pair.
    this.title = text.slice(0, MAX_TITLE_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
    this.titleStart = -1;
  }
}

function tokens(value: string): ReadonlySet<string> {
  return new Set(value.toLowerCase().split(/[\t\n\f\r ]+/));
}
