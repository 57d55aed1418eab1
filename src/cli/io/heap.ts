import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage earlier; by default it lets the heap grow to several times the memory in use. A crawl of
 * 32,101 pages then takes two thirds of the memory and a tenth more CPU time.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=40');
  // Keeps the young generation at the 8 MB reached while the program loads, instead of 48 MB. The flag for its maximum
  // size has an effect only when V8 starts.
  setFlagsFromString('--semi-space-growth-factor=1');
}
