/**
 * `1 page`, `2 pages`.
 *
 * @param shown the number as it is to stand there
 */
export function plural(count: number, what: string, shown: string = String(count)): string {
  return `${shown} ${what}${count === 1 ? '' : 's'}`;
}
