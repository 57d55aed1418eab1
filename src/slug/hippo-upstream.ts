import type { SlugForm } from './form.ts';
import { OF_UPSTREAM } from './hippo-tables.ts';
import { Shortcut } from './shortcut.ts';
import { SPACE } from './tables/hippo.ts';
import { trimEnd } from './text.ts';
import { compose, lowercase } from './unicode.ts';

/** The replacement of each code unit that was converted before; null until there is one. */
let known: (string | undefined)[] | null = null;

/**
 * Converts each UTF-16 unit separately. A space becomes a hyphen unless the previous unit was a space. A removed
 * character counts as a unit, so `Tom & Jerry` gets two hyphens. Surrogates have no lower case.
 */
function convertUnits(text: string): string {
  // oxlint-disable-next-line unicorn/no-new-array -- `Array.from` takes milliseconds for so many
  known ??= new Array<string | undefined>(0x10000).fill(undefined);
  let converted = '';
  let isAfterSpace = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const replacement = (known[code] ??= convertUnit(code));
    const isSpace = replacement === SPACE;
    if (!isSpace) converted += replacement;
    else if (!isAfterSpace) converted += '-';
    isAfterSpace = isSpace;
  }
  return converted;
}

function convertUnit(code: number): string {
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return '';
  return OF_UPSTREAM.byCode[code] ?? lowercase(String.fromCharCode(code));
}

/**
 * Document names exactly as Hippo CMS (Bloomreach Experience Manager) encodes them, as in the URLs of its sites. One
 * run may leave a letter and a mark that another run would compose.
 */
export const HIPPO_UPSTREAM: SlugForm = {
  name: 'hippo',
  variant: 'upstream',
  summary: 'document names of Hippo CMS, exactly as its code encodes them',
  reference: 'StringCodecFactory.UriEncoding of bloomreach/brxm 15.2.3',
  steps: [
    { name: 'compose', summary: 'Normalization form NFC', apply: (text) => compose(text, 'NFC') },
    {
      name: 'convert-units',
      summary: 'Replace each UTF-16 unit by table, or lowercase it; spaces become hyphens',
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
