/** How long the thread may work before timers, signals and sockets get their turn, in milliseconds. */
const STRETCH = 25;

/** When the current stretch of work began; null if the event loop has turned since. */
let began: number | null = null;

/**
 * Whether this thread has worked so long that timers, signals and sockets should get their turn. All work in a thread
 * shares one stretch, so ten short jobs block the event loop no longer than one long job.
 */
export function isStretchOver(): boolean {
  const now = performance.now();
  if (began === null) {
    began = now;
    setTimeout(() => {
      began = null;
    });
  }
  return now - began > STRETCH;
}

/**
 * Yields to the event loop if the stretch is over; returns immediately otherwise.
 *
 * @throws the signal's reason if it has aborted
 */
export async function giveWay(signal?: AbortSignal): Promise<void> {
  if (isStretchOver()) await new Promise((resolve) => void setTimeout(resolve));
  signal?.throwIfAborted();
}

/** Work that can be interrupted at each `yield`. */
export type Steps<Result> = Generator<void, Result, void>;

/** How many items to a step: few enough to take little time, and enough that the steps themselves take none. */
const ITEMS = 100;
/** How many numbers to a step of {@link eachNumberInSteps}. */
const NUMBERS = 10_000;

/** Calls `act` with each item, in steps. */
export function* eachInSteps<Item>(items: readonly Item[], act: (item: Item) => void): Steps<void> {
  for (let start = 0; start < items.length; start += ITEMS) {
    for (const item of items.slice(start, start + ITEMS)) act(item);
    yield;
  }
}

/** Calls `act`, which takes less than 1 µs, with each whole number from `from` to below `end`, in steps. */
export function* eachNumberInSteps(from: number, end: number, act: (number: number) => void): Steps<void> {
  for (let start = from; start < end; start += NUMBERS) {
    actOn(start, Math.min(start + NUMBERS, end), act);
    yield;
  }
}

/** Not in the generator, where engines optimize loops less. */
function actOn(from: number, end: number, act: (number: number) => void): void {
  for (let number = from; number < end; number++) act(number);
}

/** Runs the steps to the end at once. */
export function runAtOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Runs the steps, and yields to the event loop between them when the stretch is over.
 *
 * @param pause called for that; throws to abort
 */
export async function runGivingWay<Result>(
  steps: Steps<Result>,
  pause: () => Promise<void> = giveWay,
): Promise<Result> {
  let step = steps.next();
  while (step.done !== true) {
    if (isStretchOver()) await pause();
    step = steps.next();
  }
  return step.value;
}
