/** Elements that hold what many pages of a site share. */
const ALWAYS_SHARED: ReadonlySet<string> = new Set(['nav', 'aside']);
/** Elements that hold it only outside of sections. The header of an article belongs to the article. */
const SHARED_OUTSIDE: ReadonlySet<string> = new Set(['header', 'footer']);
const SECTIONS: ReadonlySet<string> = new Set(['article', 'aside', 'main', 'nav', 'section']);

/** Real pages nest these elements less deeply. It also limits the search for the element of an end tag. */
const MAX_DEPTH = 64;

/**
 * Tells the main content of a page from what its site repeats: navigation, page header, page footer and asides, which are
 * landmarks by the same rule in HTML-AAM 1.0, section 3.
 */
export class HtmlLandmarks {
  /** The open sections, headers and footers, outermost first. */
  private readonly open: string[] = [];
  /** The depth of the outermost open element that is shared; 0 outside. */
  private sharedAt = 0;

  /** Whether no element is open whose end tag matters. */
  get empty(): boolean {
    return this.open.length === 0;
  }

  /** Whether the current place is in an element that the site repeats. */
  get isShared(): boolean {
    return this.sharedAt > 0;
  }

  /** Call this for each start tag outside of svg and math. */
  enter(tag: string): void {
    const isSection = SECTIONS.has(tag);
    if ((!isSection && !SHARED_OUTSIDE.has(tag)) || this.open.length >= MAX_DEPTH) return;
    const isShared = isSection ? ALWAYS_SHARED.has(tag) : !this.open.some((name) => SECTIONS.has(name));
    this.open.push(tag);
    if (isShared && this.sharedAt === 0) this.sharedAt = this.open.length;
  }

  /** Call this for each end tag outside of svg and math. */
  leave(tag: string): void {
    const at = this.open.lastIndexOf(tag);
    if (at === -1) return;
    this.open.length = at;
    if (this.sharedAt > at) this.sharedAt = 0;
  }
}
