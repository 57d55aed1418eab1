import { decodeBytes } from '../../text/bytes.ts';
import { isBlank } from '../../text/white-space.ts';
import { FormatError } from '../error.ts';
import { type EntryOfLine, entryPerLine, withoutLineEnd } from '../reading/line-cutter.ts';
import { rejected } from '../reading/rejected.ts';
import type { Format, Piece, Reader, ReadOptions } from './format.ts';
import { fieldOf, isObject, parseJson } from './json-field.ts';

/** https://jsonlines.org */
export const jsonl: Format = {
  name: 'jsonl',
  description: 'JSON Lines: a URL or an object with one on each line',
  extensions: ['.jsonl', '.ndjson'],
  matches: startsWithJson,
  createReader: ({ field, onFields }) => (field === undefined ? usualReader(onFields) : reader(field)),
  output: 'lines',
  uses: ['field'],
};

/** The usual fields of a URL, the most likely first. */
const URL_FIELDS: readonly string[] = ['url', 'link', 'href', 'loc', 'address', 'uri'];
/** Lines to search for the field before giving up. */
const MAX_WITHOUT_FIELD = 1000;

function startsWithJson(head: string): boolean {
  const line = /^\s*([^\n]*)(\n?)/.exec(head);
  const text = line?.[1] ?? '';
  const value = parseJson(text);
  // The head may end within the first line.
  return isObject(value) || typeof value === 'string' || (line?.[2] === '' && /^\{\s*"/.test(text));
}

/**
 * The URL of a line; null if the line is blank or if its field is null or blank.
 *
 * @param onNone called with the value of a line without a URL
 */
function urlOf(line: string, fields: readonly string[], onNone?: (value: unknown) => void): EntryOfLine {
  if (isBlank(line)) return null;
  const text = decodeBytes(withoutLineEnd(line));
  const value = parseJson(text);
  if (typeof value === 'string') return value;
  for (const field of fields) {
    const found = fieldOf(value, field);
    if (typeof found === 'string') return isBlank(found) ? null : found;
    if (found === null) return null;
  }
  onNone?.(value);
  return { url: rejected(text), fault: faultOf(value, fields) };
}

function faultOf(value: unknown, fields: readonly string[]): string {
  if (value === undefined) return 'the line is not JSON; write a string or an object with a URL';
  const place = fields.length === 1 ? 'the field' : 'any of the fields';
  return `the line has no text in ${place} ${fields.join(', ')}; write the URL there`;
}

function usualReader(onFields: ReadOptions['onFields']): Reader {
  let isFound = false;
  let names: readonly string[] = [];
  const lines = entryPerLine((line) => {
    let hasNone = isBlank(line);
    const url = urlOf(line, URL_FIELDS, (value) => {
      hasNone = true;
      if (names.length === 0 && isObject(value)) names = Object.keys(value);
    });
    isFound ||= !hasNone;
    return url;
  });
  return {
    push: lines.push,
    end: () => {
      const pieces = lines.end();
      if (!isFound && names.length > 0) onFields?.(names);
      return pieces;
    },
  };
}

/** A reader for a named field. Holds back its pieces until a line has the field. */
function reader(field: string): Reader {
  let held: Piece[] | null = [];
  let count = 0;
  let example: readonly string[] = [];
  const lines = entryPerLine((line) => {
    if (held === null || isBlank(line)) return urlOf(line, [field]);
    const value = parseJson(decodeBytes(withoutLineEnd(line)));
    if (fieldOf(value, field) !== undefined) count = -1;
    else if (count >= 0) count += 1;
    if (example.length === 0 && isObject(value)) example = Object.keys(value);
    if (count === MAX_WITHOUT_FIELD) throw missing(field, example);
    return urlOf(line, [field]);
  });
  const give = (pieces: readonly Piece[], isLast: boolean): readonly Piece[] => {
    if (held === null) return pieces;
    for (const piece of pieces) held.push(piece);
    if (count > 0 && isLast) throw missing(field, example);
    if (count >= 0 && !isLast) return [];
    const given = held;
    held = null;
    return given;
  };
  return { push: (bytes) => give(lines.push(bytes), false), end: () => give(lines.end(), true) };
}

function missing(field: string, names: readonly string[]): FormatError {
  const there = names.length === 0 ? 'no line is an object' : objectWith(names);
  return new FormatError('missing-field', `no line has the field ${field}; ${there}; name the field with --field NAME`);
}

/** Says that no line has its URL in a usual field, and which fields the first object has. */
export function withoutUsualField(names: readonly string[]): string {
  return `no line has a URL in a usual field (${URL_FIELDS.join(', ')}); ${objectWith(names)}: name the field with --field NAME`;
}

function objectWith(names: readonly string[]): string {
  return `the first object has ${names.slice(0, 20).join(', ')}`;
}
