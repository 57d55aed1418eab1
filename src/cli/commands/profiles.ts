import { Command, Help } from 'commander';
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
      for (const line of new Help().boxWrap(passes.join(' '), 100).split('\n')) out.line(`    ${line}`);
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
