/** The names of index pages that a fold leaves out; the pass that drops them looks more closely. */
const INDEX_NAME = /^(?:index|default)\./i;

const SLASH = 0x2f;
const DOT = 0x2e;

/**
 * A hash that is the same for all keys that any assumption (`--assume`) could make one: without http or https, www,
 * slashes, index pages and case, and whatever the order of parameters. Keys that cannot become one may share it too.
 *
 * @param indexNames names of index pages, in lower case, in place of the usual ones
 */
export function foldHash(key: string, indexNames: ReadonlySet<string> | null): number {
  const start = hostStart(key);
  const hash = key.indexOf('#', start);
  const end = hash < 0 ? key.length : hash;
  const mark = key.lastIndexOf('?', end) < start ? -1 : key.indexOf('?', start);
  const pathEnd = mark < 0 || mark > end ? end : mark;
  let folded = hashText(key, start, withoutIndex(key, start, pathEnd, indexNames), true);
  if (pathEnd < end) folded = (folded + hashQuery(key, pathEnd + 1, end)) | 0;
  return end < key.length ? (folded + hashText(key, end, key.length, false)) | 0 : folded;
}

function hostStart(key: string): number {
  let start = key.startsWith('https://') ? 8 : key.startsWith('http://') ? 7 : 0;
  while (start > 0 && key.startsWith('www.', start)) start += 4;
  return start;
}

function withoutIndex(key: string, start: number, end: number, names: ReadonlySet<string> | null): number {
  const slash = key.lastIndexOf('/', end - 1);
  if (slash < start || key.indexOf('.', slash) < 0) return end;
  const name = key.slice(slash + 1, end);
  const isIndex = names === null ? INDEX_NAME.test(name) : names.has(name.toLowerCase());
  return isIndex ? slash : end;
}

/** The sum of the parameters' hashes does not depend on their order. */
function hashQuery(key: string, from: number, end: number): number {
  let sum = 1;
  for (let start = from; start <= end; ) {
    const ampersand = key.indexOf('&', start);
    const stop = ampersand < 0 || ampersand > end ? end : ampersand;
    sum = (sum + hashText(key, start, stop, false)) | 0;
    start = stop + 1;
  }
  return sum;
}

function hashText(text: string, start: number, end: number, isPath: boolean): number {
  let hash = 0x2545f491;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (isPath && code === SLASH) continue;
    // Letters in one case; what else this makes one is no matter.
    const mixed = Math.imul(hash ^ (isPath && code > DOT ? code | 0x20 : code), 0x5bd1e995);
    hash = mixed ^ (mixed >>> 15);
  }
  return hash;
}
