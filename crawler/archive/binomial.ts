/**
 * The probability that at most `count` of `trials` events happen, if each happens with the same probability.
 *
 * @param probability between 0 and 1, both excluded
 */
export function atMost(count: number, trials: number, probability: number): number {
  // Logarithms, because a large power of a fraction is zero.
  const ratio = Math.log(probability) - Math.log1p(-probability);
  let term = trials * Math.log1p(-probability);
  let sum = 0;
  for (let k = 0; k <= Math.min(count, trials); k++) {
    sum += Math.exp(term);
    term += Math.log(trials - k) - Math.log(k + 1) + ratio;
  }
  return Math.min(1, sum);
}
