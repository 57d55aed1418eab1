import { isAt } from './html-bytes.ts';

/** How much of a name is read, in bytes: more than any known name has. */
const MAX_NAME_LENGTH = 64;

/** The tags that matter anywhere in a page. */
const NAMES =
  'a area article aside audio base embed footer frame h1 h2 h3 h4 h5 h6 header html iframe img link main math meta ' +
  'nav noembed noframes noscript object plaintext script section source style svg template textarea title video xmp';

/** The names by first letter and length, which few of them share. */
const TABLE: readonly (readonly string[])[] = (() => {
  const table: string[][] = Array.from({ length: 512 }, () => []);
  for (const name of NAMES.split(' ')) table[slotOf(name.charCodeAt(0), name.length)]?.push(name);
  return table;
})();

function slotOf(first: number, length: number): number {
  return ((first & 31) << 4) | (length & 15);
}

/** The name of a tag that matters anywhere, without creating a string; empty if it is another tag. */
export function knownName(bytes: Uint8Array, start: number, end: number): string {
  const names = TABLE[slotOf(bytes[start] ?? 0, end - start)] ?? [];
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? '';
    if (name.length === end - start && isAt(bytes, start, name)) return name;
  }
  return '';
}

/** A name in ASCII lower case. JavaScript's `toLowerCase` would turn the Kelvin sign in `lin\u212A` into a k. */
export function nameAt(bytes: Buffer, start: number, end: number): string {
  const name = bytes.toString('utf8', start, Math.min(end, start + MAX_NAME_LENGTH));
  return /[A-Z]/.test(name) ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name;
}
