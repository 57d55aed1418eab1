/** Characters where a canonicalizer may have to change a URL: escapes, ports, parameters and fragments start with them. */
const MARKS: Uint8Array = new Uint8Array(128);
for (const mark of ':%?&#') MARKS[mark.charCodeAt(0)] = 1;

/**
 * The least that a canonicalizer from strings to strings does in JavaScript: it looks at each character once, cuts the
 * URL where something may have to change, and joins the pieces. It has no rules, and its result is no canonical URL. A URL
 * that needs eight passes is cut into as many pieces as dustpan cuts it into.
 */
export function leastCanon(url: string): string {
  let out = '';
  let run = 0;
  for (let at = 0; at < url.length; at++) {
    if ((MARKS[url.charCodeAt(at)] ?? 0) === 0) continue;
    out += `${url.slice(run, at)}~`;
    run = at + 1;
  }
  return out + url.slice(run);
}
