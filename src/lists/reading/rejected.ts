import { addDefaultScheme } from '../../canon/default-scheme.ts';
import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';

/**
 * What to give as the URL of an entry that has none, so that it is counted as one that is no URL: the entry's text, in
 * angle brackets where it might be taken for a URL. No host has those.
 */
export function rejected(text: string): string {
  const isNone = parseUrl(text) instanceof UrlError && parseUrl(addDefaultScheme(text, 'https')) instanceof UrlError;
  return isNone ? text : `<${text}>`;
}
