import { quoted } from './printable.ts';

/** What no shell reads in another way. */
const PLAIN = /^[\w@%+:,./-]+$/;

/**
 * A file, an address or a URL as one word of a command that people copy into a shell: {@link quoted}, and in quotation
 * marks where a shell needs them.
 */
export function commandWord(text: string): string {
  const word = quoted(text);
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
