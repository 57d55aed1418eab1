/**
 * Formats a time for people: `2026-11-21 07:37 UTC`.
 *
 * @param iso ISO 8601, in UTC
 */
export function moment(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The end of the range of dates, in milliseconds since the epoch. */
const LAST = 8.64e15;

/**
 * Formats a time as ISO 8601. A damaged database may contain any number: one beyond the range of dates becomes its end,
 * and NaN the epoch.
 *
 * @param at milliseconds since the epoch
 */
export function isoTime(at: number): string {
  return new Date(Math.min(Math.max(Number.isNaN(at) ? 0 : at, -LAST), LAST)).toISOString();
}
