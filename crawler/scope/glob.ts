import { RE2JS, RE2JSException } from 're2js';
import { DustpanError } from '../../src/error.ts';

/** A glob that is too large. The message says what to write instead. */
export class GlobError extends DustpanError {
  /** Always `GlobError`. */
  override readonly name = 'GlobError';
  readonly code = 'glob-too-large';
}

/** Far longer than any real glob. The compiled expression is a small multiple of it. */
const MAX_LENGTH = 4096;

/**
 * Compiles a glob to a function that tells whether the glob matches a whole text. Matching takes time linear in the
 * length of the text times that of the glob, because RE2 does not backtrack.
 *
 * - `*`: any characters except a slash. As the whole last segment, it matches at least one character.
 * - `**` as a whole segment: any characters. Together with the slash after it, it also matches nothing: between `/a/`
 *   and `b`, it matches `/a/b`. At the start of a glob, it matches any characters whatever follows, as in `**.pdf`.
 *   Anywhere else it means the same as `*`.
 * - `?`: one character except a slash
 * - `[abc]`, `[a-z]`: one of these characters. `[!abc]`, `[^abc]`: one character except these and a slash. An IPv6
 *   address after `//` stands for itself.
 * - `{a,b}`: either alternative. Braces may be nested. The meaning of `**` at the edge of an alternative depends on the
 *   text around the braces.
 * - `\`: the next character stands for itself.
 *
 * Everything else stands for itself: `(`, `!`, `"`, `{a}`, `{1..3}`, and a `[` or `{` that is never closed. A glob also
 * matches the text that is identical to it, so that a URL with brackets can be named unchanged.
 *
 * Three stars count as one. Segments `.` and `..` have no special meaning: canonical paths contain none.
 *
 * @throws {GlobError} if the glob is too long or its braces are nested too deeply
 */
export function compileGlob(glob: string): (text: string) => boolean {
  if (glob.length > MAX_LENGTH) {
    throw new GlobError(
      `a glob of ${glob.length} characters is too long: split it into globs of up to ${MAX_LENGTH} characters`,
    );
  }
  const parts = translate(glob);
  const first = parts.findIndex(({ text }) => text === null);
  const prefix = textOf(first < 0 ? parts : parts.slice(0, first));
  if (first < 0) return (text) => text === prefix || text === glob;
  const last = parts.findLastIndex(({ text }) => text === null);
  const suffix = textOf(parts.slice(last + 1));
  const matchesMiddle = compileMiddle(parts.slice(first, last + 1));
  return (text) => {
    const end = text.length - suffix.length;
    const hasEnds = prefix.length <= end && text.startsWith(prefix) && text.endsWith(suffix);
    return (hasEnds && matchesMiddle(text.slice(prefix.length, end))) || text === glob;
  };
}

function compileMiddle(parts: readonly Part[]): (text: string) => boolean {
  const source = parts.map((part) => part.source).join('');
  // Most globs are like this, and need no regular expression.
  if (source === ANYTHING) return () => true;
  try {
    const expression = RE2JS.compile(source, RE2JS.DOTALL);
    return (text) => expression.testExact(text);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new GlobError('this glob has too many nested braces: split it into several globs');
  }
}

/** A piece of a glob. */
interface Part {
  /** An RE2 expression. */
  readonly source: string;
  /** The text, if the part matches only one text; otherwise null. */
  readonly text: string | null;
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}

const ANYTHING = '.*';
const RUN = '[^/]*';
const SEGMENTS = '(?:.*/)?';
/** An expression that matches nothing. */
const NOTHING = '[^\\x{0}-\\x{10ffff}]';

/** An IPv6 address, a class (where a leading `]` is a member), whole segments, stars, or any other character. */
const TOKEN =
  /(?<=\/\/)(\[[\da-f]*:[\da-f:.]*\])|\[([!^]?)((?:\\[^]|[^\\])(?:\\[^]|[^\]\\])*)\]|(?:\*\*\/)+|\*+|\\?[^]/giu;
const MEMBERS = /\\?([^])(?:-\\?([^]))?/gu;

type Tokens = readonly RegExpExecArray[];

function translate(glob: string): readonly Part[] {
  const tokens = [...glob.matchAll(TOKEN)];
  const groups = groupsOf(tokens);
  return tokens.map(([raw, address, not, members], at) => {
    const group = groups.get(at);
    if (group !== undefined) return { source: at === group.open ? '(?:' : at === group.close ? ')' : '|', text: null };
    if (members !== undefined) return { source: oneOf(not !== '', members), text: null };
    if (raw.startsWith('*')) return { source: stars(raw, neighbours(tokens, groups, at)), text: null };
    if (raw === '?') return { source: '[^/]', text: null };
    const text = address ?? raw.replace(/^\\(?=[^])/, '');
    return { source: RE2JS.quote(text), text };
  });
}

function oneOf(isNegated: boolean, members: string): string {
  const ranges = Array.from(members.matchAll(MEMBERS), ([, first = '', last = first]) => [first, last] as const)
    // RE2 would reject the whole expression because of a reversed range.
    .filter(([first, last]) => codeOf(first) <= codeOf(last))
    .map((ends) => ends.map((end) => `\\x{${codeOf(end).toString(16)}}`).join('-'));
  if (isNegated) return `[^/${ranges.join('')}]`;
  return ranges.length === 0 ? NOTHING : `[${ranges.join('')}]`;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** The neighbours of a token; undefined at the ends of the glob. */
interface Neighbours {
  readonly before: string | undefined;
  readonly behind: string | undefined;
}

function stars(raw: string, { before, behind }: Neighbours): string {
  const isStart = before === undefined || before.endsWith('/');
  const isWhole = isStart && (behind === undefined || behind.startsWith('/'));
  // A series of such segments matches no more than one does.
  if (raw.endsWith('/')) return isStart ? SEGMENTS : `${RUN}/${raw === '**/' ? '' : SEGMENTS}`;
  if (raw === '**' && (isWhole || before === undefined)) return ANYTHING;
  return raw === '*' && isWhole && behind === undefined ? '[^/]+' : RUN;
}

/** Braces with commas, as indexes of tokens. */
interface Group {
  readonly open: number;
  readonly commas: readonly number[];
  readonly close: number;
}

type Groups = ReadonlyMap<number, Group>;

/** Maps each token of a group to the group. Braces that are not closed or contain no comma form no group. */
function groupsOf(tokens: Tokens): Groups {
  const groups = new Map<number, Group>();
  const open: { readonly at: number; readonly commas: number[] }[] = [];
  for (const [at, [raw]] of tokens.entries()) {
    if (raw === '{') open.push({ at, commas: [] });
    else if (raw === ',') open.at(-1)?.commas.push(at);
    else if (raw === '}') {
      const { at: start, commas } = open.pop() ?? { at, commas: [] };
      const group = { open: start, commas, close: at };
      if (commas.length > 0) for (const each of [start, ...commas, at]) groups.set(each, group);
    }
  }
  return groups;
}

/** The neighbours of a token. At the edge of an alternative, they are outside the braces. */
function neighbours(tokens: Tokens, groups: Groups, at: number): Neighbours {
  let before = at - 1;
  for (let group = groups.get(before); group !== undefined && before !== group.close; group = groups.get(before)) {
    before = group.open - 1;
  }
  let behind = at + 1;
  for (let group = groups.get(behind); group !== undefined && behind !== group.open; group = groups.get(behind)) {
    behind = group.close + 1;
  }
  return { before: tokens[before]?.[0], behind: tokens[behind]?.[0] };
}
