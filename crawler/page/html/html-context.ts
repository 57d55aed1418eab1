/** Real pages nest these elements less deeply. It also limits the search for the element of an end tag. */
const MAX_DEPTH = 64;

/** Elements of svg and math that contain HTML again. */
const INTEGRATION_POINTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['svg', new Set(['foreignobject', 'desc', 'title'])],
  ['math', new Set(['mi', 'mo', 'mn', 'ms', 'mtext'])],
]);

/** HTML tags that close an open svg or math. */
const BREAKING_OUT: ReadonlySet<string> = new Set(
  (
    'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
    'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var'
  ).split(' '),
);

/** A template that is a shadow root. Like any template, it keeps the end tags in it from ending elements around it. */
const SHADOW_ROOT = 'shadow template';

/** Whether a template of that `shadowrootmode` is a shadow root, which browsers show without scripts. */
export function isShadowMode(mode: string | undefined): boolean {
  return /^(?:open|closed)$/i.test(mode ?? '');
}

/**
 * The context of a token, as far as links depend on it: svg or math, HTML inside these, or a template. No other
 * elements are stored, so deep nesting costs nothing.
 */
export class HtmlContext {
  /**
   * The open elements, outermost first: `svg`, `math`, the name of an integration point, `template`, `svg template` or
   * `shadow template`.
   */
  private readonly open: string[] = [];
  private templates = 0;
  /** Whether the current place is directly in svg or math, whose tags are not HTML tags. */
  foreign = false;

  get empty(): boolean {
    return this.open.length === 0;
  }

  /** Whether the current place is in a template, whose contents are inert. */
  get inert(): boolean {
    return this.templates > 0;
  }

  /** Closes svg and math if this tag cannot be inside them. Call this for each start tag before `enter`. */
  breakOut(tag: string): void {
    if (!this.foreign || !BREAKING_OUT.has(tag)) return;
    while (this.foreign) this.pop();
  }

  /**
   * Call this for each start tag. HTML has no self-closing tags; svg and math have.
   *
   * @param isShadowRoot whether it is a shadow root if it is a template of HTML
   */
  enter(tag: string, isSelfClosing: boolean, isShadowRoot: boolean): void {
    if (isSelfClosing && (this.foreign || tag === 'svg' || tag === 'math')) return;
    if (this.open.length >= MAX_DEPTH) return;
    if (!this.foreign) {
      if (tag === 'template') this.push(isShadowRoot ? SHADOW_ROOT : tag);
      else if (tag === 'svg' || tag === 'math') this.push(tag);
      return;
    }
    const language = languageOf(this.open.at(-1));
    if (tag === 'template') this.push(`${language} template`);
    else if (tag === language || INTEGRATION_POINTS.get(language)?.has(tag)) this.push(tag);
  }

  /** Call this for each end tag. */
  leave(tag: string): void {
    if (this.empty) return;
    // svg contains no element of such a name. The tag therefore ends an element around the svg, and the svg with it.
    // Head and body do not end at their end tags.
    if (tag !== 'head' && tag !== 'body') this.breakOut(tag);
    const at = this.open.findLastIndex((name) => name === tag || (tag === 'template' && name.endsWith(' template')));
    if (at === -1 || (tag !== 'template' && this.open.findLastIndex(isHtmlTemplate) > at)) return;
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

function isHtmlTemplate(name: string): boolean {
  return name === 'template' || name === SHADOW_ROOT;
}

function isForeign(name: string | undefined): boolean {
  const language = languageOf(name);
  return language === 'svg' || language === 'math';
}

/** `svg` for `svg` and for a template in it. */
function languageOf(name = ''): string {
  return name.endsWith(' template') ? name.slice(0, -' template'.length) : name;
}
