import { parse } from 'tldts/dist/index.cjs.min.js';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';

/** Whether an invalid URL would be a URL of a public host with `https://` in front: `example.com/path`. */
export function lacksScheme(text: string, { code }: UrlError): boolean {
  const trimmed = text.trim();
  // One pattern for all of it would overflow the stack of the engine on a line of megabytes.
  if (code !== 'no-scheme' || !/^[\p{L}\p{N}]/u.test(trimmed) || /\s/.test(trimmed)) return false;
  const url = parseUrl(`https://${trimmed}`);
  if (url instanceof UrlError || url.asciiHost === null) return false;
  const { domain, isIcann, isPrivate } = parse(url.asciiHost, { allowPrivateDomains: true });
  return domain !== null && (isIcann === true || isPrivate === true);
}
