/**
 * A message of the library, with its options as they are written here: the option maxPages is `--max-pages`. The same words
 * in the middle of a path or URL stay.
 */
export function withFlags(text: string): string {
  return text.replace(/(?<![^\s(])the option ([a-z]+(?:[A-Z][a-z]+)*)(?=[\s,;:)]|$)/g, (_, name: string) => {
    return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  });
}
