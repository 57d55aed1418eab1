/** One chance in twenty that the truth lies beyond the bound. */
const SIGNIFICANCE = 0.05;

/** Halved so often, two numbers between 0 and 1 are one. */
const HALVINGS = 60;

/**
 * The largest share of exceptions that would still show as few as were seen, at 95 % confidence: the exact one-sided
 * bound of Clopper and Pearson (1934). Without an exception it is 1 − 0.05^(1/n): 45 % for 5 samples, 10 % for 29.
 *
 * @param samples how many were looked at, exceptions included
 * @returns between 0 and 1; 1 where nothing was looked at
 */
export function errorBound(samples: number, exceptions = 0): number {
  if (exceptions >= samples) return 1;
  if (exceptions === 0) return -Math.expm1(Math.log(SIGNIFICANCE) / samples);
  const ways = logOfWays(samples, exceptions);
  let [low, high] = [exceptions / samples, 1];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (atMost(exceptions, samples, middle, ways) > SIGNIFICANCE) low = middle;
    else high = middle;
  }
  return high;
}

/** The logarithm of the number of ways to choose so many of all. */
function logOfWays(all: number, chosen: number): number {
  let sum = 0;
  for (let k = 1; k <= chosen; k++) sum += Math.log((all - k + 1) / k);
  return sum;
}

/**
 * The probability of up to `most` exceptions among `samples`, where each is one with the probability `share`. The sum
 * starts from its largest term, that of `most`: the others are too small for a number where samples are many.
 */
function atMost(most: number, samples: number, share: number, ways: number): number {
  const largest = Math.exp(ways + most * Math.log(share) + (samples - most) * Math.log1p(-share));
  let term = 1;
  let sum = 1;
  for (let k = most; k > 0 && term > Number.EPSILON * sum; k--) {
    term *= (k / (samples - k + 1)) * ((1 - share) / share);
    sum += term;
  }
  return largest * sum;
}
