import type { Command, Help } from 'commander';
import { EXAMPLES } from '../../../src/cli/examples.ts';
import { createProgram } from '../../../src/cli/program.ts';

/** A command, for the man page and the reference. */
export interface CommandText {
  readonly name: string;
  /** Such as `dustpan why [options] <crawl> <url>`. */
  readonly usage: string;
  readonly description: string;
  readonly arguments: readonly Term[];
  readonly options: readonly Group<Term>[];
  /** Command lines. */
  readonly examples: readonly string[];
}

/** An option or argument, as the help prints it. */
export interface Term {
  readonly term: string;
  readonly description: string;
}

/** Items under a heading of the help, without its colon. */
export interface Group<Item> {
  readonly heading: string;
  readonly items: readonly Item[];
}

/** All commands, by the headings of `dustpan --help`. */
export async function describeCommands(): Promise<readonly Group<CommandText>[]> {
  const program = await createProgram('help');
  return grouped(program.createHelp().groupItems([], [...program.commands], (command) => command.helpGroup())).map(
    ({ heading, items }) => ({ heading, items: items.map(describe) }),
  );
}

function describe(command: Command): CommandText {
  const help: Help = command.createHelp();
  const visible = help.visibleOptions(command);
  return {
    name: command.name(),
    usage: help.commandUsage(command),
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      term: help.argumentTerm(argument),
      description: help.argumentDescription(argument),
    })),
    options: grouped(
      help.groupItems([...command.options], visible, ({ helpGroupHeading }) => helpGroupHeading ?? 'Options:'),
    ).map(({ heading, items }) => ({
      heading,
      items: items.map((option) => ({ term: help.optionTerm(option), description: help.optionDescription(option) })),
    })),
    examples: (EXAMPLES[command.name()] ?? []).map((example) => `dustpan ${example}`),
  };
}

function grouped<Item>(groups: ReadonlyMap<string, readonly Item[]>): readonly Group<Item>[] {
  return [...groups]
    .filter(([, items]) => items.length > 0)
    .map(([heading, items]) => ({ heading: heading.replace(/:$/, ''), items }));
}
