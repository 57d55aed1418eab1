import { setTimeout } from 'node:timers/promises';
import { MAX_TIMEOUT } from '../limits.ts';

/** The default delay between two requests to a site that is not on this machine, in milliseconds. */
export const POLITE_DELAY = 1000;

/** Waits that many milliseconds or until the signal aborts. Never rejects. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  try {
    await setTimeout(Math.min(milliseconds, MAX_TIMEOUT), undefined, { signal });
  } catch {
    // It rejects only when the signal aborts.
  }
}

/** Waits for a promise, but at most that many milliseconds. */
export async function atMost(milliseconds: number, promise: Promise<void>): Promise<void> {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = globalThis.setTimeout(resolve, Math.min(milliseconds, MAX_TIMEOUT));
  await Promise.race([promise, over]);
  clearTimeout(timer);
}
