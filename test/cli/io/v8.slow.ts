import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MODULE = new URL('../../../src/cli/io/v8.ts', import.meta.url).href;

function run(flags: readonly string[], ...lines: readonly string[]): string {
  const script = lines.join('\n');
  const args = [...flags, '--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
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

/** Replaces 500,000 objects again and again, and collects garbage. */
const WORK = `
  const kept = [];
  for (let i = 0; i < 4_000_000; i++) kept[i % 500_000] = { i, list: [i] };
  gc();
`;

test('a small heap grows by the given share until garbage is collected again, and its young generation does not grow', () => {
  const work = (call: string): { factor: string | undefined; collections: number } => {
    const printed = run(
      ['--expose-gc', '--trace-gc', '--trace-gc-verbose'],
      `import * as v8 from ${JSON.stringify(MODULE)}; ${call};`,
      WORK,
    );
    return {
      factor: [...printed.matchAll(/\[HeapController\] factor ([\d.]+)/g)].at(-1)?.[1],
      collections: printed.split(' Scavenge ').length - 1,
    };
  };
  const small = work('v8.keepHeapSmall(70)');
  expect(small.factor).toBe('1.7');
  expect(work('v8.keepHeapSmall(150)').factor).toBe('2.5');
  // The larger the young generation is, the less often it is collected.
  expect(small.collections).toBeGreaterThan(5 * work('').collections);
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
