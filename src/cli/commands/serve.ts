import { once } from 'node:events';
import { Command } from 'commander';
import { openFrontier } from '../../../db/index.ts';
import { closing } from '../io/closing.ts';
import { EXIT } from '../io/exit.ts';
import { interruption } from '../io/interruption.ts';
import { out } from '../io/output.ts';
import { chooseRules } from '../jobs/audit-rules.ts';
import { addUnstoredOptions, loadConfiguration, type UnstoredFlags } from '../options/canon-options.ts';
import { CRAWL_ARGUMENT } from '../options/crawl-argument.ts';
import { readCrawlSettings } from '../options/crawl-settings.ts';
import { crawlProgress } from '../serve/crawl-progress.ts';
import { liveReport } from '../serve/live-report.ts';
import { listen, listenOption, portOption } from '../serve/local-server.ts';
import { render } from '../serve/render.ts';
import { reportServer } from '../serve/server.ts';

interface Flags extends UnstoredFlags {
  readonly port: number;
  readonly listen: string;
}

export function serveCommand(): Command {
  const command = new Command('serve')
    .description('serve the audit report of a crawl to a browser on this machine, with live progress while it runs')
    .argument('<crawl>', `${CRAWL_ARGUMENT}; it is only read`)
    .addOption(portOption())
    .addOption(listenOption());
  return addUnstoredOptions(command).action(run);
}

async function run(database: string, { port: wanted, listen: address, ...given }: Flags): Promise<void> {
  await refuseUnreadable(database, given);
  const signal = interruption('stopping');
  const report = liveReport(database, (revision, createdAt) =>
    render({ database, given, revision, createdAt }, signal),
  );
  const server = await reportServer({ report, progress: crawlProgress(database) });
  out.line(await listen(server, wanted, address));
  await out.flush();
  if (!signal.aborted) await once(signal, 'abort');
  // Immediately: nobody needs the running requests any more.
  process.exit(EXIT.clean);
}

/** Reports unusable files here, in the terminal, rather than in the browser. */
async function refuseUnreadable(database: string, given: UnstoredFlags): Promise<void> {
  chooseRules([], [], await loadConfiguration(given));
  const frontier = await openFrontier(database, { readonly: true });
  await closing(frontier, () => readCrawlSettings(frontier, database, given));
}
