import { applySteps, type SlugForm, type SlugStep } from './form.ts';
import { OF_LATIN, OF_PRINTABLE } from './hippo-tables.ts';
import { replaceAll } from './replace.ts';
import { Shortcut } from './shortcut.ts';
import { SPACE } from './tables/hippo.ts';
import { isAscii, trimEnd } from './text.ts';
import { compose, lowercase, MARK } from './unicode.ts';

const CHARACTER_STEPS: readonly SlugStep[] = [
  {
    name: 'remove-controls',
    summary: 'Control characters are removed',
    // oxlint-disable-next-line no-control-regex -- the rule
    apply: (text) => text.replace(/[\0-\x1f\x7f-\x9f]+/g, ''),
  },
  {
    name: 'compose',
    summary: 'Normalization form NFC (the document is silent)',
    apply: (text) => compose(text, 'NFC'),
  },
  {
    name: 'convert-no-break-spaces',
    summary: 'A non-breakable space is converted into a regular space',
    apply: (text) => text.replaceAll('\u00a0', ' '),
  },
  {
    name: 'convert-printable',
    summary: 'Printable characters are used as they are, unless there is a replacement in table 1',
    // A mark belongs to the character before it: only the base letter remains.
    apply: (text) => replaceAll(text, OF_PRINTABLE, MARK),
  },
  {
    name: 'convert-latin',
    summary: 'Characters of tables 2 and 3; letters of Latin-1 and Latin Extended-A to their lowercase base letter',
    apply: convertLatin,
  },
  {
    name: 'lowercase',
    summary: 'Other characters are converted to lowercase, and then looked up in the tables',
    apply: (text) => convertLatin(lowercase(text)),
  },
];

const SPACE_STEPS: readonly SlugStep[] = [
  {
    name: 'merge-spaces',
    summary: 'Multiple spaces are merged into a single space',
    apply: (text) => (text.includes('  ') ? text.replace(/ {2,}/g, ' ') : text),
  },
  {
    name: 'trim',
    summary: 'Leading and ending spaces are removed, and with the ending ones full stops and hyphens',
    apply: (text) =>
      trimEnd(text.startsWith(' ') ? text.slice(1) : text, (code) => ' .-'.includes(String.fromCharCode(code))),
  },
  { name: 'convert-spaces', summary: 'Spaces are converted to hyphens', apply: (text) => text.replaceAll(' ', '-') },
];

function convertLatin(text: string): string {
  return isAscii(text) ? text : replaceAll(text, OF_LATIN, MARK);
}

/**
 * Document names of Hippo CMS (Bloomreach Experience Manager) by its documented rules, as far as these are consistent.
 */
export const HIPPO_DOCUMENT: SlugForm = {
  name: 'hippo',
  variant: 'document',
  summary: 'document names of Hippo CMS, by its documented rules',
  reference: '"document name to URL path segment" (Hippo CMS: Encoding of node names)',
  steps: [...CHARACTER_STEPS, ...SPACE_STEPS],
  shortcut: new Shortcut({ convert: (character) => applySteps(CHARACTER_STEPS, character), separator: SPACE }),
  // Removing and lowercasing may bring together letters and marks that compose.
  isSettled: (text) => compose(text, 'NFC') === text,
};
