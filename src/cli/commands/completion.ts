import { Argument, Command } from 'commander';
import { out } from '../io/output.ts';
import { COMPLETIONS, isShell, SHELLS } from '../render/completion.ts';

export function completionCommand(): Command {
  return new Command('completion')
    .description('print a script that completes commands, options and their values in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action(async (shell: string, _flags: unknown, { parent }: Command) => {
      if (!isShell(shell) || parent === null) return;
      for (const line of COMPLETIONS[shell](parent)) out.line(line);
      await out.flush();
    });
}
