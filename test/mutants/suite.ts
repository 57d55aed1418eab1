export type Hook = () => unknown;

export interface TestCase {
  readonly name: string;
  readonly suite: Suite;
  readonly body: Hook;
  /** The body's text: a test that was changed is another one to Stryker. */
  readonly source: string;
}

/** What a test file, or a `describe` of it, says. */
export class Suite {
  readonly name: string;
  readonly parent: Suite | null;
  readonly tests: TestCase[] = [];
  readonly beforeAll: Hook[] = [];
  readonly afterAll: Hook[] = [];
  readonly beforeEach: Hook[] = [];
  readonly afterEach: Hook[] = [];

  constructor(name: string, parent: Suite | null) {
    this.name = parent === null ? name : `${parent.name} > ${name}`;
    this.parent = parent;
    // One list for a file, in the order in which it names them.
    if (parent !== null) this.tests = parent.tests;
  }

  /** From the file's own suite down to this one. */
  get path(): readonly Suite[] {
    return this.parent === null ? [this] : [...this.parent.path, this];
  }
}

let collecting: Suite | null = null;
let finished: Hook[] = [];

/** Runs a body whose tests and hooks are those of the suite. */
export function fill(suite: Suite, body: Hook): unknown {
  const before = collecting;
  const end = (): void => {
    collecting = before;
  };
  collecting = suite;
  const result = body();
  if (result instanceof Promise) return result.finally(end);
  end();
  return undefined;
}

/** The suite whose body runs now. */
export function current(): Suite {
  if (collecting === null) throw new Error('A test outside of a test file.');
  return collecting;
}

/** Has the hook called when the test that runs now has ended. */
export function onTestFinished(hook: Hook): void {
  finished.push(hook);
}

/**
 * Runs tests one after the other, each suite's hooks around its own, and stops at the first that fails.
 *
 * @param started is told of each test before it and its hooks run
 * @returns for each test that ran, the milliseconds and the error, undefined where it passed
 */
export async function runTests(tests: readonly TestCase[], started: (test: TestCase) => void): Promise<readonly Run[]> {
  const runs: Run[] = [];
  const open = new Set<Suite>();
  for (const test of tests) {
    started(test);
    const start = performance.now();
    const error = await failureOf(() => runTest(test, open));
    runs.push({ test, error, took: performance.now() - start });
    if (error !== undefined) break;
  }
  for (const suite of [...open].toReversed()) await failureOf(() => callAll(suite.afterAll));
  return runs;
}

export interface Run {
  readonly test: TestCase;
  readonly error: unknown;
  readonly took: number;
}

async function runTest({ suite, body }: TestCase, open: Set<Suite>): Promise<void> {
  finished = [];
  for (const each of suite.path) {
    if (!open.has(each)) await callAll(each.beforeAll);
    open.add(each);
  }
  try {
    for (const each of suite.path) await callAll(each.beforeEach);
    await body();
  } finally {
    await callAll(finished.toReversed());
    for (const each of suite.path.toReversed()) await callAll(each.afterEach);
  }
}

async function callAll(hooks: readonly Hook[]): Promise<void> {
  for (const hook of hooks) await hook();
}

async function failureOf(run: () => Promise<void>): Promise<unknown> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error ?? new Error('failed without an error');
  }
}
