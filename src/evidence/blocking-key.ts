import { ByteText } from '../compact/byte-text.ts';

/** Names of index pages that blocking keys ignore. Less strict than the pass that drops them. */
const INDEX_NAME = /^(?:index|default)\./i;

const SLASH = 0x2f;
const QUESTION_MARK = 0x3f;
const HASH = 0x23;
const AMPERSAND = 0x26;
const COMMERCIAL_AT = 0x40;
const HTTP = 0x68747470;
const MULTIPLIER = 0x5bd1e995;

/**
 * A hash that is equal for all keys that any assumption (`--assume`) could merge. It ignores http and https, user
 * information, www, slashes, index pages, case, and the order of parameters. Other keys may share it too.
 *
 * @param indexNames lowercase names of index pages to use instead of the usual ones; null for the usual ones
 */
export function blockingKey(key: string, indexNames: ReadonlySet<string> | null): number {
  scratch.setLatin1(key);
  return blockingKeyOf(scratch.view, 0, scratch.length, indexNames);
}

const scratch = new ByteText();

/** The blocking key of a key given as bytes. See {@link blockingKey}. */
export function blockingKeyOf(
  view: DataView,
  start: number,
  end: number,
  indexNames: ReadonlySet<string> | null,
): number {
  let hash = 0x2545f491;
  let slash = -1;
  let beforeSlash = hash;
  let at = hostStart(view, start, end);
  for (; at < end; at++) {
    // Most bytes of a segment, four at a time and in one case. Other characters may collide.
    for (; at + 4 <= end && !hasDelimiter(view.getInt32(at)); at += 4) hash = mix(hash, view.getInt32(at) | 0x20202020);
    for (; at < end && !isDelimiter(view.getUint8(at)); at++) hash = mix(hash, view.getUint8(at) | 0x20);
    if (at === end || view.getUint8(at) !== SLASH) break;
    slash = at;
    beforeSlash = hash;
  }
  if (slash >= 0 && isIndex(view, slash + 1, at, indexNames)) hash = beforeSlash;
  return at === end ? finish(hash) : (finish(hash) + hashRest(view, at, end)) | 0;
}

/** Whether one of four bytes is a slash, a question mark or a number sign. */
function hasDelimiter(word: number): boolean {
  // A byte that is zero is the first whose highest bit a borrow sets. Slash and question mark differ in one bit.
  const slash = (word | 0x10101010) ^ 0x3f3f3f3f;
  const hash = word ^ 0x23232323;
  return ((((slash - 0x01010101) & ~slash) | ((hash - 0x01010101) & ~hash)) & 0x80808080) !== 0;
}

function isDelimiter(byte: number): boolean {
  return byte === SLASH || byte === QUESTION_MARK || byte === HASH;
}

/** The index after http:// or https://, user information and any leading www. */
function hostStart(view: DataView, start: number, end: number): number {
  if (end - start < 8 || view.getUint32(start) !== HTTP) return start;
  let at = view.getUint8(start + 4) === 0x73 ? start + 8 : start + 7;
  for (let next = at; next < end && !isDelimiter(view.getUint8(next)); next++) {
    if (view.getUint8(next) === COMMERCIAL_AT) at = next + 1;
  }
  while (at + 4 <= end && view.getUint32(at) === WWW) at += 4;
  return at;
}

/** `www.` as an integer. */
const WWW = 0x7777772e;

function isIndex(view: DataView, start: number, end: number, names: ReadonlySet<string> | null): boolean {
  // Most last segments are not file names, and most file names start with another letter.
  const first = view.getUint8(Math.min(start, end - 1)) | 0x20;
  if (names === null && first !== 0x69 && first !== 0x64) return false;
  const name = Buffer.from(view.buffer, view.byteOffset + start, end - start).toString('latin1');
  return names === null ? INDEX_NAME.test(name) : names.has(name.toLowerCase());
}

/** Hashes query and fragment. The parameters' hashes are added up, so their order does not matter. */
function hashRest(view: DataView, from: number, end: number): number {
  let sum = 0;
  let hash = 0x2545f491;
  for (let at = from; at < end; at++) {
    const byte = view.getUint8(at);
    if (byte === HASH) return (sum + finish(hash) + hashFragment(view, at, end)) | 0;
    if (byte === AMPERSAND || (byte === QUESTION_MARK && at === from)) {
      sum = (sum + finish(hash)) | 0;
      hash = 0x2545f491;
    } else hash = mix(hash, byte);
  }
  return (sum + finish(hash)) | 0;
}

function hashFragment(view: DataView, from: number, end: number): number {
  let hash = 0x1234567;
  for (let at = from; at < end; at++) hash = mix(hash, view.getUint8(at));
  return finish(hash);
}

function mix(hash: number, byte: number): number {
  const mixed = Math.imul(hash ^ byte, MULTIPLIER);
  return mixed ^ (mixed >>> 15);
}

/** Mixes the bits, so that in a sum every bit depends on every byte. */
function finish(hash: number): number {
  return mix(mix(hash, 0x5a), 0xa5);
}
