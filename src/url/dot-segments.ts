import type { ParsedUrl } from './parsed-url.ts';

/** A dot at the start of a segment, the cheap sign that there may be a dot segment. */
const DOT_AFTER_SLASH = /\/(?:\.|%2[Ee])/;
const SINGLE_DOT = /^(?:\.|%2[Ee])$/;
const DOUBLE_DOT = /^(?:\.|%2[Ee]){2}$/;
const DRIVE_LETTER = /^[A-Za-z][:|]$/;

/**
 * The path of the URL, or another that is to be its path, without dot segments.
 *
 * @returns the same string where there are none
 */
export function removeDots(url: ParsedUrl, path: string): string {
  if (!path.startsWith('/')) return path;
  const clean = removeDotSegments(path, url.protocol === 'file');
  // Where no authority is written, a path that starts with two slashes would be read as one: `x:/.//a`.
  const hasAuthority = /[/\\]/.test(url.separator) || (url.host !== null && url.host !== '');
  return !hasAuthority && clean.startsWith('//') ? `/.${clean}` : clean;
}

/**
 * RFC 3986 5.2.4 with the URL Standard's reading of `%2e` as a dot.
 *
 * @param path starts with a slash
 * @param keepDrive whether a first segment such as `C:` stays when `..` follows it, as in file URLs
 */
function removeDotSegments(path: string, keepDrive: boolean): string {
  if (!DOT_AFTER_SLASH.test(path)) return path;
  const segments = path.split('/');
  const kept: string[] = [];
  for (let i = 1; i < segments.length; i++) {
    const segment = segments[i] ?? '';
    const isLast = i === segments.length - 1;
    if (DOUBLE_DOT.test(segment)) {
      if (!(keepDrive && kept.length === 1 && DRIVE_LETTER.test(kept[0] ?? ''))) kept.pop();
      if (isLast) kept.push('');
    } else if (!SINGLE_DOT.test(segment)) {
      kept.push(segment);
    } else if (isLast) {
      kept.push('');
    }
  }
  return `/${kept.join('/')}`;
}
