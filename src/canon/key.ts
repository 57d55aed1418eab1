declare const brand: unique symbol;

/**
 * The canonical URL under a profile and facts: ASCII text that identifies an entry and is never fetched. Only a
 * canonicalizer makes keys, so an uncanonicalized string cannot enter the frontier.
 */
export type Key = string & {
  /** Only types have this property: it keeps other strings from being used as keys. */
  readonly [brand]: 'Key';
};
