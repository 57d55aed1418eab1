import { once } from 'node:events';
import type { Server } from 'node:http';
import { Command, InvalidArgumentError, Option } from 'commander';
import { openFrontier } from '../../../db/index.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { interruption } from '../io/interruption.ts';
import { out } from '../io/output.ts';
import { chooseRules } from '../jobs/audit-rules.ts';
import { addConfigOption, type CanonFlags, loadConfiguration, more } from '../options/canon-options.ts';
import { readCrawlSettings } from '../options/crawl-settings.ts';
import { count } from '../options/units.ts';
import { crawlProgress } from '../serve/crawl-progress.ts';
import { liveReport } from '../serve/live-report.ts';
import { render } from '../serve/render.ts';
import { ADDRESS, reportServer } from '../serve/server.ts';

type Given = Pick<CanonFlags, 'params' | 'config'>;

interface Flags extends Given {
  readonly port: number;
}

export function serveCommand(): Command {
  const command = new Command('serve')
    .description('serve the audit report of a crawl to a browser on this machine, with live progress while it runs')
    .argument('<crawl>', 'the crawl file; it is only read')
    .addOption(new Option('--port <n>', 'port to listen on').argParser(port).default(0, 'a free port'))
    .addOption(new Option('--params <file>', 'the same --params as for the crawl; repeatable').argParser(more));
  return addConfigOption(command).action(run);
}

function port(text: string): number {
  const number = count(0)(text);
  if (number <= 65_535) return number;
  throw new InvalidArgumentError('Write a number up to 65535.');
}

async function run(database: string, { port: wanted, ...given }: Flags): Promise<void> {
  await refuseUnreadable(database, given);
  const signal = interruption('stopping');
  const report = liveReport(database, (revision, createdAt) =>
    render({ database, given, revision, createdAt }, signal),
  );
  const server = await reportServer({ report, progress: crawlProgress(database) });
  out.line(`http://${ADDRESS}:${await listen(server, wanted)}/`);
  await out.flush();
  if (!signal.aborted) await once(signal, 'abort');
  // Immediately: nobody needs the running requests any more.
  process.exit(EXIT.clean);
}

/** Reports unusable files here, in the terminal, rather than in the browser. */
async function refuseUnreadable(database: string, given: Given): Promise<void> {
  chooseRules([], [], await loadConfiguration(given));
  const frontier = await openFrontier(database, { readonly: true });
  try {
    await readCrawlSettings(frontier, database, given);
  } finally {
    await frontier.close();
  }
}

/** @returns the port */
async function listen(server: Server, wanted: number): Promise<number> {
  try {
    await once(server.listen(wanted, ADDRESS), 'listening');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`cannot listen on port ${wanted} (${reason}); choose another port, or omit --port`);
  }
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : wanted;
}
