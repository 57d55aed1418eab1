import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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
  setFlagsFromString(`--heap-growing-percent=${growth}`);
  // Keeps the young generation at the 8 MB reached while the program loads, instead of 48 MB. The flag for its maximum
  // size has an effect only when V8 starts.
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** How often {@link limitHeapGrowth} checks the size of the heap, in milliseconds. */
export const CHECK_INTERVAL = 50;
/** A smaller heap, in bytes, is not worth a collection. */
const NOT_COLLECTED = 80 * 2 ** 20;
/** Marking what is in use of a heap of this size, in bytes, takes about a tenth of a second. */
const MARKED_AT_ONCE = 200 * 2 ** 20;

/**
 * Collects garbage each time that the heap has grown by so many bytes, from 80 MB on. The program waits for it: V8 would mark
 * what is in use while the program goes on, which takes more CPU time, and the heap would grow meanwhile. An audit of 100,000
 * pages would take a tenth more CPU time and 50 MB more memory. A heap of more than 200 MB is left to V8, with a growth of 20 %.
 */
export function limitHeapGrowth(bytes: number): void {
  // Only a new context has the function, because the program runs already.
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const used = (): number => getHeapStatistics().used_heap_size;
  // V8 collects what grows while no timer runs.
  keepHeapSmall(400);
  let limit = NOT_COLLECTED;
  const check = setInterval(() => {
    if (used() < limit) return;
    if (used() > MARKED_AT_ONCE) {
      keepHeapSmall(20);
      clearInterval(check);
    }
    collect();
    limit = used() + bytes;
  }, CHECK_INTERVAL).unref();
}
