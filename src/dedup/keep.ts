/** Which entry of a group stays: the first or the last, or the first of the shortest, of those with https, of those that are their own key. */
export const KEEP_RULES = ['first', 'last', 'shortest', 'https', 'canonical'] as const;
export type KeepRule = (typeof KEEP_RULES)[number];

/** A number for an entry: the one with the lowest stays, and of equals the one that comes first in the list. */
export function rankOf(rule: KeepRule, url: string, key: string, ordinal: number): number {
  switch (rule) {
    case 'first':
      return 0;
    case 'last':
      return -ordinal;
    case 'shortest':
      return url.length;
    case 'https':
      return /^\s*https:/i.test(url) ? 0 : 1;
    case 'canonical':
      return url === key ? 0 : 1;
  }
}
