/** Start tags that may stand in the head; any other ends it. */
const HEAD_TAGS: ReadonlySet<string> = new Set(
  'html head base basefont bgsound link meta title noscript noframes script style template'.split(' '),
);
/** Those that may stand in a noscript of the head; any other ends the noscript. */
const NOSCRIPT_TAGS: ReadonlySet<string> = new Set(
  'html head basefont bgsound link meta noscript noframes style'.split(' '),
);
const ENDING_END_TAGS: ReadonlySet<string> = new Set(['body', 'html', 'br']);

/** A tag or text that the head ended at. */
interface HeadBreak {
  /** The name of a start tag, `/` and the name of an end tag, or `#text`. */
  readonly tag: string;
  readonly offset: number;
}

/**
 * Where the head of a page ends: the HTML Standard's tree construction (13.2.6.4.1 to 13.2.6.4.6) with scripting off.
 * Not to be told of what stands in a template, nor of the content of elements that hold text alone.
 */
export class HtmlHead {
  /** What ended the head; null as long as it lasts. */
  end: HeadBreak | null = null;
  private closed = false;
  private inNoscript = false;

  startTag(tag: string, offset: number): void {
    if (this.inNoscript && NOSCRIPT_TAGS.has(tag)) return;
    this.inNoscript = tag === 'noscript';
    // Behind `</head>`, what may stand in the head still goes there, but for noscript.
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

  /** To be told of text that is not white space alone. */
  text(offset: number): void {
    this.end ??= { tag: '#text', offset };
  }
}
