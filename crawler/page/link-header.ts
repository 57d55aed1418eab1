/** One link of a `Link` header (RFC 8288). */
export interface HeaderLink {
  /** The text between `<` and `>`, unresolved. */
  readonly target: string;
  /** The relation types in lower case. Never empty, because a link without a type is ignored. */
  readonly rel: readonly string[];
  /**
   * The context of the link if it is not the page itself; otherwise null. A canonical with a context is not the page's
   * own.
   */
  readonly anchor: string | null;
  /** All parameters, with names in lower case. If one is repeated, the first counts (RFC 8288, section 3.3). */
  readonly params: ReadonlyMap<string, string>;
}

/**
 * Parses `Link` headers by RFC 8288, appendix B.2, in linear time. Unlike there, junk between two links does not hide
 * the second.
 *
 * @param value the value of one field, or the values of several fields, each parsed separately
 */
export function parseLinkHeader(value: string | readonly string[]): readonly HeaderLink[] {
  const fields = typeof value === 'string' ? [value] : value;
  return fields.flatMap((field) => new LinkField(field).links());
}

/** The end of a parameter's name, or of a value without quotes. */
const NAME_END = /[\t =;,]|$/g;
const VALUE_END = /[;,]|$/g;

class LinkField {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  links(): HeaderLink[] {
    const links: HeaderLink[] = [];
    while (this.at < this.text.length) {
      this.skipSpace();
      const target = this.takeTarget();
      if (target !== null) {
        const params = this.takeParams();
        const rel = params.get('rel')?.toLowerCase().match(/\S+/g);
        if (rel) links.push({ target, rel, anchor: params.get('anchor') ?? null, params });
      }
      this.skipPast(',');
    }
    return links;
  }

  private takeTarget(): string | null {
    if (this.text[this.at] !== '<') return null;
    const start = this.at + 1;
    this.skipPast('>');
    // Without a `>`, skipPast went to the end, so there is no further link either.
    return this.text[this.at - 1] === '>' ? this.text.slice(start, this.at - 1) : null;
  }

  private takeParams(): Map<string, string> {
    const params = new Map<string, string>();
    this.skipSpace();
    while (this.text[this.at] === ';') {
      this.at++;
      this.skipSpace();
      const name = this.takeUntil(NAME_END).toLowerCase();
      this.skipSpace();
      const value = this.text[this.at] === '=' ? this.takeValue() : '';
      if (name !== '' && !params.has(name)) params.set(name, value);
      this.skipSpace();
    }
    return params;
  }

  private takeValue(): string {
    this.at++;
    this.skipSpace();
    return this.text[this.at] === '"' ? this.takeQuoted() : this.takeUntil(VALUE_END).trimEnd();
  }

  private takeQuoted(): string {
    let value = '';
    for (this.at++; this.at < this.text.length; this.at++) {
      let char = this.text[this.at];
      if (char === '"') {
        this.at++;
        break;
      }
      if (char === '\\') char = this.text[++this.at];
      value += char ?? '';
    }
    return value;
  }

  private takeUntil(end: RegExp): string {
    const start = this.at;
    end.lastIndex = start;
    this.at = end.exec(this.text)?.index ?? this.text.length;
    return this.text.slice(start, this.at);
  }

  private skipSpace(): void {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at++;
  }

  private skipPast(char: string): void {
    const found = this.text.indexOf(char, this.at);
    this.at = found === -1 ? this.text.length : found + 1;
  }
}
