import { applySteps, type SlugForm, type SlugStep } from './form.ts';
import { DROP_LEADING_SLASH, SECTION_STEPS, TRIM_WHITE_SPACE } from './sections.ts';
import { Shortcut } from './shortcut.ts';
import { compose, lowercase, neitherLetterNor } from './unicode.ts';

const NON_NORMAL = neitherLetterNor(':_-');
const DEFAULT_CATEGORY = '_default:';

const COMPOSE: SlugStep = {
  name: 'compose',
  summary: 'Normalization form NFKC',
  apply: (text) => compose(text, 'NFKC'),
};

const LOWERCASE: SlugStep = { name: 'lowercase', summary: 'Lowercase each character', apply: lowercase };

const CONVERT_OTHERS: SlugStep = {
  name: 'convert-others',
  summary:
    'Convert all characters except letters, numbers, colons, underscores and dashes to dashes; marks are not letters',
  apply: (text) => text.replace(NON_NORMAL, '-'),
};

const MERGE_CATEGORIES: SlugStep = {
  name: 'merge-categories',
  summary: 'Convert all colons but the last to dashes',
  apply: mergeCategories,
};

function mergeCategories(text: string): string {
  const last = text.lastIndexOf(':');
  return last < 0 ? text : text.slice(0, last).replaceAll(':', '-') + text.slice(last);
}

const DROP_DEFAULT_CATEGORY: SlugStep = {
  name: 'drop-default-category',
  summary: 'Drop the category _default',
  apply: (text) => (text.startsWith(DEFAULT_CATEGORY) ? text.slice(DEFAULT_CATEGORY.length) : text),
};

const CHARACTER_STEPS = [COMPOSE, LOWERCASE, CONVERT_OTHERS];

/** Page names in Wikijump: letters of every script, one category. */
export const WIKIJUMP: SlugForm = {
  name: 'wikijump',
  variant: null,
  summary: 'page names of Wikijump: letters and numbers of every script, one category',
  reference: 'scpwiki/wikidot-normalize 0.12.0',
  steps: [
    TRIM_WHITE_SPACE,
    { name: DROP_LEADING_SLASH.name, summary: 'Drop one leading slash', apply: DROP_LEADING_SLASH.apply },
    ...CHARACTER_STEPS,
    MERGE_CATEGORIES,
    ...SECTION_STEPS,
    DROP_DEFAULT_CATEGORY,
  ],
  shortcut: new Shortcut({
    convert: (character) => applySteps(CHARACTER_STEPS, character),
    separator: '-',
    colons: 'last',
  }),
};
