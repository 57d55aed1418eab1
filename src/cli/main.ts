import { Command, CommanderError } from 'commander';
import { DustpanError } from '../error.ts';
import { EXIT } from './io/exit.ts';
import { logLine, printLine, quitQuietlyOnClosedPipe } from './io/output.ts';
import { version } from './version.ts';

/** The commands, in the order of the help. Each is loaded only when called: loading the crawler takes half a second. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./commands/demo.ts')).demoCommand(),
  crawl: async () => (await import('./commands/crawl.ts')).crawlCommand(),
  probe: async () => (await import('./commands/probe.ts')).probeCommand(),
  audit: async () => (await import('./commands/audit.ts')).auditCommand(),
  serve: async () => (await import('./commands/serve.ts')).serveCommand(),
  rules: async () => (await import('./commands/rules.ts')).rulesCommand(),
  urls: async () => (await import('./commands/urls.ts')).urlsCommand(),
  export: async () => (await import('./commands/export.ts')).exportCommand(),
  why: async () => (await import('./commands/why.ts')).whyCommand(),
  learn: async () => (await import('./commands/learn.ts')).learnCommand(),
  facts: async () => (await import('./commands/facts.ts')).factsCommand(),
  dedup: async () => (await import('./commands/dedup.ts')).dedupCommand(),
  canon: async () => (await import('./commands/canon.ts')).canonCommand(),
  explain: async () => (await import('./commands/explain.ts')).explainCommand(),
  compare: async () => (await import('./commands/compare.ts')).compareCommand(),
  passes: async () => (await import('./commands/passes.ts')).passesCommand(),
  profiles: async () => (await import('./commands/profiles.ts')).profilesCommand(),
  robots: async () => (await import('./commands/robots.ts')).robotsCommand(),
  slug: async () => (await import('./commands/slug.ts')).slugCommand(),
};

const EXIT_CODES = `
Exit codes:
  0    done, nothing to complain about
  1    done, but: findings at or above --fail-on, rejected input, or URLs that differ
  2    wrong usage or an internal error
  3    nothing could be crawled
  130  interrupted; a crawl can be resumed

Run \`dustpan <command> --help\` for the options of a command. Start with: dustpan demo`;

quitQuietlyOnClosedPipe();
try {
  const program = await createProgram(process.argv[2] ?? '');
  await program.parseAsync();
} catch (error) {
  fail(error);
}

async function createProgram(called: string): Promise<Command> {
  const program = new Command('dustpan')
    .description(
      'Finds duplicate URLs (DUST: different URLs with similar text) on sites, in crawls and in lists of links.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', EXIT_CODES);
  for (const create of commandsFor(called)) program.addCommand(await create());
  for (const command of [program, ...program.commands]) {
    const name = command === program ? 'dustpan' : `dustpan ${command.name()}`;
    command
      .helpOption('-h, --help', 'print this help')
      .exitOverride()
      .showHelpAfterError(`Run \`${name} --help\` for the options.`)
      .configureOutput({ writeErr: printLine });
  }
  return program;
}

/** The called command; all commands for the help and for suggestions after a typing error. */
function commandsFor(called: string): readonly (() => Promise<Command>)[] {
  if (called === '--version' || called === '-V') return [];
  const command = Object.hasOwn(COMMANDS, called) ? COMMANDS[called] : undefined;
  return command === undefined ? Object.values(COMMANDS) : [command];
}

function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    // commander has already printed its message. Help and version are not errors.
    process.exitCode = error.exitCode === 0 ? EXIT.clean : EXIT.usage;
    return;
  }
  process.exitCode = EXIT.usage;
  if (error instanceof DustpanError) logLine(`dustpan: ${error.message}`);
  else
    logLine(
      `dustpan: internal error, please report it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
}
