import { CommanderError } from 'commander';
import { DustpanError } from '../error.ts';
import { EXIT, NothingCrawledError } from './io/exit.ts';
import { logLine, out, quitQuietlyOnClosedPipe } from './io/output.ts';
import { createProgram, START } from './program.ts';

quitQuietlyOnClosedPipe();
try {
  const [called] = process.argv.slice(2);
  if (called === undefined) {
    out.line(START);
    await out.flush();
  } else await (await createProgram(called)).parseAsync();
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    // commander has already printed its message. Help and version are not errors.
    process.exitCode = error.exitCode === 0 ? EXIT.clean : EXIT.usage;
    return;
  }
  process.exitCode = error instanceof NothingCrawledError ? EXIT.nothingCrawled : EXIT.usage;
  if (error instanceof DustpanError) logLine(`dustpan: ${error.message}`);
  else
    logLine(
      `dustpan: internal error, please report it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
}
