import { parse } from 'tldts/dist/index.cjs.min.js';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';

/** Whether an invalid URL would be a URL of a public host with `https://` in front: `example.com/path`. */
export function lacksScheme(text: string, { code }: UrlError): boolean {
  if (code !== 'no-scheme' || !/^\s*[\p{L}\p{N}]\S*\s*$/u.test(text)) return false;
  const url = parseUrl(`https://${text.trim()}`);
  if (url instanceof UrlError || url.asciiHost === null) return false;
  const { domain, isIcann, isPrivate } = parse(url.asciiHost, { allowPrivateDomains: true });
  return domain !== null && (isIcann === true || isPrivate === true);
}
