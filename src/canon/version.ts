/**
 * The version of keys: raised whenever a rule or a table changes what key a URL gets. Stores keep it, for keys of two
 * versions must not meet in one of them.
 */
export const KEY_VERSION = '1';
