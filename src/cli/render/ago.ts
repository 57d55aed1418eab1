import { isoTime, moment } from '../../text/moment.ts';
import { plural } from '../../text/plural.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Formats a time: `3 days ago (2026-11-18 07:37 UTC)`.
 *
 * @param at milliseconds since the epoch
 * @param now milliseconds since the epoch
 */
export function ago(at: number, now: number = Date.now()): string {
  const [unit, length] = UNITS.find(([, each]) => now - at >= each) ?? ['', 0];
  const when = unit === '' ? 'just now' : `${plural(Math.floor((now - at) / length), unit)} ago`;
  return `${when} (${moment(isoTime(at))})`;
}
