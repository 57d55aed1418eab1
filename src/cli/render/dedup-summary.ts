import type { Reject, Summary } from '../../dedup/job.ts';
import { IF_KNOWN } from '../../facts/assumption-wording.ts';
import type { UrlError } from '../../index.ts';
import { counted, number } from '../../text/number.ts';
import type { ProbedList } from '../jobs/probe-list.ts';
import { hintLines, hintsAsJson } from './hint-lines.ts';
import { quoted, shorten } from './printable.ts';
import { describeProbed, probedAsJson } from './probed-lines.ts';
import { table } from './table.ts';

/** The data of the summary at the end of `dedup`. */
export interface DedupResult extends Summary {
  readonly seconds: number;
  /** The result of `--probe`; null without it. */
  readonly probed: ProbedList | null;
  /** The file of `--rejects`; null without it. */
  readonly rejectsFile: string | null;
  /** The kinds of facts that merge links if sites confirm them. */
  readonly confirmable: ReadonlySet<string>;
  /** Whether `--clean` is given. */
  readonly cleaned: boolean;
  readonly lists: number;
}

/** Collects the first few entries that are not URLs, for display. */
export class RejectLog {
  readonly first: string[] = [];

  add({ list, line, url, error }: Reject): void {
    if (this.first.length === MAX_SHOWN) return;
    this.first.push(`${quoted(list)}:${line}: ${problemOf(error)}: ${shorten(url)}`);
  }
}

const MAX_SHOWN = 5;

/** The problem without the remedy, which the summary prints once. */
function problemOf({ message }: UrlError): string {
  return message.replace(/;.*/, '');
}

/** The summary as lines of text, for people. The numbers of the first line add up. */
export function describeDedup(result: DedupResult, rejects: RejectLog): readonly string[] {
  const { tally, seconds, printed, spilled } = result;
  const speed = `${seconds.toFixed(1)} s`;
  const parts = [
    `${number(tally.groups)} kept`,
    `${number(tally.merged)} merged`,
    ...(tally.elsewhere > 0 ? [`${number(tally.elsewhere)} in the other list`] : []),
    `${number(tally.rejected)} not ${tally.rejected === 1 ? 'a URL' : 'URLs'}`,
  ];
  return [
    ...exampleLines(tally.rejected, rejects),
    `${number(tally.entries)} in = ${parts.join(' + ')} (${speed}${spilled ? ', spilled to a temporary file' : ''})`,
    ...(printed === tally.groups ? [] : [`${number(printed)} printed`]),
    ...table(mergedRows(result)).map((line) => `  ${line}`),
    ...rejectLines(result),
    ...hintLines(result),
    ...(result.probed === null ? [] : describeProbed(result.probed)),
    ...undecidedLines(result),
  ];
}

/** The summary as JSON, for programs. */
export function summaryAsJson(result: DedupResult): string {
  const { tally, printed, seconds, spilled, undecided, probed, rejects } = result;
  return JSON.stringify({
    in: tally.entries,
    kept: tally.groups,
    merged: tally.merged,
    inOtherList: tally.elsewhere,
    rejected: tally.rejected,
    rejects: {
      kept: 0,
      written: 0,
      leftOut: 0,
      [rejects.place]: rejects.count,
      collapsed: rejects.collapsed ?? 0,
      withoutScheme: rejects.withoutScheme,
    },
    ...hintsAsJson(result),
    printed,
    mergedBy: {
      identical: tally.copies,
      ...Object.fromEntries(tally.byPass().map(({ name, count }) => [name, count])),
    },
    undecided: {
      ...Object.fromEntries(undecided.byKind().map(({ kind, count }) => [kind, count])),
      together: undecided.together,
    },
    ...(probed !== null && { probed: probedAsJson(probed) }),
    seconds: Math.round(seconds * 1000) / 1000,
    spilled,
  });
}

function mergedRows({ tally }: DedupResult): readonly (readonly string[])[] {
  const copies = tally.copies > 0 ? [[number(tally.copies), 'identical', '']] : [];
  const byPass = tally.byPass().map(({ name, count, class: passClass }) => [number(count), name, passClass]);
  const width = Math.max(...[...copies, ...byPass].map(([count = '']) => count.length));
  return [...copies, ...byPass].map(([count = '', ...cells]) => [count.padStart(width), ...cells]);
}

function undecidedLines({ undecided, probed, confirmable }: DedupResult): readonly string[] {
  const kinds = undecided.byKind();
  if (undecided.together === 0) return [];
  const [most] = kinds;
  const { needed } = undecided;
  const alone = kinds.map(({ kind, count }) => `${counted(count, 'more duplicate')} if ${IF_KNOWN[kind]}`);
  const isListed = needed.every((each) => kinds.some(({ kind }) => kind === each));
  const all = isListed ? 'all of this is true' : needed.map((kind) => IF_KNOWN[kind]).join(', and ');
  const isMore = undecided.together > (most?.count ?? 0);
  const together = isMore ? [`${counted(undecided.together, 'more duplicate')} if ${all}`] : [];
  const example = most === undefined ? needed : [most.kind];
  const isConfirmable = example.every((kind) => confirmable.has(kind));
  const check = isConfirmable && probed === null ? 'check with --probe, or ' : '';
  const facts = isConfirmable ? ' or --facts FILE' : '';
  return [
    ...alone,
    ...together,
    `  (${check}state it with --assume ${example.join()}${facts}; --undecided FILE lists the links)`,
  ];
}

function exampleLines(count: number, { first }: RejectLog): readonly string[] {
  const more = count - first.length;
  return more > 0 ? [...first, `… and ${number(more)} more`] : first;
}

/** What happened to the entries that are not URLs, and the options that change it. */
function rejectLines({ tally, rejects, rejectsFile, unit }: DedupResult): readonly string[] {
  if (tally.rejected === 0) return [];
  const [are, them] = tally.rejected === 1 ? ['is not a URL', 'it'] : ['are not URLs', 'them'];
  const { place, count, collapsed, withoutScheme } = rejects;
  const where = place === 'written' ? `written to ${quoted(rejectsFile ?? '')}` : WHERE[place];
  const what = collapsed === null ? where : `${number(count)} ${where}, ${counted(collapsed, 'repeat')} removed`;
  const hints = [
    ...(place === 'kept' ? [`--rejects FILE removes ${them}`] : []),
    ...(place === 'leftOut' ? [`--rejects FILE collects ${them}`] : []),
    ...(place !== 'leftOut' && collapsed === null && count > 1 ? ['--collapse-rejects removes repeats'] : []),
  ];
  const todo = hints.length === 0 ? '' : `; ${hints.join(', ')}`;
  return [`${counted(tally.rejected, unit)} ${are}: ${what}${todo}`, ...schemeLines(withoutScheme, unit)];
}

const WHERE = { kept: 'kept in the output', leftOut: 'left out' } as const;

function schemeLines(count: number, unit: DedupResult['unit']): readonly string[] {
  // Links of a page without a scheme are relative.
  if (unit === 'link') return ['  relative links become URLs with --base URL, the address of the page'];
  if (count === 0) return [];
  const [look, them] = count === 1 ? ['looks like a URL', 'it'] : ['look like URLs', 'them'];
  return [`  ${number(count)} of these ${look} without a scheme: --default-scheme https adds https:// to ${them}`];
}
