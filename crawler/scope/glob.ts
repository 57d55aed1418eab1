import { RE2JS, RE2JSException } from 're2js';
import { DustpanError } from '../../src/error.ts';

/** A glob that is too large; the message says what to write instead. */
export class GlobError extends DustpanError {
  override readonly name = 'GlobError';
  readonly code = 'glob-too-large';
}

/** Far above any glob that somebody writes. Its expression is a small multiple of it. */
const MAX_LENGTH = 4096;

/**
 * Compiles a glob to a function that tells whether a text matches it as a whole. That takes time linear in text times
 * glob, whatever the text is: RE2 does not backtrack.
 *
 * - `*`: any run without a slash; where it is the whole last segment, of one character or more
 * - `**` as a whole segment: any run. With the slash behind it, also nothing: between `/a/` and `b` it matches `/a/b`.
 *   At the start of a glob it is any run whatever follows, as in `**.pdf`; anywhere else the same as `*`.
 * - `?`: one character but a slash
 * - `[abc]`, `[a-z]`: one of these; `[!abc]`, `[^abc]`: one that is none of these and no slash. An IPv6 address behind
 *   `//` is itself.
 * - `{a,b}`: either; nested, too. What `**` means there goes by what is in front of the braces and behind them.
 * - `\`: the next character is itself
 *
 * Anything else is itself: `(`, `!`, `"`, `{a}`, `{1..3}`, a `[` or `{` that is never closed. A text that is the glob,
 * character by character, matches too, so that a URL with brackets can be named as it is.
 *
 * Three stars are one. Segments `.` and `..` are like others: canonical paths have none, and in a query they mean nothing.
 *
 * @throws {GlobError} where the glob is too long, or its braces are nested too deeply
 */
export function compileGlob(glob: string): (text: string) => boolean {
  if (glob.length > MAX_LENGTH) {
    throw new GlobError(`a glob of ${glob.length} characters is too long: write several of up to ${MAX_LENGTH}`);
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
  // As most globs have it, and without a search.
  if (source === ANYTHING) return () => true;
  try {
    const expression = RE2JS.compile(source, RE2JS.DOTALL);
    return (text) => expression.testExact(text);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new GlobError('a glob with that many braces inside each other is too large: write several');
  }
}

/** A piece of a glob. */
interface Part {
  /** As an RE2 expression. */
  readonly source: string;
  /** The one text that it matches; null where there are others. */
  readonly text: string | null;
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join('');
}

const ANYTHING = '.*';
const RUN = '[^/]*';
const SEGMENTS = '(?:.*/)?';
/** A set of no characters. */
const NOTHING = '[^\\x{0}-\\x{10ffff}]';

/** An IPv6 address, a class (a `]` that comes first is a member), whole segments, stars, any other character. */
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
    // Of what is listed backwards, RE2 would refuse the whole.
    .filter(([first, last]) => codeOf(first) <= codeOf(last))
    .map((ends) => ends.map((end) => `\\x{${codeOf(end).toString(16)}}`).join('-'));
  if (isNegated) return `[^/${ranges.join('')}]`;
  return ranges.length === 0 ? NOTHING : `[${ranges.join('')}]`;
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** What is next to a token; undefined at an end of the glob. */
interface Neighbours {
  readonly before: string | undefined;
  readonly behind: string | undefined;
}

function stars(raw: string, { before, behind }: Neighbours): string {
  const isStart = before === undefined || before.endsWith('/');
  const isWhole = isStart && (behind === undefined || behind.startsWith('/'));
  // A row of segments takes no more than one.
  if (raw.endsWith('/')) return isStart ? SEGMENTS : `${RUN}/${raw === '**/' ? '' : SEGMENTS}`;
  if (raw === '**' && (isWhole || before === undefined)) return ANYTHING;
  return raw === '*' && isWhole && behind === undefined ? '[^/]+' : RUN;
}

/** Braces with commas, by the indexes of their tokens. */
interface Group {
  readonly open: number;
  readonly commas: readonly number[];
  readonly close: number;
}

type Groups = ReadonlyMap<number, Group>;

/** The groups by each of their tokens; braces that are not closed or have no comma are none. */
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

/** What is next to a token, out of the braces whose alternative it starts or ends. */
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
