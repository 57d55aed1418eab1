/** What the content of a `meta http-equiv=refresh` or of a `Refresh` header asks for. */
export interface Refresh {
  /** Whole seconds; a fraction is dropped, as the standard says. */
  readonly delay: number;
  /** Where to go, unresolved; null where the page only reloads itself. */
  readonly url: string | null;
}

const TIME = /^[\t\n\f\r ]*(?=[\d.])(\d*)(?:\.[\d.]*)?(?![^;,\t\n\f\r ])/;
const SEPARATOR = /^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/;
const URL_PREFIX = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i;

/**
 * Reads a refresh by the HTML Standard's shared declarative refresh steps, in linear time.
 *
 * @param content `5; url=next.html`, the attribute's or the header's value
 * @returns null where no time comes first: browsers then ignore the whole value
 */
export function parseRefresh(content: string): Refresh | null {
  const time = TIME.exec(content);
  if (time === null) return null;
  const rest = content.slice(time[0].length).replace(SEPARATOR, '').replace(URL_PREFIX, '');
  const url = unquote(rest);
  return { delay: Math.min(Number(time[1]), Number.MAX_SAFE_INTEGER), url: url === '' ? null : url };
}

/** What stands between an opening quote and the next one like it; what follows, and a missing end, are forgiven. */
function unquote(text: string): string {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  const end = text.indexOf(quote, 1);
  return end === -1 ? text.slice(1) : text.slice(1, end);
}
