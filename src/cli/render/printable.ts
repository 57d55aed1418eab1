import { isPostgresAddress, shownAddress } from '../../../db/postgres/address.ts';
import { printable } from '../../text/printable.ts';
import { shellWord } from '../../text/shell-word.ts';
import { startWithoutCredentials, withoutCredentials } from '../../url/credentials.ts';

export { printable, printableJson } from '../../text/printable.ts';

const MAX_SHORT = 120;

/** Text from a user or server, safe for a terminal: without control characters, user names and passwords in URLs. */
export function quoted(text: string): string {
  return isPostgresAddress(text) ? printable(shownAddress(text)) : quotedMessage(text);
}

/** The same for a message, which may begin with an address. */
export function quotedMessage(text: string): string {
  return printable(withoutCredentials(text));
}

/** The same, cut to 120 characters. */
export function shorten(text: string): string {
  return `${printable(startWithoutCredentials(text, MAX_SHORT))}${text.length <= MAX_SHORT ? '' : '…'}`;
}

/** A file, an address or a URL, {@link quoted}, as one word of a command that people copy into a shell. */
export function commandWord(text: string): string {
  return shellWord(quoted(text));
}
