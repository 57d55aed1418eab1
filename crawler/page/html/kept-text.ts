import { startWithoutCredentials, withoutCredentials } from '../../../src/url/credentials.ts';

/** The longest text of a page that its record keeps, in UTF-16 code units. */
export const MAX_KEPT_LENGTH = 500;

/** A short text as a record keeps it: with collapsed white space, at most 500 UTF-16 code units, without passwords. */
export function keptText(text: string): string {
  const shown = withoutCredentials(collapsed(text))
    .replace(/[\t\n\f\r]/g, ' ')
    .replace(/^ | $/g, '');
  // Do not cut a surrogate pair in half.
  return startWithoutCredentials(shown, MAX_KEPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '');
}

/** The text with the first character of each white space. A tab in a URL does not end it, but a space does. */
export function collapsed(text: string): string {
  return text.replace(/([\t\n\f\r ])[\t\n\f\r ]+/g, '$1');
}
