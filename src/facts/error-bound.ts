/** One chance in twenty that the truth lies beyond the bound. */
const SIGNIFICANCE = 0.05;

/**
 * The largest share of exceptions that would still show as few as were seen, at 95 % confidence: the exact one-sided
 * bound of Clopper and Pearson (1934). Without an exception it is 1 − 0.05^(1/n): 45 % for 5 samples, 10 % for 29.
 *
 * @param samples how many were looked at, exceptions included
 * @returns between 0 and 1; 1 where nothing was looked at
 */
export function errorBound(samples: number, exceptions = 0): number {
  if (exceptions >= samples) return 1;
  if (exceptions === 0) return 1 - SIGNIFICANCE ** (1 / samples);
  let [low, high] = [exceptions / samples, 1];
  // Halved so often, the two are one number.
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (atMost(exceptions, samples, middle) > SIGNIFICANCE) low = middle;
    else high = middle;
  }
  return high;
}

/** The probability of up to `most` exceptions among `samples`, where each is one with the probability `share`. */
function atMost(most: number, samples: number, share: number): number {
  let term = (1 - share) ** samples;
  let sum = term;
  for (let k = 1; k <= most; k++) {
    term *= ((samples - k + 1) / k) * (share / (1 - share));
    sum += term;
  }
  return sum;
}
