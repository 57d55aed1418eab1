/**
 * Refuses a value that is not a string, such as a `URL`: a regular expression would convert it without a word. TypeScript
 * refuses it too, but plain JavaScript does not.
 *
 * @param what for the message: `the URL of parseUrl`
 * @param example an expression of what to write instead
 * @throws {TypeError} if the value is not a string
 */
export function refuseNonText(value: unknown, what: string, example = 'url.href'): void {
  if (typeof value !== 'string') throw nonText(value, what, example);
}

function nonText(value: unknown, what: string, example: string): TypeError {
  const kind = value === null ? 'null' : value === undefined ? 'undefined' : `of type ${typeof value}`;
  return new TypeError(`${what} is ${kind}; write a string, such as ${example}`);
}
