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

/** Printable characters on which table 1 is silent, as Hippo's code has them: they are no part of a URL. */
export const PRINTABLE_UNLISTED: Readonly<Record<string, string>> = {
  '[': REMOVED,
  '\\': '-',
  ']': REMOVED,
  '^': REMOVED,
  '`': REMOVED,
};
