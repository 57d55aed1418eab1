/**
 * The scripts that tell a language, or a group of languages that share it, with the fewest letters that prove it.
 * Japanese comes before Chinese: it uses Chinese characters too.
 */
const SCRIPTS: readonly { readonly name: string; readonly letters: RegExp; readonly least: number }[] = [
  { name: 'ja', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, least: 4 },
  { name: 'ko', letters: /\p{Script=Hangul}/gu, least: 6 },
  { name: 'zh', letters: /\p{Script=Han}/gu, least: 6 },
  { name: 'el', letters: /\p{Script=Greek}/gu, least: 12 },
  { name: 'he', letters: /\p{Script=Hebrew}/gu, least: 12 },
  { name: 'th', letters: /\p{Script=Thai}/gu, least: 12 },
  { name: 'Cyrillic', letters: /\p{Script=Cyrillic}/gu, least: 12 },
  { name: 'Arabic', letters: /\p{Script=Arabic}/gu, least: 12 },
  { name: 'Devanagari', letters: /\p{Script=Devanagari}/gu, least: 12 },
];
/** The share of a text's letters that the script needs; Japanese mixes three scripts. */
const MAIN_SHARE = 0.6;
const JAPANESE_SHARE = 0.2;

/** Frequent short words that no other language of the list uses often. */
const FREQUENT: Readonly<Record<string, string>> = {
  en: 'the and of to with for is are your our you from this that how what',
  de: 'der das und mit für ist sind nicht ein eine einer auf von wie wir ihre sich auch zum zur',
  fr: 'les des et du une est sont pour avec dans vous nos notre votre sur aux cette',
  es: 'el los las y para con del una sus este esta por cómo qué más nuestra nuestro',
  pt: 'os e para com do da dos das uma não seu sua mais como você nosso',
  it: 'il gli di della delle dei che per sono con nel nella più come una questo',
  nl: 'het een van voor met en zijn niet onze naar bij ook deze uw',
  pl: 'i w na z do się nie jest oraz dla jak od przez twój',
  sv: 'och att för med är på som av det inte den din vår',
  da: 'og til at for med er på som af det ikke den din vores',
  tr: 've bir için ile bu da de olarak daha çok nasıl',
};
const WORDS: ReadonlyMap<string, readonly string[]> = languagesByWord();
/** How many frequent words tell a language, and how many times as many as of any other. */
const LEAST_WORDS = 4;
const LEAD = 2;

/**
 * The language of a short text: a code of ISO 639-1, or a script that several languages share. Compare two results of
 * this function only with each other.
 *
 * @param text at most a few thousand characters
 * @returns null if the text does not tell; most short texts do not
 */
export function languageOfText(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const { name, letters: own, least } of SCRIPTS) {
    const count = text.match(own)?.length ?? 0;
    if (count >= least && count >= letters * (name === 'ja' ? JAPANESE_SHARE : MAIN_SHARE)) return name;
  }
  const hits = new Map<string, number>();
  for (const word of text.toLowerCase().split(/[^\p{L}]+/u)) {
    for (const language of WORDS.get(word) ?? []) hits.set(language, (hits.get(language) ?? 0) + 1);
  }
  const [first, second] = [...hits].toSorted(([, a], [, b]) => b - a);
  if (first === undefined || first[1] < LEAST_WORDS || first[1] < LEAD * (second?.[1] ?? 0)) return null;
  return first[0];
}

function languagesByWord(): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, string[]>();
  for (const [language, list] of Object.entries(FREQUENT)) {
    for (const word of list.split(' ')) words.set(word, [...(words.get(word) ?? []), language]);
  }
  return words;
}
