/**
 * Stands in for Vitest where mutants run: `test`, `describe` and the hooks only collect, and `runner.ts` runs what they
 * collected again and again in one process. What Vitest does around a run takes longer than most tests here.
 */
import { format } from 'node:util';
import { current, fill, type Hook, Suite } from './suite.ts';

export { expect, vi } from 'vitest';

type Body = (...values: unknown[]) => unknown;
type Collect = (name: string, ...rest: readonly unknown[]) => void;
interface Collector extends Collect {
  readonly each: (rows: readonly unknown[]) => Collect;
  readonly runIf: (isWanted: unknown) => Collect;
  readonly skipIf: (isUnwanted: unknown) => Collect;
}

export const test: Collector = collector(addTest);
export const it: Collector = collector(addTest);

export const describe: Collector = collector((name, body) => fill(new Suite(name, current()), body));

export function beforeAll(hook: Hook): void {
  current().beforeAll.push(hook);
}

export function afterAll(hook: Hook): void {
  current().afterAll.push(hook);
}

export function beforeEach(hook: Hook): void {
  current().beforeEach.push(hook);
}

export function afterEach(hook: Hook): void {
  current().afterEach.push(hook);
}

export { onTestFinished } from './suite.ts';

function addTest(name: string, body: Hook, source: string): void {
  const suite = current();
  suite.tests.push({ name: `${suite.name} > ${name}`, suite, body, source });
}

function collector(add: (name: string, body: Hook, source: string) => void): Collector {
  const collect: Collect = (name, ...rest) => add(name, bodyOf(rest), String(bodyOf(rest)));
  const each =
    (rows: readonly unknown[]): Collect =>
    (name, ...rest) => {
      for (const row of rows) {
        const values = Array.isArray(row) ? row : [row];
        add(format(name, ...values), () => bodyOf(rest)(...values), String(bodyOf(rest)));
      }
    };
  const runIf = (isWanted: unknown): Collect => (isWanted ? collect : () => undefined);
  return Object.assign(collect, { each, runIf, skipIf: (isUnwanted: unknown) => runIf(!isUnwanted) });
}

/** Options may stand before the body, and a time limit behind it: Stryker has its own. */
function bodyOf(rest: readonly unknown[]): Body {
  const body = rest.find((value): value is Body => typeof value === 'function');
  if (body === undefined) throw new Error('A test without a body.');
  return body;
}
