/** Numbers from 0 up to 1, the same ones for the same seed (a linear congruential generator, Numerical Recipes' constants). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
