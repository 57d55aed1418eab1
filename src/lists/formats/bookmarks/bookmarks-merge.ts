import { isBlank, spaceStart, trimSpace } from '../../../text/white-space.ts';
import { decodeAttribute } from '../../reading/character-references.ts';
import { attributeOf, type Tag, TagScanner } from '../../reading/tag-scanner.ts';
import type { Piece } from '../format.ts';

/** The parts of a bookmark that matter for merging. */
interface Bookmark {
  readonly bytes: string;
  readonly anchor: Tag;
  /** The `DD` with its text and the white space before it; empty if there is none. */
  readonly description: string;
  /** The text of the description. */
  readonly words: string;
}

/**
 * Elements that make a browser read everything after them as text. A description that contains one stays in its place.
 */
const SWALLOWING: ReadonlySet<string> = new Set(
  'script style title textarea xmp iframe noembed noframes plaintext'.split(' '),
);

/**
 * The kept bookmark with the tags of all, the oldest add date, the newest visit and change dates, and a description if
 * it had none. It is private if any of them is. Everything else keeps its bytes.
 */
export function mergeBookmarks(kept: Piece, merged: readonly Piece[]): string {
  const bookmark = readBookmark(kept.bytes);
  const others = merged.flatMap((piece) => readBookmark(piece.bytes) ?? []);
  if (bookmark === null || others.length === 0) return kept.bytes;
  const valuesOf = (name: string): readonly string[] =>
    [bookmark, ...others].map(({ anchor }) => attributeOf(anchor, name) ?? '');
  const values = new Map([
    ['tags', union(valuesOf('tags'))],
    ['add_date', firstDate(valuesOf('add_date'), (a, b) => a - b)],
    ['last_visit', firstDate(valuesOf('last_visit'), (a, b) => b - a)],
    ['last_modified', firstDate(valuesOf('last_modified'), (a, b) => b - a)],
    ['private', valuesOf('private').includes('1') ? '1' : null],
  ]);
  return withDescription(bookmark, others, withAttributes(bookmark, values));
}

function readBookmark(bytes: string): Bookmark | null {
  const scanner = new TagScanner('bookmarks');
  let anchor: Tag | null = null;
  for (let tag = scanner.next(bytes); tag !== null; tag = scanner.next(bytes)) {
    if (anchor === null && tag.name === 'a' && tag.kind === 'start') anchor = tag;
    if (anchor === null || tag.name !== 'dd' || tag.kind !== 'start') continue;
    return { bytes, anchor, description: bytes.slice(spaceStart(bytes, tag.start)), words: bytes.slice(tag.end) };
  }
  return anchor === null ? null : { bytes, anchor, description: '', words: '' };
}

/** All tags as written, the kept bookmark's first; null if it already has all of them. */
function union(lists: readonly string[]): string | null {
  const tags = new Map<string, string>();
  let own = 0;
  for (const [index, list] of lists.entries()) {
    for (const part of list.split(',')) {
      const tag = trimSpace(part);
      const key = decodeAttribute(tag, 'html').toLowerCase();
      if (key !== '' && !tags.has(key)) tags.set(key, tag);
    }
    if (index === 0) own = tags.size;
  }
  return tags.size > own ? [...tags.values()].join(',') : null;
}

/** The first date in an order of seconds, as written; null if there is none. Zero means none. */
function firstDate(values: readonly string[], order: (a: number, b: number) => number): string | null {
  const dates = values.filter((value) => /^[0-9]{1,20}$/.test(value) && Number(value) !== 0);
  return dates.sort((a, b) => order(seconds(a), seconds(b)))[0] ?? null;
}

/** Converts a date to seconds. Some exports count milliseconds or microseconds. */
function seconds(date: string): number {
  let time = Number(date);
  while (time > 1e11) time /= 1000;
  return time;
}

/** Replaces raw attribute values, given by lowercase name. Null leaves a value unchanged. */
function withAttributes({ bytes, anchor }: Bookmark, values: ReadonlyMap<string, string | null>): string {
  let text = bytes.slice(0, anchor.start);
  let copied = anchor.start;
  const added = new Map(values);
  for (const { name, value, start, end } of anchor.attributes) {
    const wanted = added.get(name) ?? value;
    // Of two attributes with the same name, the first counts.
    added.delete(name);
    if (wanted === value) continue;
    text += `${bytes.slice(copied, start)}${start === end ? '=' : ''}${quote(wanted)}`;
    copied = end;
  }
  const close = anchor.end - 1;
  text += bytes.slice(copied, close);
  for (const [name, value] of added) if (value !== null) text += ` ${name.toUpperCase()}=${quote(value)}`;
  return text + bytes.slice(close);
}

/** Quotes a raw value, which may have been in other quotes. */
function quote(raw: string): string {
  return `"${raw.replaceAll('"', '&quot;')}"`;
}

function withDescription(kept: Bookmark, others: readonly Bookmark[], text: string): string {
  if (!isBlank(kept.words)) return text;
  const found = others.find(({ words }) => !isBlank(words) && isMovable(words));
  return found === undefined ? text : text.slice(0, text.length - kept.description.length) + found.description;
}

/** Whether the text means the same in another place: it leaves no tag or comment open. */
function isMovable(words: string): boolean {
  const scanner = new TagScanner('bookmarks');
  for (let tag = scanner.next(words); tag !== null; tag = scanner.next(words)) {
    if (SWALLOWING.has(tag.name)) return false;
  }
  return scanner.position === words.length;
}
