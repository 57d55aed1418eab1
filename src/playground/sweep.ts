import { compile } from '../canon/canonicalizer.ts';
import type { CanonOptions } from '../canon/options.ts';
import { passCode } from '../dedup/pass-code.ts';
import { Tally } from '../dedup/tally.ts';
import { dedup, type KeepRule, type LinkGroup } from '../dedup.ts';
import { plausibleKinds } from '../evidence/plausible-kinds.ts';
import { ASSUMABLE_FACTS, type AssumableFact } from '../facts/site-facts.ts';
import { giveWay } from '../give-way.ts';
import { UrlError } from '../url/error.ts';
import { type Line, linesOf } from './lines.ts';

/** A line that is not a URL. */
export interface RejectedLine {
  readonly line: Line;
  readonly error: UrlError;
}

/** Facts that would merge more entries. */
export interface Undecided {
  /** The facts. */
  readonly kinds: readonly AssumableFact[];
  /** How many entries would merge if they were true of every site. */
  readonly count: number;
}

/** A list without its duplicates. */
export interface Swept {
  /** The counts. */
  readonly tally: Tally;
  /** All groups, in the order of their first lines. */
  readonly groups: readonly LinkGroup<Line>[];
  /** The lines that are not URLs. They stay in the list. */
  readonly rejected: readonly RejectedLine[];
  /** Each kind of fact that would merge more alone, most first; then all that would merge more together. */
  readonly undecided: readonly Undecided[];
  /** The list without its duplicates: lines in their order and spelling, in parts. */
  readonly parts: () => readonly string[];
}

/** How to sweep. */
export interface SweepSettings {
  readonly canon: CanonOptions;
  readonly keep: KeepRule;
  /** Ends the work, which then throws the reason. */
  readonly signal?: AbortSignal;
  /** Told now and then how many lines are read. */
  readonly onProgress?: (lines: number) => void;
}

/** Deduplicates a list as `dustpan dedup` does. Lets the page react between stretches of work. */
export async function sweep(text: string, { canon, keep, signal, onProgress }: SweepSettings): Promise<Swept> {
  const rejected: RejectedLine[] = [];
  const groups: LinkGroup<Line>[] = [];
  const tally = new Tally();
  async function* pacedLines(): AsyncGenerator<Line> {
    let count = 0;
    for (const line of linesOf(text)) {
      if (++count % 1000 === 0) onProgress?.(count);
      await giveWay(signal);
      yield line;
    }
  }
  const onReject = (line: Line, error: UrlError): void => void rejected.push({ line, error });
  for await (const group of dedup(pacedLines(), { canon, keep, urlOf: ({ url }) => url, onReject })) {
    await giveWay(signal);
    groups.push(group);
    tally.groups++;
    countMerged(group, tally);
  }
  tally.rejected = rejected.length;
  const undecided = await undecidedOf(
    groups.map(({ key }) => key),
    canon,
    signal,
  );
  return { tally, groups, rejected, undecided, parts: () => keptParts(text, groups) };
}

/** A merge counts for the loosest pass of both, as in the summary of `dustpan dedup`. */
function countMerged({ members }: LinkGroup<Line>, tally: Tally): void {
  const first = passCode(members[0]?.pass ?? null);
  const spellings = new Set<string>();
  for (const [at, { link, pass }] of members.entries()) {
    if (at > 0 && spellings.has(link.url)) tally.copies++;
    else if (at > 0) tally.addMerged(Math.max(first, passCode(pass)));
    spellings.add(link.url);
  }
}

/** The text without the lines that go. What is between two of them is one part. */
function keptParts(text: string, groups: readonly LinkGroup<Line>[]): readonly string[] {
  const gone = groups.flatMap(({ kept, members }) => members.flatMap(({ link }) => (link === kept ? [] : [link])));
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of gone.sort((a, b) => a.start - b.start)) {
    if (start > at) parts.push(text.slice(at, start));
    at = end;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

/** What facts would merge, as `dustpan dedup` counts it. */
async function undecidedOf(
  keys: readonly string[],
  canon: CanonOptions,
  signal: AbortSignal | undefined,
): Promise<readonly Undecided[]> {
  const { assume = [] } = canon;
  const kinds = ASSUMABLE_FACTS.filter((kind) => !assume.includes(kind));
  const known = new Map<string, (url: string) => string>();
  const assuming = (more: readonly AssumableFact[]): ((url: string) => string) => {
    const made = known.get(more.join()) ?? canonicalizing({ ...canon, assume: [...assume, ...more] });
    known.set(more.join(), made);
    return made;
  };
  const left = (several: readonly string[], more: readonly AssumableFact[]): number =>
    new Set(several.map(assuming(more))).size;
  const counts = new Map<AssumableFact, number>();
  const needed = new Set<AssumableFact>();
  let together = 0;
  for (const several of await alike(keys, assuming(kinds), signal)) {
    await giveWay(signal);
    let needs = plausibleKinds(kinds, several, false);
    together += several.length - 1;
    for (const kind of needs) {
      const merged = several.length - left(several, [kind]);
      if (merged > 0) counts.set(kind, (counts.get(kind) ?? 0) + merged);
    }
    for (const kind of needs) {
      const fewer = needs.filter((each) => each !== kind);
      if (left(several, fewer) === 1) needs = fewer;
    }
    for (const kind of needs) needed.add(kind);
  }
  const alone = Array.from(counts, ([kind, count]) => ({ kinds: [kind], count })).sort((a, b) => b.count - a.count);
  const isMore = needed.size > 1 && together > (alone[0]?.count ?? 0);
  return isMore ? [...alone, { kinds: kinds.filter((kind) => needed.has(kind)), count: together }] : alone;
}

/** The canonical URL; a URL that is not valid is its own. */
function canonicalizing(options: CanonOptions): (url: string) => string {
  const { canonicalize } = compile(options);
  return (url) => {
    const made = canonicalize(url);
    return made instanceof UrlError ? url : made;
  };
}

/** The keys with one canonical URL, where there are several. */
async function alike(
  keys: readonly string[],
  canonicalize: (url: string) => string,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly string[])[]> {
  const groups = new Map<string, string[]>();
  for (const key of keys) {
    await giveWay(signal);
    const loose = canonicalize(key);
    const others = groups.get(loose);
    if (others === undefined) groups.set(loose, [key]);
    else others.push(key);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** The groups with several lines as NDJSON, a line each, in the form of `dustpan dedup --groups`. */
export async function* groupLines(
  groups: readonly LinkGroup<Line>[],
  canon: CanonOptions,
  file: string,
): AsyncGenerator<string> {
  const { trace } = compile(canon);
  for (const { key, kept, members } of groups) {
    if (members.length === 1) continue;
    await giveWay();
    const described = members.map(({ link, pass }) => {
      const traced = trace(link.url);
      const names = traced instanceof UrlError ? [] : traced.changes.map((change) => change.pass);
      return { url: link.url, file, line: link.number, class: pass?.class ?? 'identical', passes: [...new Set(names)] };
    });
    yield `${JSON.stringify({ key, kept: kept.url, members: described })}\n`;
  }
}
