/**
 * What is wrong with a document that was read as far as it could be:
 * - `not-a-sitemap`, `not-a-feed`: it is something else, and nothing was read
 * - `broken-gzip`: the packed bytes end early or are none
 * - `too-large`: what lies behind the limit was not read
 * - `not-well-formed`: elements that are not closed, or not in their order; JSON that is none
 * - `too-many-entries`: more URLs than the protocol allows; the others were not read
 * - `too-many-alternates`: an entry has more of them than there are languages; the others were not read
 * - `no-loc`: an entry without a URL, which was passed over
 * - `too-long`: a URL longer than is ever fetched; its start is given, which is too long as well
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
