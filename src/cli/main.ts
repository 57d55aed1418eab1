import { Command, CommanderError } from 'commander';
import { DustpanError } from '../error.ts';
import { EXIT } from './io/exit.ts';
import { logLine, printLine, quitQuietlyOnClosedPipe } from './io/output.ts';
import { version } from './version.ts';

/** In the order of the help. A command is loaded when it is called: what a crawl needs takes half a second to load. */
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

quitQuietlyOnClosedPipe();
try {
  const program = await createProgram(process.argv[2] ?? '');
  await program.parseAsync();
} catch (error) {
  fail(error);
}

async function createProgram(called: string): Promise<Command> {
  const program = new Command('dustpan')
    .description('Sweeps up DUST: different URLs with similar text.')
    .version(version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'print the help of a command');
  for (const create of commandsFor(called)) program.addCommand(await create());
  for (const command of [program, ...program.commands]) {
    command.exitOverride().showHelpAfterError('(--help says what there is)').configureOutput({ writeErr: printLine });
  }
  return program;
}

/** The command that is called; all of them for the help, or to suggest the one that was meant. */
function commandsFor(called: string): readonly (() => Promise<Command>)[] {
  if (called === '--version' || called === '-V') return [];
  const command = Object.hasOwn(COMMANDS, called) ? COMMANDS[called] : undefined;
  return command === undefined ? Object.values(COMMANDS) : [command];
}

function fail(error: unknown): void {
  if (error instanceof CommanderError) {
    // commander has printed what it has to say; asking for help or the version is no error.
    process.exitCode = error.exitCode === 0 ? EXIT.clean : EXIT.usage;
    return;
  }
  process.exitCode = EXIT.usage;
  if (error instanceof DustpanError) logLine(`dustpan: ${error.message}`);
  else
    logLine(
      `dustpan: an error of its own, please report it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
}
