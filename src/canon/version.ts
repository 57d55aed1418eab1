/**
 * The version of keys, raised whenever a rule or table changes the key of a URL. Stores record it, since one store must
 * not mix keys of two versions.
 */
export const KEY_VERSION = '1';
