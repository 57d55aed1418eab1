/** An object or list in a JSON text. */
export interface JsonPart {
  /** The list that it is an element of, by its name in the outermost object; null for an outermost value. */
  readonly list: string | null;
  /** The names of the lists in an outermost object. */
  readonly lists: ReadonlySet<string>;
  readonly bytes: Uint8Array;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [BRACE, BRACKET, BRACE_END, BRACKET_END] = [0x7b, 0x5b, 0x7d, 0x5d] as const;
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Cuts JSON, or JSON Lines, into parts that can be parsed one after the other: parsed as a whole, a long text takes many times
 * its size. Elements that are objects or lists come before the object whose lists have them. It follows brackets and strings
 * only: if the text is not JSON, some part is not JSON either.
 */
export function* jsonParts(bytes: Uint8Array): Generator<JsonPart> {
  let depth = 0;
  let [outer, element] = [bytes.length, 0];
  let lists = new Set<string>();
  let name = '';
  let list: string | null = null;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (depth === 0 && byte !== BRACE && byte !== BRACKET) {
      if (SPACES.has(byte)) continue;
      outer = at;
      break;
    }
    if (byte === QUOTE) {
      const start = at + 1;
      at = stringEnd(bytes, start);
      if (depth === 1) name = DECODER.decode(bytes.subarray(start, at));
    } else if (byte === BRACE || byte === BRACKET) {
      depth++;
      if (depth === 1) [outer, lists] = [at, new Set()];
      if (depth === 2) list = byte === BRACKET ? name : null;
      if (depth === 2 && list !== null) lists.add(list);
      if (depth === 3) element = at;
    } else if (byte === BRACE_END || byte === BRACKET_END) {
      depth--;
      if (depth === 2 && list !== null) yield { list, lists: NONE, bytes: bytes.subarray(element, at + 1) };
      if (depth > 0) continue;
      yield { list: null, lists, bytes: bytes.subarray(outer, at + 1) };
      outer = bytes.length;
    }
  }
  if (outer < bytes.length) yield { list: null, lists: NONE, bytes: bytes.subarray(outer) };
}

const NONE: ReadonlySet<string> = new Set();
const DECODER = new TextDecoder();

/** Where the quote is that ends a string; behind the text if there is none. */
function stringEnd(bytes: Uint8Array, start: number): number {
  for (let from = start; ; ) {
    const end = bytes.indexOf(QUOTE, from);
    if (end < 0) return bytes.length;
    let escapes = 0;
    while (bytes[end - 1 - escapes] === BACKSLASH && end - 1 - escapes >= start) escapes++;
    if (escapes % 2 === 0) return end;
    from = end + 1;
  }
}
