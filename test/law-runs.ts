/**
 * How many inputs a law is tried with: those of the environment variable LAWS_RUNS, which `npm run test:laws` sets, or
 * else the usual number.
 */
export function lawRuns(usual: number): number {
  return Number(process.env['LAWS_RUNS'] ?? usual);
}
