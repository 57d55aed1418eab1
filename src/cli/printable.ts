export { printable, printableJson } from '../printable.ts';

/** The start of a text, for a message of one line. */
export function shorten(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`;
}
