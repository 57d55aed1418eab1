import { addDefaultScheme } from '../../canon/default-scheme.ts';
import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';

/**
 * The URL to report for an entry without a valid one, so that it counts as rejected: the entry's text, in angle
 * brackets if it might pass for a URL. No host contains these.
 */
export function rejected(text: string): string {
  const isNone = parseUrl(text) instanceof UrlError && parseUrl(addDefaultScheme(text, 'https')) instanceof UrlError;
  return isNone ? text : `<${text}>`;
}
