import type { SlugForm } from './form.ts';
import { OF_UPSTREAM } from './hippo-tables.ts';
import { Shortcut } from './shortcut.ts';
import { SPACE } from './tables/values.ts';
import { trimEnd } from './text.ts';
import { compose, lowercase } from './unicode.ts';

/** What units become, as they are met. */
// oxlint-disable-next-line unicorn/no-new-array -- `Array.from` takes milliseconds for so many
const CONVERTED = new Array<string | undefined>(0x10000).fill(undefined);

/**
 * Each UTF-16 unit by itself. A space is a hyphen where the unit before it was none, even one that is removed; so
 * `Tom & Jerry` has two. Halves of characters outside the Basic Multilingual Plane have no lower case.
 */
function convertUnits(text: string): string {
  let converted = '';
  let isAfterSpace = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const replacement = (CONVERTED[code] ??= convertUnit(code));
    const isSpace = replacement === SPACE;
    if (!isSpace) converted += replacement;
    else if (!isAfterSpace) converted += '-';
    isAfterSpace = isSpace;
  }
  return converted;
}

function convertUnit(code: number): string {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return '';
  return OF_UPSTREAM[code] ?? lowercase(String.fromCharCode(code));
}

/**
 * Document names as Hippo CMS (Bloomreach Experience Manager) encodes them, bit for bit: what its sites have in their
 * URLs. One pass of it may leave a letter and a mark that the next one would compose.
 */
export const HIPPO_UPSTREAM: SlugForm = {
  name: 'hippo',
  variant: 'upstream',
  summary: 'document names of Hippo CMS, as its code has them',
  reference: 'StringCodecFactory.UriEncoding of bloomreach/brxm 15.2.3',
  steps: [
    { name: 'compose', summary: 'Normalization form NFC', apply: (text) => compose(text, 'NFC') },
    {
      name: 'convert-units',
      summary: 'Each UTF-16 unit by table or to lower case; spaces to hyphens',
      apply: convertUnits,
    },
    {
      name: 'trim-end',
      summary: 'Ending hyphens and full stops are removed',
      apply: (text) => trimEnd(text, (code) => '.-'.includes(String.fromCharCode(code))),
    },
  ],
  shortcut: new Shortcut({
    convert: (character) =>
      Array.from(compose(character, 'NFC').split(''), (unit) => convertUnit(unit.charCodeAt(0))).join(''),
    separator: SPACE,
    isRemovalABreak: true,
  }),
};
