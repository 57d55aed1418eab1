/** Text from outside made fit for a terminal and for a line: control characters as `\xNN`, so that no escape sequence gets through. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- what must not reach a terminal
  return text.toWellFormed().replace(/[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });
}

/** The start of a text, for a message of one line. */
export function shorten(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`;
}
