/**
 * Numbers from 0 up to 1, equal for equal seeds (a linear congruential generator with the constants of Numerical
 * Recipes).
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
