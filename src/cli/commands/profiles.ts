import { Command } from 'commander';
import { PROFILES } from '../../index.ts';
import { out } from '../output.ts';

export function profilesCommand(): Command {
  return new Command('profiles')
    .description('list the profiles and the passes that each one runs')
    .option('--json', 'print an object a line')
    .action(run);
}

async function run(flags: { readonly json?: true }): Promise<void> {
  for (const { name, summary, passes, assumesAll } of PROFILES) {
    if (flags.json) {
      out.line(JSON.stringify({ name, summary, assumesAll, passes }));
    } else {
      out.line(`${name}: ${summary}`);
      for (const line of wrap(passes.join(' '), 100)) out.line(`    ${line}`);
      out.line('');
    }
  }
  await out.flush();
}

/** Breaks text at spaces into lines of at most `width` characters. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
