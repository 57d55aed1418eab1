import { applySteps, type SlugForm, type SlugStep } from './form.ts';
import { byCharacter, Replacements, replaceAll } from './replace.ts';
import { DROP_LEADING_SLASH, SECTION_STEPS, TRIM_WHITE_SPACE } from './sections.ts';
import { Shortcut } from './shortcut.ts';
import { WIKIDOT_LETTERS } from './tables/wikidot-letters.ts';
import { isAscii } from './text.ts';

const LETTERS = new Replacements(() => [byCharacter(WIKIDOT_LETTERS)]);
const DEFAULT_CATEGORY = '_default:';

const TRANSLITERATE: SlugStep = {
  name: 'transliterate',
  summary: 'Transform characters to their ASCII equivalents',
  apply: (text) => replaceAll(text, LETTERS),
};

const LOWERCASE_ASCII: SlugStep = {
  name: 'lowercase-ascii',
  summary: 'Lowercase all ASCII characters',
  // The Kelvin sign lowercases to an ASCII letter, so non-ASCII text cannot be lowercased as a whole.
  apply: (text) => (isAscii(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (word) => word.toLowerCase())),
};

const CONVERT_OTHERS: SlugStep = {
  name: 'convert-others',
  summary: 'Convert all non-normal characters (alphanumeric, dashes, underscores, colons) to dashes',
  apply: (text) => text.replace(/[^a-z0-9:_-]/gu, '-'),
};

const DROP_DEFAULT_CATEGORY: SlugStep = {
  name: 'drop-default-category',
  summary: 'Drop the category _default (wikidot-normalize; the page is silent)',
  apply: dropDefaultCategory,
  isOptional: true,
};

function dropDefaultCategory(text: string): string {
  let start = 0;
  while (text.startsWith(DEFAULT_CATEGORY, start)) start += DEFAULT_CATEGORY.length;
  return text.slice(start);
}

const CHARACTER_STEPS = [TRANSLITERATE, LOWERCASE_ASCII, CONVERT_OTHERS];

/** Page names in Wikidot, which calls them UNIX names. */
export const WIKIDOT: SlugForm = {
  name: 'wikidot',
  variant: null,
  summary: 'page names of Wikidot: ASCII letters, digits, dashes; colons after categories',
  reference: 'Wikidot Normal Form (SCUTTLE); scpwiki/wikidot-normalize 0.7.1',
  steps: [TRIM_WHITE_SPACE, DROP_LEADING_SLASH, ...CHARACTER_STEPS, ...SECTION_STEPS, DROP_DEFAULT_CATEGORY],
  shortcut: new Shortcut({
    convert: (character) => applySteps(CHARACTER_STEPS, character),
    separator: '-',
    colons: 'all',
    isEachByItself: true,
  }),
};
