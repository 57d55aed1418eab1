import { EXIT } from './exit.ts';
import { logLine } from './output.ts';

/**
 * The first Ctrl-C, SIGTERM, or SIGHUP of a terminal that is closed, asks for a clean end; a second Ctrl-C or SIGTERM ends
 * the process at once. A closed terminal may send SIGHUP twice.
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
