import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { realLists, type UrlList } from '../bench/canon-lists.ts';
import { anyUrl } from '../laws/urls.ts';
import { anyName } from '../slug/names.ts';

const GENERATED = 200_000;
const SEED = 20_260_701;

/** Marks newer than the Unicode of the oldest engine, whose `normalize` therefore leaves them where they stand. */
const NEWER_MARK = /[\u1acf-\u1aeb]/;

/** URLs to canonicalize on every engine. */
export function engineLists(): readonly UrlList[] {
  const generated = fc.sample(anyUrl, { seed: SEED, numRuns: GENERATED });
  const names = fc.sample(anyName, { seed: SEED, numRuns: GENERATED });
  return [
    ...realLists(),
    { name: 'generated', urls: generated },
    { name: 'hosts', urls: hosts() },
    { name: 'names', urls: names },
  ];
}

/** Ideographs and syllables by the thousand, one like the other; one in sixteen stands for them. */
const ALIKE = /[\u3400-\u9fff\uac00-\ud7a3]/;

/** Hosts of each letter and each mark of the Basic Multilingual Plane: as it is, decomposed, and in Punycode. */
function hosts(): readonly string[] {
  const labels = new Set<string>();
  for (let code = 0x80; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    if (ALIKE.test(character) && code % 16 !== 0) continue;
    if (/\p{L}/u.test(character)) labels.add(character).add(character.normalize('NFD'));
    // Between marks of classes 230 and 220, so that its own class decides the order.
    if (/\p{M}/u.test(character) && !NEWER_MARK.test(character)) labels.add(`a\u0301${character}\u0316`);
  }
  return Array.from(labels).flatMap((label) => [`http://${label}.example/`, `http://${domainToASCII(label)}.example/`]);
}
