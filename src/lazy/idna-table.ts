/** A row of tr46's table: a code point or the first and last of a range, its status, and what it is mapped to. */
export type IdnaRow = readonly [codePoints: number | readonly [number, number], status: number, mapping?: string];

/** The table in a quarter of its size after compression. */
export interface CompactIdnaTable {
  /** How many code points of a row follow its first one, in base 36, separated by spaces. */
  readonly lengths: string;
  /** The status of each row, one digit each. */
  readonly statuses: string;
  /**
   * What the rows with a mapping are mapped to, separated by spaces: code points separated by commas, each as the
   * difference from the one before, in base 36.
   */
  readonly mappings: string;
}

/** The statuses of rows with a mapping: mapped, and deviation. */
const WITH_MAPPING = '16';

/** Restores the table. Its rows cover all code points, in order. */
export function readIdnaTable({ lengths, statuses, mappings }: CompactIdnaTable): IdnaRow[] {
  const mapped = mappings.split(' ').values();
  let next = 0;
  let codePoint = 0;
  const characterAfter = (difference: string): string => {
    codePoint += Number.parseInt(difference, 36);
    return String.fromCodePoint(codePoint);
  };
  return lengths.split(' ').map((length, index) => {
    const first = next;
    const last = first + Number.parseInt(length, 36);
    next = last + 1;
    const codePoints = first === last ? first : ([first, last] as const);
    const status = statuses.charAt(index);
    if (!WITH_MAPPING.includes(status)) return [codePoints, Number(status)];
    const differences = mapped.next().value || null;
    return [codePoints, Number(status), differences?.split(',').map(characterAfter).join('') ?? ''];
  });
}
