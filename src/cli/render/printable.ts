import { printable } from '../../text/printable.ts';
import { startWithoutCredentials, withoutCredentials } from '../../url/credentials.ts';

export { printable, printableJson } from '../../text/printable.ts';

const MAX_SHORT = 120;

/** What a user or a server gave, for a message: fit for a terminal, and no URL in it has a user name. */
export function quoted(text: string): string {
  return printable(withoutCredentials(text));
}

/** The start of it, for a message of one line. */
export function shorten(text: string): string {
  return `${printable(startWithoutCredentials(text, MAX_SHORT))}${text.length <= MAX_SHORT ? '' : '…'}`;
}
