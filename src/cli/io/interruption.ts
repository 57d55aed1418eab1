import { EXIT } from './exit.ts';
import { logLine } from './output.ts';

/**
 * Handles SIGINT (Ctrl-C), SIGTERM and SIGHUP (terminal closed). The first signal aborts the returned signal and prints
 * the message; a second one ends the process, unless it is SIGHUP, which a closed terminal may send twice.
 */
export function interruption(message: string): AbortSignal {
  const controller = new AbortController();
  const stop = (signal: NodeJS.Signals): void => {
    if (!controller.signal.aborted) {
      controller.abort();
      logLine(`\n${message}`);
    } else if (signal !== 'SIGHUP') process.exit(EXIT.interrupted);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('SIGHUP', stop);
  return controller.signal;
}

/**
 * Does work that fails when a signal of {@link interruption} is aborted. Then the exit code becomes that of an
 * interrupted program. Other errors are thrown.
 *
 * @returns the result of the work; null if it was interrupted
 */
export async function unlessInterrupted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = EXIT.interrupted;
    return null;
  }
}
