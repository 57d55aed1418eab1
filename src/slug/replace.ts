/** The replacement of each character. */
export type CharacterTable = Readonly<Record<string, string>>;

/** The characters that have the same replacement, by the replacement. */
export type CharacterLists = Readonly<Record<string, string>>;

/** Makes a table from lists of the characters that have the same replacement. */
export function byCharacter(lists: CharacterLists): CharacterTable {
  const entries = Object.entries(lists);
  return Object.fromEntries(
    entries.flatMap(([replacement, each]) => Array.from(each, (character) => [character, replacement])),
  );
}

/** Replacements of characters. They are made when they are needed first: most programs that load them need none. */
export class Replacements {
  readonly #tables: () => readonly CharacterTable[];
  #byCode: readonly (string | undefined)[] | null = null;

  /** @param tables of characters in the Basic Multilingual Plane; if several have a character, the first one wins */
  constructor(tables: () => readonly CharacterTable[]) {
    this.#tables = tables;
  }

  /** The replacement of each code unit that has one. */
  get byCode(): readonly (string | undefined)[] {
    return (this.#byCode ??= merged(this.#tables()));
  }
}

function merged(tables: readonly CharacterTable[]): readonly (string | undefined)[] {
  const entries = tables.flatMap((table) => Object.entries(table));
  const last = Math.max(...entries.map(([character]) => character.charCodeAt(0)));
  // Filled from the start: an engine turns an array with large gaps into a slow dictionary.
  // oxlint-disable-next-line unicorn/no-new-array -- `Array.from` takes milliseconds for so many
  const byCode = new Array<string | undefined>(last + 1).fill(undefined);
  for (const [character, replacement] of entries) byCode[character.charCodeAt(0)] ??= replacement;
  return byCode;
}

/**
 * Replaces each character that has a replacement. A loop over the code units is several times faster here than a
 * pattern with a function.
 *
 * @param skip sticky pattern; its matches right after a replaced character are dropped
 */
export function replaceAll(text: string, { byCode }: Replacements, skip?: RegExp): string {
  let replaced = '';
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const replacement = byCode[text.charCodeAt(at)];
    if (replacement === undefined) continue;
    replaced += text.slice(start, at) + replacement;
    start = at + 1;
    if (skip !== undefined) {
      start += lengthOfMatches(text, start, skip);
      at = start - 1;
    }
  }
  return start === 0 ? text : replaced + text.slice(start);
}

/** The length of all matches of a sticky pattern from an index on. */
function lengthOfMatches(text: string, at: number, pattern: RegExp): number {
  if (!(text.charCodeAt(at) > 0x7f)) return 0;
  let end = at;
  // One by one: a pattern for a run of megabytes would overflow the stack of the engine.
  for (pattern.lastIndex = at; pattern.test(text); ) end = pattern.lastIndex;
  return end - at;
}
