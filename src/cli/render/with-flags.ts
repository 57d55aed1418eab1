/** A message of the library, with its options as they are written here: the option maxPages is `--max-pages`. */
export function withFlags(text: string): string {
  return text.replace(/\bthe option ([a-z]+(?:[A-Z][a-z]+)*)\b/g, (_, name: string) => {
    return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  });
}
