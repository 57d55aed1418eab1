/** Milliseconds that the work takes. */
function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Times several pieces of work in turn, round after round, so that a machine that slows down slows them all.
 *
 * @returns the median of each, in milliseconds
 */
export function inTurn(works: readonly (() => unknown)[], rounds: number): readonly number[] {
  const times = works.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of works.entries()) times[index]?.push(timed(work));
  }
  return times.map(median);
}
