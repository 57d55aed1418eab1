/** Whether a response of this `Content-Type` may be a page: HTML, or the type is missing or blank. */
export function isHtml(contentType: string | null): boolean {
  return /^\s*(?:$|(?:text\/html|application\/xhtml\+xml)(?:[;,\s]|$))/i.test(contentType ?? '');
}

/** The media type in lower case, without parameters; null if there is none. */
export function mediaType(contentType: string | null): string | null {
  return /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)/.exec(contentType ?? '')?.[1]?.toLowerCase() ?? null;
}

/**
 * What several values of `Content-Type` mean together (Fetch Standard, "extract a MIME type"): the last valid one. If it
 * has no `charset`, it gets that of the first of those right before it that name the same type. Without a valid one, the first value.
 */
export function combinedType(values: readonly string[]): string | null {
  const all = values.join(',');
  if (!all.includes(',')) return values[0] ?? null;
  let [type, name, charset]: (string | null)[] = [null, null, null];
  for (const [value] of all.matchAll(LISTED)) {
    const [, named] = VALID.exec(value) ?? [];
    if (named === undefined || named === '*/*') continue;
    const own = charsetParameter(value);
    if (named.toLowerCase() !== name) charset = own;
    name = named.toLowerCase();
    type = own === null && charset !== null ? `${value.trim()};charset=${charset}` : value.trim();
  }
  return type ?? values[0] ?? null;
}

/** A value of a list. Quoted text may contain commas. */
const LISTED = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const VALID = /^\s*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)\s*(?:;|$)/;

/** The first `charset` parameter. A quoted value may contain semicolons. */
export function charsetParameter(contentType: string): string | null {
  for (const [, name = '', quoted, plain = ''] of contentType.matchAll(
    /;([^;="]*)=(?:\s*"((?:[^"\\]|\\.)*)"?|([^;]*))/g,
  )) {
    if (name.trim().toLowerCase() === 'charset') return quoted ?? plain;
  }
  return null;
}
