/** Milliseconds that the work takes. */
export function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Columns of equal width, the first of them to the left and the others to the right. */
export function tableLine(cells: readonly string[], width: number): string {
  return cells.map((cell, at) => (at === 0 ? cell.padEnd(2 * width) : cell.padStart(width))).join('');
}
