import { EXIT } from './exit.ts';
import { say } from './output.ts';

/** The first Ctrl-C (or SIGTERM) asks for a clean end; a second one ends the process at once. */
export function interruption(message: string): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
    say(`\n${message}`);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return controller.signal;
}
