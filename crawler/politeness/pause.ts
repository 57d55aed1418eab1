import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two requests to a site that is not on this machine, where the user asks for no other delay. */
export const POLITE_DELAY = 1000;

/** Waits that many milliseconds, or until the signal comes. Never rejects. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch {
    // Only the signal makes it reject.
  }
}
