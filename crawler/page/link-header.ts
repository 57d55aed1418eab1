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
  return fields.flatMap((field) => [...linksIn(field)]);
}

const TARGET = /[\t ]*<([^>]*)(>?)[\t ]*/y;
/** A parameter's name, and its value with or without quotes. The closing quote may be missing. */
const PARAMETER = /;[\t ]*([^\t =;,]*)[\t ]*(?:=[\t ]*(?:"((?:[^"\\]|\\[^]?)*)"?|([^;,]*)))?[\t ]*/y;
const REST = /[^,]*,?/y;

function* linksIn(field: string): Generator<HeaderLink> {
  let at = 0;
  const take = (part: RegExp): RegExpExecArray | null => {
    part.lastIndex = at;
    const match = part.exec(field);
    at += match?.[0].length ?? 0;
    return match;
  };
  while (at < field.length) {
    const [, target, isClosed] = take(TARGET) ?? [];
    if (isClosed === '') return;
    if (target !== undefined) {
      const params = new Map<string, string>();
      for (let match = take(PARAMETER); match !== null; match = take(PARAMETER)) {
        const [, name = '', quoted, plain = ''] = match;
        const key = name.toLowerCase();
        if (key !== '' && !params.has(key)) params.set(key, quoted?.replace(/\\([^]?)/g, '$1') ?? plain.trimEnd());
      }
      const rel = params.get('rel')?.toLowerCase().match(/\S+/g);
      if (rel) yield { target, rel, anchor: params.get('anchor') ?? null, params };
    }
    take(REST);
  }
}
