import { isSpace } from '../text/white-space.ts';

/** A mistake in a line of a plain list. The line still contains a URL. */
export type Mistake = 'severalUrls' | 'surroundingText' | 'punctuation';

/** A line with a mistake. */
export interface MistakenLine {
  readonly mistake: Mistake;
  /** The URLs in the line, in order, without the text around them. At least one. */
  readonly urls: readonly string[];
}

/**
 * Finds the mistake in a line of a plain list, and the URLs that the line was meant to contain. Recognizes http, https
 * and ftp URLs, like the extended autolinks of GitHub Flavored Markdown.
 *
 * Misses a mistake rather than reports a valid URL: a line with nothing but URLs keeps endings such as `Yahoo!` and
 * `D.C.`, and a URL may contain spaces. Lines that start with `#` or `//` are comments.
 *
 * @param line decoded, without its line end
 * @returns null if the line has no mistake, or no URL
 */
export function readMistakenLine(line: string): MistakenLine | null {
  if (isPlain(line)) return null;
  const text = line.trim();
  if (/^(?:#|\/\/)/.test(text)) return null;
  const { urls: found, isProse } = urlsIn(text);
  if (found.length < 2 && STARTS_URL.test(text)) return readSingle(text);
  if (found.length === 0) return null;
  const trimmed = found.map((url) => withoutPunctuation(url, isProse));
  // Brackets and quotes may contain a line with a mistake of its own.
  const urls = trimmed.flatMap((url) => readMistakenLine(url)?.urls ?? [url]);
  return { mistake: urls.length > 1 ? 'severalUrls' : 'surroundingText', urls };
}

const STARTS_URL = /^(?:https?|ftp):\/\/[^\s<>"`]/i;

/** The length of `http://`. A second URL starts later. */
const SCHEME = 7;

/** A fast check that recognizes most lines without a mistake. (The engine finds single characters fastest.) */
function isPlain(line: string): boolean {
  const last = line.charCodeAt(line.length - 1);
  return (
    (isWordOrSlash(last) || (isOpenEnd(last) && !/\s/.test(line))) &&
    line.startsWith('http') &&
    line.indexOf(' ') < 0 &&
    line.indexOf('\t') < 0 &&
    (line.indexOf(':', SCHEME) < 0 || !line.includes('://', SCHEME))
  );
}

function isWordOrSlash(code: number): boolean {
  const lower = code | 0x20;
  return code === 0x2f || (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
}

/** Whether a character often ends a URL: a number sign, a hyphen or an equals sign. Punctuation does not. */
function isOpenEnd(code: number): boolean {
  return code === 0x23 || code === 0x2d || code === 0x3d;
}

/**
 * A URL at the start of the text, or after white space, a separator or an opening bracket or quote. In `<…>` and `"…"`,
 * it may contain white space.
 */
const URLS =
  /(?<=^|[\s,;|<>"'`([{“„‘«])(?:(?<=<)(?:https?|ftp):\/\/[^<>]+(?=>)|(?<=")(?:https?|ftp):\/\/[^"]+(?=")|(?:https?|ftp):\/\/[^\s<>"`]+)/gi;

/** The URLs in a text, with the punctuation after them, and whether there are words around them. Linear time. */
function urlsIn(text: string): { readonly urls: readonly string[]; readonly isProse: boolean } {
  const urls: string[] = [];
  let end = 0;
  let isProse = false;
  let isPart = false;
  for (const { 0: url, index } of text.matchAll(URLS)) {
    const between = text.slice(end, index);
    const word = lastWord(between);
    // It may be part of another URL: `example.com/?u='http://…`, `view-source:(http://…`.
    isPart = (isPart && word === between) || /[/?#]|^[a-z][a-z\d+.-]*:/i.test(word);
    if (!isPart) urls.push(...splitAtSeparators(url));
    isProse ||= isPart || hasWords(between);
    end = index + url.length;
  }
  return { urls, isProse: isProse || hasWords(text.slice(end)) };
}

/** The text after the last white space. */
function lastWord(text: string): string {
  let start = text.length;
  while (start > 0 && !isSpace(text.charCodeAt(start - 1))) start--;
  return text.slice(start);
}

function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** A run of separators, from its start, before another URL. */
const SEPARATORS = /(?<![,;|])[,;|]+(?=(?:https?|ftp):\/\/)/gi;

/** Splits `http://a/,http://b/`, but not a URL that contains a list of URLs: `http://a/?u=http://b/,http://c/`. */
function splitAtSeparators(text: string): readonly string[] {
  const urls: string[] = [];
  let start = 0;
  for (const { 0: separator, index } of text.matchAll(SEPARATORS)) {
    if (text.slice(start, index).includes('://', SCHEME)) break;
    urls.push(text.slice(start, index));
    start = index + separator.length;
  }
  return [...urls, text.slice(start)];
}

/**
 * White space that separates a URL from text after it. Other white space is part of the URL, as in a file name: after a
 * tab, two spaces, a host or a slash, or before a sign that starts a comment.
 */
const GAP = /^(?:(?:https?|ftp):\/\/[^\s/?#]+|[^?\t]*?(?:\/(?=\s)|(?=\s\s|\s[#|<])))(?=\s)|^[^\t]*(?=\t)/i;

/** Reads a text that starts with its only URL. */
function readSingle(text: string): MistakenLine | null {
  const url = GAP.exec(text)?.[0];
  if (url !== undefined) return { mistake: 'surroundingText', urls: [withoutPunctuation(url, false)] };
  const trimmed = withoutPunctuation(text, false);
  return trimmed === text ? null : { mistake: 'punctuation', urls: [trimmed] };
}

/** Punctuation that hardly ever ends a URL. */
const ENDINGS = '.,:;\'"”’»…，。、；：';
/** Punctuation that ends a URL now and then. In a sentence, it belongs to the sentence. */
const SENTENCE_ENDINGS = '?!*_~';
const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };

/**
 * Removes punctuation, white space and closing brackets without an opening one from the end of a URL. Linear time.
 *
 * @param isProse whether there are words around the URL. Without them, endings of valid URLs stay.
 */
function withoutPunctuation(url: string, isProse: boolean): string {
  const surplus = new Map(
    Object.entries(OPENERS).map(([closer, opener]) => [closer, count(url, closer) - count(url, opener)]),
  );
  for (const quote of ['"', "'"]) surplus.set(quote, isProse ? url.length : count(url, quote) % 2);
  const hostEnd = /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0].length ?? 0;
  let end = url.length;
  while (end > SCHEME) {
    const last = url.charAt(end - 1);
    const left = surplus.get(last);
    if (left === 0 || (left !== undefined && left < 0)) break;
    if (left !== undefined) surplus.set(last, left - 1);
    else if (last === '.' && !isProse && (end <= hostEnd || isOwnDot(url.slice(0, end)))) break;
    else if (!/\s/.test(last) && !ENDINGS.includes(last) && !(isProse && SENTENCE_ENDINGS.includes(last))) break;
    end -= last === ';' ? (/&[a-z\d]+;$/i.exec(url.slice(Math.max(0, end - MAX_REFERENCE), end))?.[0].length ?? 1) : 1;
  }
  return url.slice(0, end);
}

/** The longest character reference, such as `&quot;`, to remove. */
const MAX_REFERENCE = 12;

/** Whether the dot at the end belongs to the URL: to a dot segment, an ellipsis or an abbreviation (`_D.C.`). */
function isOwnDot(url: string): boolean {
  return /[./]\.$|[._][A-Z][a-z]{0,3}\.$/.test(url.slice(-MAX_ABBREVIATION));
}

/** The length of `_Corp.`. */
const MAX_ABBREVIATION = 6;

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
