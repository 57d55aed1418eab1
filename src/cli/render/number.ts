import { plural } from '../../text/plural.ts';

/** A whole number with commas between its thousands. (The runtime's own way loads its locales, which takes 35 ms.) */
export function number(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 page`, `1,200 pages`. */
export function counted(value: number, what: string): string {
  return plural(value, what, number(value));
}
