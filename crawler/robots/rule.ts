/** A rule of a group (RFC 9309, section 2.2.2). */
export interface Rule {
  /** What the rule does with the URLs that it matches. */
  readonly kind: 'allow' | 'disallow';
  /** The pattern as found, in UTF-8. Invalid bytes are percent-encoded. */
  readonly pattern: string;
  /** Its line in the file, from 1. */
  readonly line: number;
}
