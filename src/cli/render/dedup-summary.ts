import type { Reject, Summary } from '../../dedup/job.ts';
import type { AssumableFact, UrlError } from '../../index.ts';
import type { ProbedList } from '../jobs/probe-list.ts';
import { counted, number } from './number.ts';
import { quoted, shorten } from './printable.ts';
import { describeProbed, probedAsJson } from './probed-lines.ts';
import { table } from './table.ts';

export interface DedupResult extends Summary {
  readonly seconds: number;
  /** What the sites said; null where they were not asked. */
  readonly probed: ProbedList | null;
  /** Where entries that are no URLs were written to; null where they were not. */
  readonly rejectsFile: string | null;
}

/** Entries that are no URLs: the first few to be shown. */
export class RejectLog {
  readonly first: string[] = [];

  add({ list, line, url, error }: Reject): void {
    if (this.first.length === MAX_SHOWN) return;
    this.first.push(`${quoted(list)}:${line}: ${problemOf(error)}: ${shorten(url)}`);
  }
}

const MAX_SHOWN = 5;

/** What is wrong; what to do is said once for all of them. */
function problemOf({ message }: UrlError): string {
  return message.replace(/;.*/, '');
}

/** What makes two URLs one, for each kind of fact. */
const IF_KNOWN: Readonly<Record<AssumableFact, string>> = {
  scheme: 'http and https are one',
  www: 'www is',
  slash: 'the slash at the end is',
  index: 'the index page is its folder',
  case: 'upper and lower case are',
  slashes: 'several slashes are one',
  order: 'the order of parameters is of no account',
};

/** The summary as lines, for people: every entry is accounted for. */
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
    `${number(tally.entries)} in = ${parts.join(' + ')} (${speed}${spilled ? ', with a temporary file' : ''})`,
    ...(printed === tally.groups ? [] : [`${number(printed)} printed`]),
    ...table(mergedRows(result)).map((line) => `  ${line}`),
    ...rejectLines(result),
    ...(result.probed === null ? [] : describeProbed(result.probed)),
    ...undecidedLines(result),
  ];
}

/** The summary as one object, for programs. */
export function summaryAsJson({ tally, printed, seconds, spilled, undecided, probed, rejects }: DedupResult): string {
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
      [rejects.fate]: rejects.count,
      collapsed: rejects.collapsed ?? 0,
      withoutScheme: rejects.withoutScheme,
    },
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

function undecidedLines({ undecided, probed }: DedupResult): readonly string[] {
  const kinds = undecided.byKind();
  if (undecided.together === 0) return [];
  const alone = kinds.map(({ kind, count }) => `${number(count)} if ${IF_KNOWN[kind]}`);
  const together = kinds.length === 1 ? [] : [`${number(undecided.together)} with all of that`];
  const example = kinds[0]?.kind ?? 'scheme,www';
  return [
    `more would merge if more were known: ${[...alone, ...together].join(', ')}`,
    `  (${probed === null ? '--probe asks these sites; ' : ''}if you know it of them: --assume ${example}, or --facts FILE for some of them; --undecided FILE lists them)`,
  ];
}

function exampleLines(count: number, { first }: RejectLog): readonly string[] {
  const more = count - first.length;
  return more > 0 ? [...first, `… and ${number(more)} more`] : first;
}

/** What became of the entries that are no URLs, and what may be done about it. */
function rejectLines({ tally, rejects, rejectsFile, unit }: DedupResult): readonly string[] {
  if (tally.rejected === 0) return [];
  const [are, them] = tally.rejected === 1 ? ['is not a URL', 'it'] : ['are not URLs', 'them'];
  const { fate, count, collapsed, withoutScheme } = rejects;
  const where = fate === 'written' ? `written to ${quoted(rejectsFile ?? '')}` : WHERE[fate];
  const what = collapsed === null ? where : `${number(count)} ${where}, ${counted(collapsed, 'repeat')} dropped`;
  const hints = [
    ...(fate === 'kept' ? [`--rejects FILE takes ${them} out`] : []),
    ...(fate === 'leftOut' ? [`--rejects FILE collects ${them}`] : []),
    ...(fate !== 'leftOut' && collapsed === null && count > 1 ? ['--collapse-rejects drops repeats'] : []),
  ];
  const todo = hints.length === 0 ? '' : `; ${hints.join(', ')}`;
  return [`${counted(tally.rejected, unit)} ${are}: ${what}${todo}`, ...schemeLines(withoutScheme, unit)];
}

const WHERE = { kept: 'kept in place', leftOut: 'left out' } as const;

function schemeLines(count: number, unit: DedupResult['unit']): readonly string[] {
  // The links of a page are relative where they have no scheme.
  if (unit === 'link') return ['  relative links become URLs with --base URL, the address of the page'];
  if (count === 0) return [];
  const [look, them] = count === 1 ? ['looks like a URL', 'it'] : ['look like URLs', 'them'];
  return [
    `  ${number(count)} of these ${look} without a scheme: --default-scheme https puts https:// in front of ${them}`,
  ];
}
