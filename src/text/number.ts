import { plural } from './plural.ts';

/** Rounds a number and adds thousands separators: `1,200`. (`toLocaleString` takes 35 ms to load its locales.) */
export function number(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** How many of `count` fall on each of some seconds: `1,500/s`; with a decimal below 10: `0.4/s`. */
export function perSecond(count: number, seconds: number): string {
  const rate = count / Math.max(seconds, 0.001);
  const tenths = Math.round(rate * 10) / 10;
  return `${tenths < 10 ? tenths : number(rate)}/s`;
}

/** A number with its noun: `1 page`, `1,200 pages`. */
export function counted(value: number, what: string): string {
  return plural(value, what, number(value));
}
