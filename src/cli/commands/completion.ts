import { Argument, Command } from 'commander';
import { out } from '../io/output.ts';
import { COMPLETIONS, SHELLS, type Shell } from '../render/completion.ts';

export function completionCommand(): Command {
  return new Command('completion')
    .description('print a script that completes commands, options and their values in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action(async (shell: Shell, _flags: unknown, { parent }: Command) => {
      for (const line of parent === null ? [] : COMPLETIONS[shell](parent)) out.line(line);
      await out.flush();
    });
}
