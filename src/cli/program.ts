import { Command, type CommandOptions, Help, Option } from 'commander';
import { nearestName } from '../text/wording.ts';
import { version } from '../version.ts';
import { EXAMPLES } from './examples.ts';
import { EXIT_CODES, exitCodesOf } from './exit-codes.ts';
import { printLine } from './io/output.ts';
import { configureTerminal } from './io/terminal.ts';

type Load = () => Promise<Command>;

/**
 * The commands by the headings of the help. Each is loaded only when it is called: loading the crawler takes half a
 * second.
 */
const COMMANDS: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  'Sites:': {
    crawl: async () => (await import('./commands/crawl.ts')).crawlCommand(),
    audit: async () => (await import('./commands/audit.ts')).auditCommand(),
    probe: async () => (await import('./commands/probe.ts')).probeCommand(),
    demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  },
  'Crawls:': {
    serve: async () => (await import('./commands/serve.ts')).serveCommand(),
    status: async () => (await import('./commands/status.ts')).statusCommand(),
    crawls: async () => (await import('./commands/crawls.ts')).crawlsCommand(),
    copy: async () => (await import('./commands/copy.ts')).copyCommand(),
    urls: async () => (await import('./commands/urls.ts')).urlsCommand(),
    why: async () => (await import('./commands/why.ts')).whyCommand(),
    export: async () => (await import('./commands/export.ts')).exportCommand(),
    learn: async () => (await import('./commands/learn.ts')).learnCommand(),
    facts: async () => (await import('./commands/facts.ts')).factsCommand(),
  },
  'URLs and lists of links:': {
    dedup: async () => (await import('./commands/dedup.ts')).dedupCommand(),
    canon: async () => (await import('./commands/canon.ts')).canonCommand(),
    explain: async () => (await import('./commands/explain.ts')).explainCommand(),
    compare: async () => (await import('./commands/compare.ts')).compareCommand(),
    slug: async () => (await import('./commands/slug.ts')).slugCommand(),
    robots: async () => (await import('./commands/robots.ts')).robotsCommand(),
    playground: async () => (await import('./commands/playground.ts')).playgroundCommand(),
  },
  'Reference:': {
    passes: async () => (await import('./commands/passes.ts')).passesCommand(),
    profiles: async () => (await import('./commands/profiles.ts')).profilesCommand(),
    'check-pass': async () => (await import('./commands/check-pass.ts')).checkPassCommand(),
    rules: async () => (await import('./commands/rules.ts')).rulesCommand(),
    completion: async () => (await import('./commands/completion.ts')).completionCommand(),
    help: async () => helpCommand(),
  },
};

/** What `dustpan` prints without arguments. */
export const START: string = `dustpan ${version}: finds duplicate URLs on sites and in lists of links

  dustpan demo                             try it on a bundled site
  dustpan crawl https://example.com/       crawl a site, skip its duplicate URLs
  dustpan audit https://example.com/       find duplicate pages and what to fix
  dustpan dedup links.txt -o unique.txt    remove duplicate links from a list

Run \`dustpan --help\` for all commands, \`dustpan help crawl\` for one of them.`;

/**
 * Creates the command line.
 *
 * @param called the name of the called command, which alone is loaded. For any other text, all commands are.
 */
export async function createProgram(called: string): Promise<Command> {
  const program = new Command('dustpan')
    .description(
      'Finds duplicate URLs (DUST: different URLs with similar text) on sites, in crawls and in lists of links.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpCommand(false)
    .configureHelp({ subcommandTerm: (command) => command.name() })
    .hook('preAction', (_, command) => configureTerminal(command.opts()));
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    for (const [name, load] of commandsFor(called, commands)) {
      const command = await load();
      if (name !== 'help') addTerminalOptions(command, VERBOSE.has(name));
      program.addCommand(command.helpGroup(heading).summary(/^[^,;:]*/.exec(command.description())?.[0] ?? ''));
    }
  }
  for (const command of [program, ...program.commands]) prepare(command);
  return program;
}

/** The commands that describe the others. */
const NEED_ALL: ReadonlySet<string> = new Set(['help', 'completion']);

function commandsFor(called: string, commands: Readonly<Record<string, Load>>): readonly (readonly [string, Load])[] {
  if (called === '--version' || called === '-V') return [];
  const isOne = !NEED_ALL.has(called) && Object.values(COMMANDS).some((group) => Object.hasOwn(group, called));
  return Object.entries(commands).filter(([name]) => !isOne || name === called);
}

/** The commands that fetch URLs. */
const VERBOSE: ReadonlySet<string> = new Set(['crawl', 'audit', 'probe']);

