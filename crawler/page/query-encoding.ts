import { createRequire } from 'node:module';
import type { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js';
import { trimReference } from '../../src/url/resolve.ts';

/** A reference whose query has characters that are not ASCII. */
const QUERY = /^([^?#]*\?)([^#]*[^\0-\x7f#][^#]*)/;
/** Queries of other schemes are always UTF-8. */
const OTHER_SCHEME = /^(?!https?:)[a-z][a-z0-9+.-]*:/i;
/** The special-query percent-encode set of the URL Standard. In some encodings, these bytes are parts of other characters. */
const ENCODED = ' "#\'<>';

/**
 * Percent-encodes the query of a reference as browsers do: by its bytes in the encoding of the page, so that `?q=ü` becomes
 * `?q=%FC` in a page in windows-1252, and `&#…;` for characters that the encoding does not have (URL Standard, query state).
 *
 * @param reference as written in the page
 * @param encoding that of the page, by its name in the Encoding Standard
 * @returns the reference itself if its query is to be in UTF-8, or is all ASCII
 */
export function withEncodedQuery(reference: string, encoding: string): string {
  if (encoding.startsWith('utf-') || !QUERY.test(reference)) return reference;
  const trimmed = trimReference(reference);
  if (OTHER_SCHEME.test(trimmed)) return reference;
  return trimmed.replace(QUERY, (_, before: string, query: string) => before + percentEncode(encoding, query, ENCODED));
}

const load = createRequire(import.meta.url);
let library: typeof percentEncodeAfterEncoding | null = null;

/** Loads the library when a page first needs it: that takes 10 ms, and few pages do. */
function percentEncode(...args: Parameters<typeof percentEncodeAfterEncoding>): string {
  library ??= loadLibrary();
  return library(...args);
}

function loadLibrary(): typeof percentEncodeAfterEncoding {
  // Adds the encodings with characters of several bytes.
  load('@exodus/bytes/encoding.js');
  const found: { readonly percentEncodeAfterEncoding: typeof percentEncodeAfterEncoding } =
    load('@exodus/bytes/whatwg.js');
  return found.percentEncodeAfterEncoding;
}
