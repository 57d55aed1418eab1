/** The content of a `meta http-equiv=refresh` or of a `Refresh` header. */
export interface Refresh {
  /** The delay in whole seconds. The standard drops a fraction. */
  readonly delay: number;
  /** The unresolved target; null if the page only reloads itself. */
  readonly url: string | null;
}

const TIME = /^[\t\n\f\r ]*(?=[\d.])(\d*)(?:\.[\d.]*)?(?![^;,\t\n\f\r ])/;
const SEPARATOR = /^[\t\n\f\r ]*[;,]?[\t\n\f\r ]*/;
const URL_PREFIX = /^url[\t\n\f\r ]*=[\t\n\f\r ]*/i;

/**
 * Parses a refresh by the HTML Standard's shared declarative refresh steps, in linear time.
 *
 * @param content the value of the attribute or header, such as `5; url=next.html`
 * @returns null if the value does not start with a time, because browsers then ignore it
 */
export function parseRefresh(content: string): Refresh | null {
  const time = TIME.exec(content);
  if (time === null) return null;
  const rest = content.slice(time[0].length).replace(SEPARATOR, '').replace(URL_PREFIX, '');
  const url = unquote(rest);
  return { delay: Math.min(Number(time[1]), Number.MAX_SAFE_INTEGER), url: url === '' ? null : url };
}

/**
 * The text between an opening quote and the next quote of its kind. Text after it and a missing end quote are
 * tolerated.
 */
function unquote(text: string): string {
  const quote = text[0];
  if (quote !== '"' && quote !== "'") return text;
  const end = text.indexOf(quote, 1);
  return end === -1 ? text.slice(1) : text.slice(1, end);
}
