import type { NoVarySearch } from '../../src/audit/site/page-record.ts';

/** How much of a header is read, in UTF-16 units, and how many names are kept. */
const MAX_LENGTH = 4096;
const MAX_NAMES = 64;

/**
 * The names and values of a dictionary (RFC 8941, section 3.2): a boolean or a list of strings; null for any other
 * value.
 */
type Dictionary = ReadonlyMap<string, boolean | readonly string[] | null>;

/**
 * Parses `No-Vary-Search` (draft-ietf-httpbis-no-vary-search, section 4), which declares the parts of a query that a
 * response does not depend on. An invalid header is ignored, as the draft says.
 *
 * @param values the values of the header's fields
 * @returns null if the header declares nothing
 */
export function parseNoVarySearch(values: string | readonly string[]): NoVarySearch | null {
  const text = [values].flat().join(', ');
  const dictionary = text === '' || text.length > MAX_LENGTH ? null : parseDictionary(text);
  if (dictionary === null) return null;
  const { params = false, except = [], 'key-order': keyOrder = false } = Object.fromEntries(dictionary);
  const isExceptOfNothing = dictionary.has('except') && params !== true;
  if (params === null || !Array.isArray(except) || typeof keyOrder !== 'boolean' || isExceptOfNothing) return null;
  if (params === false && !keyOrder) return null;
  return {
    params: params === true ? 'all' : params === false ? [] : params.slice(0, MAX_NAMES),
    except: except.slice(0, MAX_NAMES),
    keyOrder,
  };
}

const SPACE = /[ \t]*/y;
const KEY = /[a-z*][a-z0-9_.*-]*/y;
const BOOLEAN = /\?[01]/y;
const STRING = /"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"/y;
const TOKEN = /[A-Za-z*:/][!#$%&'*+\-.^_`|~:/0-9A-Za-z]*|-?[0-9]+(?:\.[0-9]+)?/y;

/** Parses a dictionary. Only booleans and lists of strings are kept as values. */
function parseDictionary(text: string): Dictionary | null {
  const dictionary = new Map<string, boolean | readonly string[] | null>();
  const input = new Input(text);
  for (;;) {
    input.take(SPACE);
    const key = input.take(KEY);
    if (key === null) return null;
    const value = input.takeText('=') ? readValue(input) : true;
    if (value === undefined || !skipParameters(input)) return null;
    dictionary.set(key, value);
    input.take(SPACE);
    if (input.isAtEnd) return dictionary;
    if (!input.takeText(',')) return null;
  }
}

/** Returns undefined for a syntax error. */
function readValue(input: Input): boolean | readonly string[] | null | undefined {
  if (input.takeText('(')) return readList(input);
  const boolean = input.take(BOOLEAN);
  if (boolean !== null) return boolean === '?1';
  return (input.take(STRING) ?? input.take(TOKEN)) === null ? undefined : null;
}

function readList(input: Input): readonly string[] | null | undefined {
  const strings: string[] = [];
  let isOfStrings = true;
  for (;;) {
    input.take(SPACE);
    if (input.takeText(')')) return isOfStrings ? strings : null;
    const string = input.take(STRING);
    if (string === null && (input.take(BOOLEAN) ?? input.take(TOKEN)) === null) return undefined;
    if (string === null) isOfStrings = false;
    else strings.push(string.slice(1, -1).replace(/\\(["\\])/g, '$1'));
    if (!skipParameters(input) || !input.isAt(/[ )]/y)) return undefined;
  }
}

/** Skips `;name=value`. Returns whether the parameters are well formed. */
function skipParameters(input: Input): boolean {
  while (input.takeText(';')) {
    input.take(SPACE);
    if (input.take(KEY) === null) return false;
    if (input.takeText('=') && (input.take(BOOLEAN) ?? input.take(STRING) ?? input.take(TOKEN)) === null) return false;
  }
  return true;
}

/** A text read from start to end. */
class Input {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Consumes and returns the match of a sticky pattern at this place; null if it does not match. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const [found] = pattern.exec(this.#text) ?? [];
    this.#at += found?.length ?? 0;
    return found ?? null;
  }

  takeText(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  isAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }
}
