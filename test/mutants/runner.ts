import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext, type StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  type TestRunnerCapabilities,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { freshModules } from './fresh-modules.ts';
import { GROUPS, type Group } from './groups.ts';
import { fill, type Run, runTests, Suite, type TestCase } from './suite.ts';

/** Where instrumented code looks up which mutant is active, and notes what it comes by. */
const context: InstrumenterContext = {};
Object.assign(globalThis, { [INSTRUMENTER_CONSTANTS.NAMESPACE]: context });

/** Runs the tests of a group in Stryker's own process, with the project's modules loaded anew for each mutant. */
export class InProcessRunner implements TestRunner {
  static readonly inject: [typeof commonTokens.options] = tokens(commonTokens.options);
  readonly #group: Group;
  readonly #modules = freshModules(process.cwd());
  /** Milliseconds of each test in the first run: the fastest go first, for the first that fails ends a run. */
  readonly #times = new Map<string, number>();

  constructor(options: StrykerOptions) {
    const group = GROUPS[String(options['group'])];
    if (group === undefined) throw new Error('Stryker runs these tests through test/mutants/main.ts.');
    this.#group = group;
  }

  capabilities(): TestRunnerCapabilities {
    return { reloadEnvironment: true };
  }

  async dryRun(): Promise<DryRunResult> {
    Object.assign(context, { activeMutant: undefined, mutantCoverage: undefined });
    const tests = await this.#collect();
    const runs = await runTests([...tests.values()], (test) => (context.currentTestId = test.name));
    delete context.currentTestId;
    for (const { test, took } of runs) this.#times.set(test.name, took);
    const { mutantCoverage } = context;
    return complete(runs, mutantCoverage === undefined ? {} : { mutantCoverage });
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, hitLimit, mutantActivation, testFilter } = options;
    const id = mutantActivation === 'static' ? activeMutant.id : undefined;
    Object.assign(context, { activeMutant: id, hitCount: 0, hitLimit });
    const tests = await this.#collect().catch((error: unknown) => brokenLoad(error));
    if ('status' in tests) return toMutantRunResult(tests);
    Object.assign(context, { activeMutant: activeMutant.id, hitCount: 0 });
    const chosen = [...tests.values()].filter(({ name }) => testFilter?.includes(name) ?? true);
    const runs = await runTests(
      chosen.toSorted((a, b) => this.#time(a) - this.#time(b)),
      () => undefined,
    );
    return toMutantRunResult(determineHitLimitReached(context.hitCount, hitLimit) ?? complete(runs, {}));
  }

  #time({ name }: TestCase): number {
    return this.#times.get(name) ?? 0;
  }

  async #collect(): Promise<ReadonlyMap<string, TestCase>> {
    this.#modules.renew();
    const tests = new Map<string, TestCase>();
    const { tests: files, without } = this.#group;
    for (const file of files) {
      const suite = new Suite(file, null);
      await fill(suite, () => this.#modules.load(file));
      for (const test of suite.tests) {
        if (without !== undefined && test.name.includes(without)) continue;
        let name = `${test.name} #${createHash('sha1').update(test.source).digest('hex').slice(0, 8)}`;
        while (tests.has(name)) name += ' (again)';
        tests.set(name, { ...test, name });
      }
    }
    return tests;
  }
}

/** A module or a test file that does not load kills the mutant too. */
function brokenLoad(error: unknown): DryRunResult {
  const test: TestResult = {
    id: 'load',
    name: 'load',
    status: TestStatus.Failed,
    failureMessage: inspect(error),
    timeSpentMs: 0,
  };
  return { status: DryRunStatus.Complete, tests: [test] };
}

function complete(runs: readonly Run[], coverage: Pick<InstrumenterContext, 'mutantCoverage'>): DryRunResult {
  return { status: DryRunStatus.Complete, tests: runs.map(resultOf), ...coverage };
}

function resultOf({ test: { name }, error, took }: Run): TestResult {
  const base = { id: name, name, timeSpentMs: took };
  return error === undefined
    ? { ...base, status: TestStatus.Success }
    : { ...base, status: TestStatus.Failed, failureMessage: inspect(error) };
}

export const strykerPlugins: readonly unknown[] = [
  declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner),
];
