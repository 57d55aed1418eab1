import type { SlugStep } from './form.ts';
import { trimDashes, trimEnds, trimWhiteSpace } from './text.ts';

const COLON = 0x3a;

/** The steps around a page name that Wikidot and Wikijump share, in the words of "Wikidot Normal Form". */
export const TRIM_WHITE_SPACE: SlugStep = {
  name: 'trim-white-space',
  summary: 'Trim leading and trailing whitespace',
  apply: trimWhiteSpace,
};

export const DROP_LEADING_SLASH: SlugStep = {
  name: 'drop-leading-slash',
  summary: 'Drop one leading slash (wikidot-normalize; the page is silent)',
  apply: (text) => (text.startsWith('/') ? text.slice(1) : text),
  isOptional: true,
};

/**
 * Turns any string of normal characters into sections of dashed words, each with at most one leading underscore. Merges
 * colons after it removes the dashes next to them. The page lists these two rules the other way round, which would turn
 * `a:-:b` into `a::b`, and that is not normal.
 */
export const SECTION_STEPS: readonly SlugStep[] = [
  {
    name: 'convert-underscores',
    summary: 'Convert underscores to dashes, except at the start of a section (the page: Underscores)',
    apply: (text) => (text.includes('_') ? text.replace(/(?<!^|:)_/g, '-') : text),
  },
  { name: 'trim-dashes', summary: 'Remove all leading and trailing dashes', apply: trimDashes },
  {
    name: 'merge-dashes',
    summary: 'Merge multiple dashes into a single dash',
    apply: (text) => (text.includes('--') ? text.replace(/--+/g, '-') : text),
  },
  {
    name: 'drop-dashes-at-colons',
    summary: 'Remove all leading and trailing dashes next to colons',
    apply: (text) => (text.includes(':') ? text.replace(/-?:-?/g, ':') : text),
  },
  {
    name: 'drop-dashes-at-underscores',
    summary: 'Remove all leading and trailing dashes next to underscores',
    apply: (text) => (text.includes('_') ? text.replace(/-?_-?/g, '_') : text),
  },
  {
    name: 'merge-colons',
    summary: 'Merge multiple colons into a single colon',
    apply: (text) => (text.includes('::') ? text.replace(/::+/g, ':') : text),
  },
  {
    name: 'trim-colons',
    summary: 'Remove all leading and trailing colons',
    apply: (text) => trimEnds(text, (code) => code === COLON),
  },
];
