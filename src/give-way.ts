/** Milliseconds that a thread works at a stretch before others have their turn. */
const STRETCH = 25;

/** When the stretch of now began; null where the event loop has gone round since. */
let began: number | null = null;

/**
 * Whether the thread has worked for so long that timers, signals and sockets are to have their turn. All that runs in a
 * thread shares its stretch: ten short pieces of work hold it up as one long piece does.
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
 * Lets others have their turn where the stretch is over; otherwise goes on at once.
 *
 * @throws the signal's reason, once it came
 */
export async function giveWay(signal?: AbortSignal): Promise<void> {
  if (isStretchOver()) await new Promise((resolve) => void setTimeout(resolve));
  signal?.throwIfAborted();
}

/** Work that may be interrupted at each `yield`. */
export type Steps<Result> = Generator<void, Result, void>;

export function runAtOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Runs the steps and lets others have their turn between them. */
export async function runGivingWay<Result>(steps: Steps<Result>): Promise<Result> {
  let step = steps.next();
  while (step.done !== true) {
    if (isStretchOver()) await giveWay();
    step = steps.next();
  }
  return step.value;
}
