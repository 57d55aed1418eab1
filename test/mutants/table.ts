import { isSame, type Outcome, readExplained } from './survivors.ts';

/**
 * Prints what became of each group's mutants, and the survivors that nobody explained.
 *
 * @param least share of a group's mutants that tests have to notice
 * @returns whether they do, and each survivor is explained
 */
export function print(groups: ReadonlyMap<string, readonly Outcome[]>, least: number): boolean {
  const explained = readExplained();
  const rows = [...groups].map(([group, outcomes]) => rowOf(group, outcomes));
  const survivors = [...groups.values()].flat().filter(({ status }) => status === 'survived');
  const unexplained = survivors.filter((one) => !explained.some((other) => isSame(one, other)));
  say(...unexplained.map(describeMutant));
  say(...[HEAD, ...rows.map((row) => Object.values(row))].map(lineOf));
  const low = rows.filter(({ score }) => score < 100 * least);
  say(...low.map(({ group }) => `${group}: fewer than ${100 * least} % are noticed.`));
  if (unexplained.length > 0) say(`${unexplained.length} survivors are not in survivors.json.`);
  return low.length === 0 && unexplained.length === 0;
}

const HEAD = ['group', 'mutants', 'killed', 'timed out', 'survived', 'score'];

function lineOf([group, ...figures]: readonly (string | number)[]): string {
  return [String(group).padEnd(12), ...figures.map((figure) => String(figure).padStart(9))].join('  ');
}

function rowOf(group: string, outcomes: readonly Outcome[]): Row {
  const count = (wanted: Outcome['status']): number => outcomes.filter(({ status }) => status === wanted).length;
  const survived = count('survived');
  const score = outcomes.length === 0 ? 100 : 100 - (100 * survived) / outcomes.length;
  const [killed, timedOut] = [count('killed'), count('timed out')];
  return { group, mutants: outcomes.length, killed, 'timed out': timedOut, survived, score: Number(score.toFixed(1)) };
}

interface Row {
  readonly group: string;
  readonly mutants: number;
  readonly killed: number;
  readonly 'timed out': number;
  readonly survived: number;
  /** Percent. */
  readonly score: number;
}

function describeMutant({ file, lineNumber, line, from, to }: Outcome): string {
  return `${file}:${lineNumber}: ${line}\n    ${from}\n    → ${to}`;
}

function say(...lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
