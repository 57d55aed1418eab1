/**
 * `1 page`, `2 pages`, `2 entries`.
 *
 * @param shown the number as it is to stand there
 */
export function plural(count: number, what: string, shown: string = String(count)): string {
  return `${shown} ${count === 1 ? what : `${what}s`.replace(/(?<![aeiou])ys$/, 'ies')}`;
}
