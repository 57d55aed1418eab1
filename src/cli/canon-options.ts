import { type Command, Option } from 'commander';
import { ASSUMABLE_FACTS, type CanonOptions, PROFILES } from '../index.ts';

/** What the options of every command that canonicalizes hold. */
export interface CanonFlags {
  readonly profile: string;
  readonly pass?: readonly string[];
  readonly noPass?: readonly string[];
  readonly assume?: readonly string[];
  readonly toWww?: 'add' | 'remove';
  readonly toScheme?: 'http' | 'https';
  readonly defaultScheme?: string;
}

/** Adds the options that choose profile, passes and assumptions. */
export function addCanonOptions(command: Command): Command {
  const profiles = PROFILES.map((profile) => profile.name);
  return command
    .addOption(new Option('--profile <name>', 'which passes run').choices(profiles).default('standard'))
    .addOption(new Option('--pass <names>', 'passes to add, with commas between').argParser(list))
    .addOption(noPass())
    .addOption(
      new Option('--assume <kinds>', `take for true of every site: ${ASSUMABLE_FACTS.join(', ')}`).argParser(list),
    )
    .addOption(new Option('--to-www <form>', 'what assuming www means').choices(['add', 'remove']))
    .addOption(new Option('--to-scheme <scheme>', 'what assuming the scheme means').choices(['https', 'http']))
    .addOption(new Option('--default-scheme <scheme>', 'scheme for input without one'));
}

/** commander takes `--no-x` for the denial of `--x`; here both are lists of their own. */
function noPass(): Option {
  const option = new Option('--no-pass <names>', 'passes to leave out, with commas between').argParser(list);
  option.negate = false;
  return option;
}

/** `a,b` given once or several times. */
function list(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, ...text.split(',').map((item) => item.trim())].filter((item) => item !== '');
}

/** The library's options from the command line's. */
export function canonOptions(flags: CanonFlags): CanonOptions {
  const { profile, pass, noPass: without, assume, toWww, toScheme, defaultScheme } = flags;
  return {
    profile,
    ...(pass && { pass }),
    ...(without && { noPass: without }),
    ...(assume && { assume }),
    ...(toWww && { toWww }),
    ...(toScheme && { toScheme }),
    ...(defaultScheme && { defaultScheme }),
  };
}
