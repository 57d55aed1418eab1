/** What no shell reads in another way. */
const PLAIN = /^[\w@%+:,./-]+$/;

/** A text as one word of a command that people copy into a shell: in quotation marks where a shell needs them. */
export function shellWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
