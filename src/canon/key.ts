declare const brand: unique symbol;

/**
 * The canonical URL under a profile and the facts: ASCII text that identifies an entry and is never fetched.
 * Only a canonicalizer makes one, so a string that was never canonicalized cannot enter the frontier.
 */
export type Key = string & { readonly [brand]: 'Key' };
