import { CommanderError } from 'commander';
import { DustpanError } from '../error.ts';
import { EXIT, NothingCrawledError } from './io/exit.ts';
import { logInternalError, logLine, out, quitQuietlyOnClosedPipe } from './io/output.ts';
import { optimizeLater } from './io/v8.ts';
import { createProgram, START } from './program.ts';

optimizeLater();
quitQuietlyOnClosedPipe();
try {
  await hidePasswords();
  const [called] = process.argv.slice(2);
  if (called === undefined) {
    out.line(START);
    await out.flush();
  } else await (await createProgram(called)).parseAsync();
} catch (error) {
  fail(error);
}

/** Other users of the machine see the arguments of its processes. */
async function hidePasswords(): Promise<void> {
  const args = process.argv.slice(2);
  if (!args.some((one) => /@|password=/.test(one))) return;
  const { quoted } = await import('./render/printable.ts');
  const shown = args.map((one) =>
    one.replace(/^(--[\w-]+=)?(.*)$/s, (_, option: string = '', value: string) => option + quoted(value)),
  );
  process.title = ['dustpan', ...shown].join(' ');
}

function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    // commander has already printed its message. Help and version are not errors.
    process.exitCode = error.exitCode === 0 ? EXIT.clean : EXIT.usage;
    return;
  }
  process.exitCode = error instanceof NothingCrawledError ? EXIT.nothingCrawled : EXIT.usage;
  if (error instanceof DustpanError) logLine(`dustpan: ${error.message}`);
  else logInternalError(error);
}
