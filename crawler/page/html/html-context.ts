/** Deeper than pages nest these elements, and the most that looking for an end tag's element may cost. */
const MAX_DEPTH = 64;

/** Elements of svg and math whose content is HTML again. */
const INTEGRATION_POINTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['svg', new Set(['foreignobject', 'desc', 'title'])],
  ['math', new Set(['mi', 'mo', 'mn', 'ms', 'mtext'])],
]);

/** HTML tags that close an svg or math left open before them. */
const BREAKING_OUT: ReadonlySet<string> = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
);

/**
 * Where in a page the token stream stands, as far as links depend on it: in svg or math, in HTML inside of these, in a
 * template. No other element is kept, so that deep nesting costs nothing.
 */
export class HtmlContext {
  /** `svg`, `math`, an integration point's name, or `template`, also `svg template`; outermost first. */
  private readonly open: string[] = [];
  private templates = 0;
  /** In svg or math themselves, where tags are not HTML's. */
  foreign = false;

  get empty(): boolean {
    return this.open.length === 0;
  }

  /** In a template, whose content is inert. */
  get inert(): boolean {
    return this.templates > 0;
  }

  /** Ends svg and math where this tag cannot stand in them; to be told of each start tag before `enter`. */
  breakOut(tag: string): void {
    if (!BREAKING_OUT.has(tag)) return;
    while (this.foreign) this.pop();
  }

  /** To be told of each start tag that is not self-closing. */
  enter(tag: string): void {
    if (this.open.length >= MAX_DEPTH) return;
    if (!this.foreign) {
      if (tag === 'svg' || tag === 'math' || tag === 'template') this.push(tag);
      return;
    }
    const language = languageOf(this.open.at(-1));
    if (tag === 'template') this.push(`${language} template`);
    else if (tag === language || INTEGRATION_POINTS.get(language)?.has(tag)) this.push(tag);
  }

  /** To be told of each end tag. */
  leave(tag: string): void {
    // No svg holds an element of such a name: it is one around the svg that ends, and the svg with it. Head and body
    // do not end where their tags do.
    if (tag !== 'head' && tag !== 'body') this.breakOut(tag);
    const at = this.open.findLastIndex((name) => name === tag || (tag === 'template' && name.endsWith(' template')));
    if (at === -1 || (tag !== 'template' && this.open.lastIndexOf('template') > at)) return;
    while (this.open.length > at) this.pop();
  }

  private push(tag: string): void {
    this.open.push(tag);
    if (tag === 'template') this.templates++;
    this.foreign = isForeign(tag);
  }

  private pop(): void {
    if (this.open.pop() === 'template') this.templates--;
    this.foreign = isForeign(this.open.at(-1));
  }
}

function isForeign(name: string | undefined): boolean {
  const language = languageOf(name);
  return language === 'svg' || language === 'math';
}

/** `svg` of `svg` and of a template in it. */
function languageOf(name = ''): string {
  return name.endsWith(' template') ? name.slice(0, -' template'.length) : name;
}
