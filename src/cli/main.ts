import { Command, CommanderError } from 'commander';
import { CanonOptionsError } from '../index.ts';
import { canonCommand } from './commands/canon.ts';
import { compareCommand } from './commands/compare.ts';
import { explainCommand } from './commands/explain.ts';
import { passesCommand } from './commands/passes.ts';
import { profilesCommand } from './commands/profiles.ts';
import { EXIT, UsageError } from './exit.ts';
import { quitQuietlyOnClosedPipe, say } from './output.ts';
import { version } from './version.ts';

const program = new Command('dustpan')
  .description('Sweeps up DUST: different URLs with similar text.')
  .version(version, '-V, --version', 'print the version')
  .helpCommand('help [command]', 'print the help of a command')
  .configureHelp({ showGlobalOptions: false });

for (const command of [canonCommand(), explainCommand(), compareCommand(), passesCommand(), profilesCommand()]) {
  program.addCommand(command);
}
for (const command of [program, ...program.commands]) {
  command.exitOverride().showHelpAfterError('(--help says what there is)');
}

quitQuietlyOnClosedPipe();
try {
  await program.parseAsync();
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    // commander has printed what it has to say; asking for help or the version is no error.
    process.exitCode = error.exitCode === 0 ? EXIT.clean : EXIT.usage;
    return;
  }
  process.exitCode = EXIT.usage;
  if (error instanceof UsageError || error instanceof CanonOptionsError) {
    say(`dustpan: ${error.message}`);
  } else {
    say(
      `dustpan: an error of its own, please report it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}
