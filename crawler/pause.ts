import { setTimeout } from 'node:timers/promises';

/** Waits that many milliseconds, or until the signal comes. Never rejects. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch {
    // Only the signal makes it reject.
  }
}
