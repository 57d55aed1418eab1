/** Start tags allowed in the head; any other ends it. */
const HEAD_TAGS: ReadonlySet<string> = new Set(
  'html head base basefont bgsound link meta title noscript noframes script style template'.split(' '),
);
/** Start tags allowed in a noscript of the head; any other ends the noscript. */
const NOSCRIPT_TAGS: ReadonlySet<string> = new Set(
  'html head basefont bgsound link meta noscript noframes style'.split(' '),
);
const ENDING_END_TAGS: ReadonlySet<string> = new Set(['body', 'html', 'br']);

/** The tag or text that ended the head. */
interface HeadBreak {
  /** The name of a start tag, `/` and the name of an end tag, or `#text`. */
  readonly tag: string;
  readonly offset: number;
}

/**
 * Finds the end of a page's head by the HTML Standard's tree construction (13.2.6.4.1 to 13.2.6.4.6) with scripting
 * off. Do not report the contents of templates or of elements that contain only text.
 */
export class HtmlHead {
  /** The tag or text that ended the head; null while the head is open. */
  end: HeadBreak | null = null;
  private closed = false;
  private inNoscript = false;

  startTag(tag: string, offset: number): void {
    if (this.end !== null) return;
    if (this.inNoscript && NOSCRIPT_TAGS.has(tag)) return;
    this.inNoscript = tag === 'noscript';
    // After `</head>`, tags allowed in the head still belong to it, except noscript.
    if (!HEAD_TAGS.has(tag) || (this.inNoscript && this.closed)) this.end ??= { tag, offset };
  }

  endTag(tag: string, offset: number): void {
    if (this.inNoscript && tag !== 'br') {
      this.inNoscript = tag !== 'noscript';
      return;
    }
    if (tag === 'head') this.closed = true;
    if (ENDING_END_TAGS.has(tag)) this.end ??= { tag: `/${tag}`, offset };
  }

  /** Reports text that is not only white space. */
  text(offset: number): void {
    this.end ??= { tag: '#text', offset };
  }
}
