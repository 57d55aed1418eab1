/**
 * Makes outside text safe for one line of a terminal: control characters become `\xNN`, so no escape sequence gets
 * through. Byte order marks and zero-width spaces (U+200B) become visible.
 */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these must not reach a terminal
  return text.toWellFormed().replace(/[\0-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2066-\u2069\ufeff]/g, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`;
  });
}

/**
 * One line of JSON, safe for a terminal. Also escapes the control characters that JSON allows, which changes no value.
 */
export function printableJson(value: object | string): string {
  return JSON.stringify(plain(value)).replace(
    /[\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What `JSON.stringify` writes of a value. It writes plain objects twice as fast as those with `toJSON`. */
function plain(value: object | string): unknown {
  return typeof value === 'object' && 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON() : value;
}
