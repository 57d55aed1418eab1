/**
 * Problems of a document that was read as far as possible:
 * - `not-a-sitemap`, `not-a-feed`: it is another kind of document, and nothing was read
 * - `broken-gzip`: its gzip data is invalid or ends early
 * - `too-large`: the part after the limit was not read
 * - `not-well-formed`: elements are not closed or overlap, or it is invalid JSON
 * - `too-many-entries`: it has more URLs than the protocol allows, and the rest was not read
 * - `too-many-alternates`: an entry has more alternates than any site has languages, and the rest was not read
 * - `no-loc`: an entry without a URL was skipped
 * - `too-long`: a URL is too long to be fetched. It is returned cut, but still too long.
 */
export type DocumentProblem =
  | 'not-a-sitemap'
  | 'not-a-feed'
  | 'broken-gzip'
  | 'too-large'
  | 'not-well-formed'
  | 'too-many-entries'
  | 'too-many-alternates'
  | 'no-loc'
  | 'too-long';
