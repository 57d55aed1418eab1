/** A rule of a group (RFC 9309 2.2.2). */
export interface Rule {
  readonly kind: 'allow' | 'disallow';
  /** As found: UTF-8, or with bytes that are none percent-encoded. */
  readonly pattern: string;
  readonly line: number;
}
