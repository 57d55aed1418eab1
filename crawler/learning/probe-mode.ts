/**
 * When sites are probed:
 * - `off`: never
 * - `auto`: if the answer can merge or split entries, or if a claim has expired
 * - `full`: every site, for every kind of claim
 */
export const PROBE_MODES = ['off', 'auto', 'full'] as const;

/** When sites are probed; see `PROBE_MODES`. */
export type ProbeMode = (typeof PROBE_MODES)[number];
