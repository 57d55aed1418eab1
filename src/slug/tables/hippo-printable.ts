import { REMOVED, SPACE } from './values.ts';

/** "document name to URL path segment", table 1: special handling of some regular printable characters. */
export const PRINTABLE: Readonly<Record<string, string>> = {
  '!': REMOVED,
  '"': REMOVED,
  '#': REMOVED,
  $: 'usd',
  '%': REMOVED,
  '&': REMOVED,
  "'": REMOVED,
  '(': REMOVED,
  ')': REMOVED,
  '*': SPACE,
  '+': SPACE,
  ',': REMOVED,
  '/': '-',
  ':': SPACE,
  ';': SPACE,
  '<': REMOVED,
  '=': '-',
  '>': REMOVED,
  '?': REMOVED,
  '@': '-at-',
  '{': REMOVED,
  '|': '-',
  '}': REMOVED,
  '~': '-',
};

/** Printable characters missing from table 1, as in Hippo's code: removed from the URL. */
export const PRINTABLE_UNLISTED: Readonly<Record<string, string>> = {
  '[': REMOVED,
  '\\': '-',
  ']': REMOVED,
  '^': REMOVED,
  '`': REMOVED,
};
