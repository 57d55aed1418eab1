import { Command } from 'commander';
import type { DustpanConfig } from '../../../config/schema.ts';
import { compile, PROFILES, type Profile } from '../../index.ts';
import { out } from '../io/output.ts';
import { addConfigOption, type ConfigFlags, loadConfiguration } from '../options/canon-options.ts';

export function profilesCommand(): Command {
  const command = new Command('profiles')
    .description('list the profiles, including those of your configuration, and the passes of each')
    .option('--json', 'print one object per line');
  return addConfigOption(command).action(run);
}

async function run(flags: ConfigFlags & { readonly json?: true }): Promise<void> {
  const own = ownProfiles(await loadConfiguration(flags));
  for (const { name, summary, passes, assumesAll } of [...PROFILES, ...own]) {
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

function ownProfiles({ profiles = {}, passes: custom = [] }: DustpanConfig): readonly Profile[] {
  return Object.entries(profiles).map(([name, own]) => {
    const { extends: base = 'standard', pass = [], noPass = [], assume = [] } = own;
    // Without the forms of facts: an option may assume the facts.
    const changes = { extends: base, pass, noPass, assume };
    const assumed = own.assume === undefined ? '' : `, assuming ${assume.join(', ')}`;
    return {
      name,
      summary: `from your configuration: ${base} with changes${assumed}`,
      passes: compile({ profile: name, profiles: { [name]: changes }, passes: custom }).passes.map((one) => one.name),
      assumesAll: PROFILES.some((profile) => profile.name === base && profile.assumesAll),
    };
  });
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
