/**
 * A count with its noun: `1 page`, `2 pages`, `2 entries`.
 *
 * @param shown the number as formatted for display
 */
export function plural(count: number, what: string, shown: string = String(count)): string {
  return `${shown} ${count === 1 ? what : `${what}s`.replace(/(?<![aeiou])ys$/, 'ies')}`;
}
