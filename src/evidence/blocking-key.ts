import { ByteText } from '../compact/byte-text.ts';

/** Names of index pages that blocking keys ignore. Less strict than the pass that drops them. */
const INDEX_NAME = /^(?:index|default)\./i;

const SLASH = 0x2f;
const DOT = 0x2e;
const QUESTION_MARK = 0x3f;
const HASH = 0x23;
const AMPERSAND = 0x26;
const HTTP = 0x68747470;
const MULTIPLIER = 0x5bd1e995;

/**
 * A hash that is equal for all keys that any assumption (`--assume`) could merge. It ignores http and https, www,
 * slashes, index pages, case, and the order of parameters. Other keys may share it too.
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
  const host = hostStart(view, start, end);
  let pathEnd = host;
  let slash = -1;
  for (; pathEnd < end; pathEnd++) {
    const byte = view.getUint8(pathEnd);
    if (byte === QUESTION_MARK || byte === HASH) break;
    if (byte === SLASH) slash = pathEnd;
  }
  const folded = hashPath(view, host, withoutIndex(view, slash, pathEnd, indexNames));
  return pathEnd === end ? folded : (folded + hashRest(view, pathEnd, end)) | 0;
}

/** The index after http:// or https:// and any leading www. */
function hostStart(view: DataView, start: number, end: number): number {
  if (end - start < 8 || view.getUint32(start) !== HTTP) return start;
  let at = view.getUint8(start + 4) === 0x73 ? start + 8 : start + 7;
  while (at + 4 <= end && view.getUint32(at) === WWW) at += 4;
  return at;
}

/** `www.` as an integer. */
const WWW = 0x7777772e;

function withoutIndex(view: DataView, slash: number, end: number, names: ReadonlySet<string> | null): number {
  if (slash < 0) return end;
  // Most last segments are not file names, and most file names start with another letter.
  const first = view.getUint8(Math.min(slash + 1, end - 1)) | 0x20;
  if (names === null && first !== 0x69 && first !== 0x64) return end;
  const name = Buffer.from(view.buffer, view.byteOffset + slash + 1, end - slash - 1).toString('latin1');
  const isIndex = names === null ? INDEX_NAME.test(name) : names.has(name.toLowerCase());
  return isIndex ? slash : end;
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

/** Hashes a path in one case. Other characters may collide. */
function hashPath(view: DataView, start: number, end: number): number {
  let hash = 0x2545f491;
  for (let at = start; at < end; at++) {
    const byte = view.getUint8(at);
    if (byte !== SLASH) hash = mix(hash, byte > DOT ? byte | 0x20 : byte);
  }
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
