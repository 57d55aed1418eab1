/** Characters where a canonicalizer may have to change a URL: escapes, ports, parameters and fragments start with them. */
const MARKS: Uint8Array = new Uint8Array(256);
for (const mark of ':%?&#') MARKS[mark.charCodeAt(0)] = 1;

const URL_BYTES: Uint8Array = new Uint8Array(12_288);
const OUT: Buffer = Buffer.alloc(URL_BYTES.length);
const ENCODER: TextEncoder = new TextEncoder();

/**
 * The minimal program of a canonicalizer from strings to strings, in JavaScript and for URLs that may need any change: it
 * turns the URL into bytes, looks at each once, writes it or another one, and makes a string of them. It has no rules, and
 * its result is not canonical.
 */
export function minimalCanon(url: string): string {
  const { written } = ENCODER.encodeInto(url, URL_BYTES);
  for (let at = 0; at < written; at++) {
    const byte = URL_BYTES[at] ?? 0;
    OUT[at] = MARKS[byte] === 0 ? byte : 0x7e;
  }
  return OUT.toString('latin1', 0, written);
}
