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

const KEY = '[a-z*][a-z0-9_.*-]*';
/** A boolean, a string, a token or a number. */
const ITEM =
  '(?:\\?[01]|"(?:[ !#-[\\]-~]|\\\\["\\\\])*"|[A-Za-z*:/][!#$%&\'*+.^_`|~:/0-9A-Za-z-]*|-?[0-9]+(?:\\.[0-9]+)?)';
const PARAMETERS = `(?:;[ \\t]*${KEY}(?:=${ITEM})?)*`;
const LIST = `\\([ \\t]*(?:${ITEM}${PARAMETERS}(?=[ )])[ \\t]*)*\\)`;
/** A name with its value, up to the comma or the end behind it. */
const MEMBER = new RegExp(`[ \\t]*(${KEY})(?:=(${LIST}|${ITEM}))?${PARAMETERS}[ \\t]*(,|$)`, 'gy');
const LISTED = new RegExp(`(${ITEM})${PARAMETERS}`, 'g');

/** Parses a dictionary; null if there is a syntax error. */
function parseDictionary(text: string): Dictionary | null {
  const members = [...text.matchAll(MEMBER)];
  if (members.at(-1)?.[3] !== '') return null;
  return new Map(members.map(([, key = '', value = '?1']) => [key, valueOf(value)]));
}

function valueOf(value: string): boolean | readonly string[] | null {
  if (value === '?1' || value === '?0') return value === '?1';
  if (!value.startsWith('(')) return null;
  const items = Array.from(value.matchAll(LISTED), ([, item = '']) => item);
  if (!items.every((item) => item.startsWith('"'))) return null;
  return items.map((string) => string.slice(1, -1).replace(/\\(["\\])/g, '$1'));
}
