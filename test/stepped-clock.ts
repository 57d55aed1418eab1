import { onTestFinished, vi } from 'vitest';

/** For the rest of the test, every look at the clock takes some milliseconds: how often work gives way then depends on no machine. */
export function everyLookTakes(milliseconds: number): void {
  let now = performance.now();
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => (now += milliseconds));
  onTestFinished(() => spy.mockRestore());
}

/** Counts how often others have their turn while work is done. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  // The stretch of what came before ends.
  await new Promise((resolve) => void setTimeout(resolve));
  let turns = -1;
  let isDone = false;
  const turn = (): void => {
    turns++;
    if (!isDone) setTimeout(turn);
  };
  turn();
  await work();
  isDone = true;
  return turns;
}
