/**
 * Which entry of a group to keep: `first`, `last`, or the first of the `shortest`, with `https`, or that equal their
 * key (`canonical`). If no entry fits the rule, the first one.
 */
export const KEEP_RULES = ['first', 'last', 'shortest', 'https', 'canonical'] as const;
/** One of {@link KEEP_RULES}. */
export type KeepRule = (typeof KEEP_RULES)[number];

/**
 * The rank of an entry. The group keeps the lowest rank, the first entry if several have it.
 *
 * @param ordinal position in the list
 */
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
