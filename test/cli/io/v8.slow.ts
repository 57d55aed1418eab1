import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MODULE = new URL('../../../src/cli/io/v8.ts', import.meta.url).href;

function run(flags: readonly string[], ...lines: readonly string[]): string {
  const script = lines.join('\n');
  return execFileSync(process.execPath, [...flags, '--input-type=module', '-e', script], { encoding: 'utf8' });
}

/** Calls a function. */
const calls = (times: number): string => `
  function sum(a, b) { return a + b; }
  let all = 0;
  for (let i = 0; i < ${times}; i++) all = sum(all, i);
`;
const calling = (name: string): string => `import { ${name} } from ${JSON.stringify(MODULE)}; ${name}();`;
const TRACE = ['--trace-opt', '--no-concurrent-recompilation', '--no-use-osr'];
const OPTIMIZED = /completed compiling.*<JSFunction sum .*TURBOFAN/;

test('V8 does not optimize what was called a few thousand times', () => {
  expect(run(TRACE, calling('optimizeLater'), calls(20_000))).not.toMatch(OPTIMIZED);
  expect(run(TRACE, calls(20_000))).toMatch(OPTIMIZED);
});

test('an audit waits for far more calls', () => {
  expect(run(TRACE, calling('optimizeRarely'), calls(80_000))).not.toMatch(OPTIMIZED);
  expect(run(TRACE, calling('optimizeLater'), calls(80_000))).toMatch(OPTIMIZED);
  expect(run(TRACE, calling('optimizeRarely'), calls(400_000))).toMatch(OPTIMIZED);
});

/** One call with a long loop. */
const LOOP = `
  function count(times) { let all = 0; for (let i = 0; i < times; i++) all = (all + i * i) % 1_000_003; return all; }
  count(50_000_000);
`;

test('an audit does not compile a running loop again', () => {
  const optimized = /completed compiling.*<JSFunction count .*TURBOFAN/;
  expect(run(['--trace-opt'], calling('optimizeRarely'), LOOP)).not.toMatch(optimized);
  expect(run(['--trace-opt'], calling('optimizeLater'), LOOP)).toMatch(optimized);
});

/** Replaces 100,000 objects again and again, and prints the largest size of the heap in bytes. */
const WORK = `
  import { getHeapStatistics } from 'node:v8';
  const kept = [];
  let largest = 0;
  for (let i = 0; i < 4_000_000; i++) {
    kept[i % 100_000] = { i, list: [i] };
    if (i % 20_000 === 0) largest = Math.max(largest, getHeapStatistics().total_heap_size);
  }
  console.log(largest);
`;

test('a small heap holds the same objects in less memory', () => {
  const small = Number(run([], `import { keepHeapSmall } from ${JSON.stringify(MODULE)}; keepHeapSmall(70);`, WORK));
  expect(small).toBeGreaterThan(0);
  expect(small).toBeLessThan(0.8 * Number(run([], WORK)));
});

/**
 * Keeps ever more objects, later replaces them, and prints the largest size of the heap in bytes. Between its parts it waits
 * until {@link limitHeapGrowth} has checked the heap again, so that no machine is too fast for it.
 */
const GROWING_WORK = `
  import { getHeapStatistics } from 'node:v8';
  const kept = [];
  let largest = 0;
  for (let i = 1; i <= 3_000_000; i++) {
    kept[i % 500_000] = { i, list: [i] };
    if (i % 20_000 === 0) largest = Math.max(largest, getHeapStatistics().total_heap_size);
    if (i % 100_000 === 0) await new Promise((done) => setTimeout(done, 1.2 * v8.CHECK_INTERVAL));
  }
  console.log('largest', largest);
`;

test('a heap that keeps ever more objects is collected seldom at first, and still stays small', () => {
  const work = (call: string): { collections: number; largest: number } => {
    const printed = run(['--trace-gc'], `import * as v8 from ${JSON.stringify(MODULE)}; v8.${call};`, GROWING_WORK);
    return {
      collections: printed.split('Mark-Compact').length - 1,
      largest: Number(/^largest (\d+)$/m.exec(printed)?.[1]),
    };
  };
  const limited = work('limitHeapGrowth(50e6)');
  expect(limited.collections).toBeLessThan(work('keepHeapSmall(30)').collections);
  expect(limited.largest).toBeLessThan(0.8 * work('keepHeapSmall(400)').largest);
});

test('only a large heap is marked while the program goes on', () => {
  const work = (kept: number): readonly string[] =>
    run(
      ['--trace-gc'],
      `import * as v8 from ${JSON.stringify(MODULE)}; v8.limitHeapGrowth(50e6);`,
      // Parts, so that the heap is checked while it grows.
      `globalThis.all = [];`,
      `while (all.length * 8e6 < ${kept}) {`,
      `  all.push(new Array(1e6).fill(0));`,
      `  if (all.length % 4 === 0) await new Promise((done) => setTimeout(done, 1.2 * v8.CHECK_INTERVAL));`,
      `}`,
      GROWING_WORK,
    ).match(/\S+ Mark-Compact/g) ?? [];
  // V8 collects the heap for the first time before it is checked.
  expect(new Set(work(8e6).slice(1))).toEqual(new Set(['ms: Mark-Compact']));
  expect(work(240e6).at(-1)).toBe('Incremental Mark-Compact');
});
