import { compile } from '../canon/canonicalizer.ts';
import type { CanonOptions } from '../canon/options.ts';
import { passCode } from '../dedup/pass-code.ts';
import { describeMember, type ReportedMember } from '../dedup/reported-group.ts';
import { Tally } from '../dedup/tally.ts';
import { assuming, UndecidedCounts } from '../dedup/undecided-counts.ts';
import { dedup, type KeepRule, type LinkGroup } from '../dedup.ts';
import type { AssumableFact } from '../facts/site-facts.ts';
import { giveWay } from '../give-way.ts';
import type { UrlError } from '../url/error.ts';
import { type Line, linesOf } from './lines.ts';

/** A line that is not a URL. */
export interface RejectedLine {
  readonly line: Line;
  readonly error: UrlError;
}

/** Facts that would merge more entries. */
export interface Undecided {
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
  const undecided = await undecidedOf(groups, canon, signal);
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
  groups: readonly LinkGroup<Line>[],
  canon: CanonOptions,
  signal: AbortSignal | undefined,
): Promise<readonly Undecided[]> {
  const counts = new UndecidedCounts<LinkGroup<Line>>(canon, null);
  for (const several of await alike(groups, assuming(canon, counts.kinds), signal)) {
    await giveWay(signal);
    counts.compare(several);
  }
  const alone = counts.byKind().map(({ kind, count }) => ({ kinds: [kind], count }));
  const isMore = counts.together > (alone[0]?.count ?? 0);
  return isMore ? [...alone, { kinds: counts.needed, count: counts.together }] : alone;
}

/** The groups whose keys have one canonical URL, where there are several. */
async function alike(
  groups: readonly LinkGroup<Line>[],
  canonicalize: (url: string) => string,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly LinkGroup<Line>[])[]> {
  const found = new Map<string, LinkGroup<Line>[]>();
  for (const group of groups) {
    await giveWay(signal);
    const loose = canonicalize(group.key);
    const others = found.get(loose);
    if (others === undefined) found.set(loose, [group]);
    else others.push(group);
  }
  return [...found.values()].filter(({ length }) => length > 1);
}

/** The groups with several lines as NDJSON, a line each, in the form of `dustpan dedup --groups`. */
export async function* groupLines(
  groups: readonly LinkGroup<Line>[],
  canon: CanonOptions,
  file: string,
): AsyncGenerator<string> {
  const { trace } = compile(canon);
  const described = ({ url, number }: Line): ReportedMember => describeMember({ url, file, line: number }, trace, null);
  for (const { key, kept, members } of groups) {
    if (members.length === 1) continue;
    await giveWay();
    yield `${JSON.stringify({ key, kept: kept.url, members: members.map(({ link }) => described(link)) })}\n`;
  }
}
