import type { ParsedUrl } from './parsed-url.ts';

/** A dot at the start of a segment: a cheap test for dot segments. */
const DOT_AFTER_SLASH = /\/(?:\.|%2[Ee])/;
/** Tabs and newlines may stand between the slashes. Backslashes count as slashes in file URLs. */
const TWO_SLASHES = /^\/[\t\n\r]*\//;
const TWO_FILE_SLASHES = /^\/[\t\n\r]*[/\\]/;
const DRIVE_LETTER = /^[A-Za-z][:|]$/;

/**
 * Removes the dot segments from a path of the URL.
 *
 * @param path the URL's own path, or one that is to replace it
 * @returns the same string if it has no dot segments
 */
export function removeDots(url: ParsedUrl, path: string): string {
  if (!path.startsWith('/')) return path;
  const clean = removeDotSegments(path, url.protocol === 'file');
  const hasHost = url.host !== null && url.host !== '';
  if (hasHost || /[/\\]/.test(url.separator)) return clean;
  // Without an authority, a path that starts with two slashes would be read as one: `x:/.//a`.
  const isTwo = url.protocol === 'file' ? TWO_FILE_SLASHES.test(clean) : TWO_SLASHES.test(clean);
  return isTwo ? `/.${clean}` : clean;
}

/**
 * RFC 3986 5.2.4, with `%2e` read as a dot as in the URL Standard.
 *
 * @param path starts with a slash
 * @param keepDrive whether `..` leaves a first segment such as `C:` in place, as in file URLs
 */
function removeDotSegments(path: string, keepDrive: boolean): string {
  if (!DOT_AFTER_SLASH.test(path)) return path;
  const kept: string[] = [];
  let isLast = false;
  // Faster than splitting into an array and joining: half the time.
  for (let start = 1; !isLast; ) {
    const slash = path.indexOf('/', start);
    isLast = slash < 0;
    const segment = path.slice(start, isLast ? path.length : slash);
    const dots = countDots(segment);
    if (dots === 0) kept.push(segment);
    if (dots === 2 && !(keepDrive && kept.length === 1 && DRIVE_LETTER.test(kept[0] ?? ''))) kept.pop();
    if (dots > 0 && isLast) kept.push('');
    start = slash + 1;
  }
  let clean = '';
  for (const segment of kept) clean += `/${segment}`;
  return clean;
}

/** How many dots a segment of one or two dots has (`%2e` counts as one); 0 for every other segment. */
function countDots(segment: string): 0 | 1 | 2 {
  const first = dotLength(segment, 0);
  if (first === 0) return 0;
  if (first === segment.length) return 1;
  const second = dotLength(segment, first);
  return second > 0 && first + second === segment.length ? 2 : 0;
}

/** The length of the dot at the index: 1, 3 for `%2e`, 0 if there is none. */
function dotLength(segment: string, index: number): 0 | 1 | 3 {
  const code = segment.charCodeAt(index);
  if (code === 0x2e) return 1;
  const isEscape =
    code === 0x25 && segment.charCodeAt(index + 1) === 0x32 && (segment.charCodeAt(index + 2) | 0x20) === 0x65;
  return isEscape ? 3 : 0;
}
