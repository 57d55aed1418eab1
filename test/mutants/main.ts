/**
 * Mutation tests: breaks the code in small ways, one at a time, and sees whether a test fails.
 *
 *     npm run test:mutants [-- [--again] <group or file>...]
 *
 * What was found before is found again from `.mutants/` where neither the code nor its tests changed; `--again` runs
 * all. The first run takes some minutes for each group.
 * Exits with 1 where a mutant survives that `survivors.json` does not explain, or too many of a group do.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import setUpTemporaryFiles from '../temporary-files.ts';
import { GROUPS } from './groups.ts';
import { type Outcome, outcomeOf } from './survivors.ts';
import { print } from './table.ts';

/** Share of the mutants of each group that tests have to notice. */
const LEAST_SCORE = 0.85;
const FOLDER = '.mutants';

interface Wanted {
  readonly name: string;
  /** The group that it is, or whose tests it has to face. */
  readonly group: string;
  /** Files or patterns. */
  readonly mutate: readonly string[];
}

/** What the arguments name: groups, or files of groups; all groups where there is none. */
function wanted(names: readonly string[]): readonly Wanted[] {
  if (names.length === 0) return Object.entries(GROUPS).map(([group, { mutate }]) => ({ name: group, group, mutate }));
  return names.map((name) => {
    const known = Object.entries(GROUPS).find(
      ([group, { mutate }]) => group === name || mutate.some((glob) => matchesGlob(name, glob)),
    );
    if (known === undefined)
      throw new Error(`${name} is neither a group nor a file of one. Groups: ${Object.keys(GROUPS).join(', ')}`);
    const [group, { mutate }] = known;
    return { name, group, mutate: group === name ? mutate : [name] };
  });
}

/** Has survivors face the tests again: of code that runs as a module loads, Stryker does not know which tests are new. */
function forgetSurvivors(file: string): void {
  if (!existsSync(file)) return;
  const isKnown = (key: string, value: unknown): unknown =>
    key === 'mutants' && Array.isArray(value) ? value.filter(({ status }) => status !== 'Survived') : value;
  writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'), isKnown)));
}

async function mutantsOf({ group, mutate }: Wanted, force: boolean): Promise<readonly Outcome[]> {
  const incrementalFile = `${FOLDER}/${group}.json`;
  forgetSurvivors(incrementalFile);
  const results = await new Stryker({
    mutate: [...mutate],
    plugins: ['./test/mutants/runner.ts'],
    testRunner: 'in-process',
    group,
    coverageAnalysis: 'perTest',
    concurrency: 1,
    // Modules that were loaded stay in memory.
    maxTestRunnerReuse: 400,
    timeoutMS: 2000,
    // Stryker would rewrite it by functions that the compiler no longer has. Node needs none.
    tsconfigFile: 'none',
    // Most strings are of a union, and most objects of a type: the compiler refuses such mutants. The rest is wording.
    mutator: { excludedMutations: ['StringLiteral', 'ObjectLiteral'] },
    ignorePatterns: [FOLDER],
    tempDirName: `${FOLDER}/sandbox-${group}`,
    incremental: true,
    incrementalFile,
    force,
    reporters: ['progress-append-only'],
  }).runMutationTest();
  return results.filter(({ status }) => status !== 'Ignored').map(outcomeOf);
}

async function main(args: readonly string[]): Promise<void> {
  // A sample of each law is enough here; the runner inherits it.
  process.env['LAWS_RUNS'] ??= '500';
  const removeTemporaryFiles = setUpTemporaryFiles();
  try {
    const again = args.includes('--again');
    const found = new Map<string, readonly Outcome[]>();
    for (const each of wanted(args.filter((arg) => arg !== '--again'))) {
      found.set(each.name, await mutantsOf(each, again));
    }
    const isGood = print(found, LEAST_SCORE);
    if (!isGood) process.exitCode = 1;
  } finally {
    removeTemporaryFiles();
  }
}

await main(process.argv.slice(2));
