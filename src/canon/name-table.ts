/** Each state has a place for each byte from `@` to DEL. */
const PLACES = 64;

/** What a state is the end of. */
const WHOLE = 1;
const PREFIX = 2;

/** Finds names of parameters in bytes, with one look-up for each byte. Faster than a pattern. */
export class NameTable {
  /** The state that follows, by state and byte; 0 if no name goes on with the byte. */
  readonly #next: Uint16Array;
  readonly #ends: Uint8Array;

  /**
   * @param names of letters and `_`; a `?` stands for any letter, a `*` at the end for any characters
   * @throws {TypeError} if a name has other characters
   */
  constructor(names: readonly string[], ignoresCase: boolean) {
    const states = 1 + names.join('').length;
    this.#next = new Uint16Array(states * PLACES);
    this.#ends = new Uint8Array(states);
    let last = 0;
    for (const name of names) {
      if (!/^[A-Za-z_?]+\*?$/.test(name)) throw new TypeError(`no place for the name ${name}`);
      let state = 0;
      for (const character of name.replace('*', '')) {
        const places = placesOf(character, ignoresCase).map((place) => state * PLACES + place);
        const known = this.#next[places[0] ?? 0] ?? 0;
        state = known > 0 ? known : ++last;
        for (const place of places) this.#next[place] = state;
      }
      this.#ends[state] = name.endsWith('*') ? PREFIX : WHOLE;
    }
  }

  /** The index behind the name that starts at `start`; -1 if none does. The parameter's own name may go on behind it. */
  endOf(bytes: Uint8Array, start: number): number {
    let state = 0;
    let index = start;
    for (; ; index++) {
      const byte = bytes[index] ?? 0;
      const next = (byte & 0xc0) === 0x40 ? (this.#next[state * PLACES + (byte & 63)] ?? 0) : 0;
      if (next === 0) break;
      state = next;
    }
    if (this.#ends[state] === PREFIX) return nameEnd(bytes, index);
    return this.#ends[state] === WHOLE ? index : -1;
  }
}

function placesOf(character: string, ignoresCase: boolean): readonly number[] {
  const characters = character === '?' ? 'abcdefghijklmnopqrstuvwxyz' : character;
  const all = ignoresCase ? characters + characters.toUpperCase() : characters;
  return Array.from(all, (one) => one.charCodeAt(0) & 63);
}

/** The next `=`, `&`, `#` or zero. */
function nameEnd(bytes: Uint8Array, start: number): number {
  let index = start;
  for (let byte = bytes[index] ?? 0; byte !== 0x3d && byte !== 0x26 && byte !== 0x23 && byte !== 0; ) {
    byte = bytes[++index] ?? 0;
  }
  return index;
}
