import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/**
 * Makes V8 wait longer with its slowest compiler: until 40,000 calls and iterations of a function, instead of 3,000. At
 * 3,000, compiling takes a sixth of the CPU time of a crawl of 1,000 pages, and work that takes long soon reaches 40,000.
 */
export function optimizeLater(): void {
  setFlagsFromString('--invocation-count-for-turbofan=40000');
}

/**
 * Makes V8 wait even longer: until 160,000 calls and iterations. Most loops of an audit end before compiling them saves time.
 * At 40,000, V8 compiles 300 functions, many of them several times, which takes a fifth of the CPU time.
 */
export function optimizeRarely(): void {
  setFlagsFromString('--invocation-count-for-turbofan=160000');
  // Leaves a running loop to the faster compiler.
  setFlagsFromString('--no-osr-from-maglev');
}

/**
 * Makes V8 collect garbage earlier; by default it lets the heap grow to several times the memory in use. With a growth
 * of 150 %, a crawl of 21,635 pages takes three quarters of the memory and a twentieth more CPU time.
 *
 * @param growth how much the heap may grow until garbage is collected again, in percent of what was in use. Less saves
 * little memory, and costs more time the more objects are kept.
 */
export function keepHeapSmall(growth: number): void {
  setGrowth(growth);
  // Keeps the young generation at the 8 MB reached while the program loads, instead of 48 MB. The flag for its maximum
  // size has an effect only when V8 starts.
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** In percent. Few values: compiled code is taken from a cache only under the same flags. */
const GROWTHS = [400, 300, 200, 150, 100, 80, 60, 50, 40, 30];
/** How often {@link limitHeapGrowth} checks the size of the heap, in milliseconds. */
export const CHECK_INTERVAL = 100;

/**
 * {@link keepHeapSmall} for work that keeps ever more objects: with a constant share, V8 would collect a small heap often, to
 * no effect.
 *
 * @param bytes how much the heap may grow until garbage is collected again; 20 % of what was in use, if that is more
 */
export function limitHeapGrowth(bytes: number): void {
  keepHeapSmall(growthBy(bytes));
  setInterval(() => setGrowth(growthBy(bytes)), CHECK_INTERVAL).unref();
}

/** The growth of a heap by at most so many bytes, but by 20 % at least, in percent. */
export function growthBy(bytes: number, used: number = getHeapStatistics().used_heap_size): number {
  return GROWTHS.find((growth) => growth * used <= 100 * bytes) ?? 20;
}

function setGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
