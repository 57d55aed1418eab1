/** Text from outside made fit for a terminal and for a line: control characters as `\xNN`, so that no escape sequence gets through. */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- what must not reach a terminal
  return text.toWellFormed().replace(/[\0-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });
}

/** JSON of one line, fit for a terminal: control characters that JSON lets pass are escaped as well, which changes no value. */
export function printableJson(value: object | string): string {
  return JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