/** Adds the options that every command has, and `--verbose` to those that fetch URLs. */
function addTerminalOptions(command: Command, isVerbose: boolean): void {
  command.option('-q, --quiet', 'print no progress, hints or summary');
  if (isVerbose) command.addOption(new Option('--verbose', 'print a line for each URL fetched').conflicts('quiet'));
  command.addOption(
    new Option('--color <when>', 'use colors: auto on a terminal, unless NO_COLOR is set')
      .choices(['auto', 'always', 'never'])
      .default('auto'),
  );
}

function prepare(command: Command): void {
  const name = command.parent === null ? 'dustpan' : `dustpan ${command.name()}`;
  command
    .helpOption('-h, --help', 'print this help')
    .configureHelp({ ...command.configureHelp(), optionDescription, minWidthToWrap: LEAST_WIDTH })
    .exitOverride()
    .showSuggestionAfterError(false)
    .showHelpAfterError(`Run \`${name} --help\` for the options.`)
    .configureOutput({
      writeErr: printLine,
      outputError: (message, write) => {
        // commander begins its messages with `error: `; all others here begin with the name of the program.
        const named = message.trimEnd().replace(/^error: /, 'dustpan: ');
        write(`${named}${suggestion(message, command)}${usage(message, command)}\n`);
      },
    })
    .addHelpText('after', ({ command: shown }) => `\n${epilogue(shown)}`);
}

/** The columns of a description from which on it is wrapped. */
const LEAST_WIDTH = 10;

/** The description says what an option does without its value. commander would add it as "preset". */
function optionDescription(option: Option): string {
  const described: Option = Object.create(option, { presetArg: { value: undefined } });
  return `${new Help().optionDescription(described)}${option.mandatory ? ' (required)' : ''}`;
}

/** The end of a help text: examples and exit codes. */
function epilogue(command: Command): string {
  const width = command.configureOutput().getOutHelpWidth?.() ?? 80;
  const wrap = (text: string, indent: number): string =>
    command
      .createHelp()
      .boxWrap(text, Math.max(width - indent, 20))
      .replaceAll('\n', `\n${' '.repeat(indent)}`);
  const examples = EXAMPLES[command.name()] ?? [];
  const isProgram = command.parent === null;
  const codes = (isProgram ? EXIT_CODES : exitCodesOf(command.name())).map(
    ([code, meaning]) => `  ${String(code).padEnd(5)}${wrap(meaning, 7)}`,
  );
  return [
    ...(examples.length === 0 ? [] : ['Examples:', ...examples.map((line) => `  dustpan ${line}`), '']),
    'Exit codes:',
    ...codes,
    ...(isProgram
      ? ['', wrap('Run `dustpan <command> --help` for the options of a command.', 0), 'Start with: dustpan demo']
      : []),
  ].join('\n');
}

/** The end of an error message about an unknown command or option: what the user may have meant. */
function suggestion(message: string, command: Command): string {
  const [, kind, name = ''] = /unknown (option|command) '([^'\n]*)'/.exec(message) ?? [];
  if (kind === undefined) return '';
  const options = command.options.filter(({ hidden }) => !hidden);
  const nearest =
    otherFormatOption(name, options) ??
    nearestName(
      name,
      kind === 'command' ? command.commands.map((each) => each.name()) : options.flatMap(({ long }) => long ?? []),
    );
  if (nearest === null) return '';
  const short = options.find(({ long }) => long === nearest)?.short;
  return `\n(Did you mean ${nearest}${short === undefined ? '' : ` (${short})`}?)`;
}

/** Some commands have `--json`, and others `--format json`: the option that this command has instead of that one. */
function otherFormatOption(name: string, options: readonly Option[]): string | null {
  const has = (option: string): Option | undefined => options.find(({ long }) => long === option);
  if (name === '--format') return ['--input-format', '--json'].filter(has).join(' or ') || null;
  const format = name.slice('--'.length);
  // The description has a line for each format.
  return has('--format')?.description.includes(`\n${format}: `) === true ? `--format ${format}` : null;
}

/** The end of an error message about a missing argument: all arguments of the command. */
function usage(message: string, command: Command): string {
  return message.includes('missing required argument') ? `\nUsage: ${command.createHelp().commandUsage(command)}` : '';
}

function helpCommand(): Command {
  return new Command('help')
    .description('print the help of a command')
    .argument('[command]', 'the command; without it, all commands are listed')
    .action((name: string | undefined, _flags: CommandOptions, { parent }: Command) => {
      const command = name === undefined ? parent : parent?.commands.find((each) => each.name() === name);
      if (command) command.outputHelp();
      else parent?.error(`error: unknown command '${name}'`, { exitCode: 2, code: 'commander.unknownCommand' });
    });
}
