import { resolve } from 'node:path';
import { Command } from 'commander';
import { storedSelectors } from '../../../crawler/selection/stored-selectors.ts';
import { REPORT_FORMATS } from '../../report/crawl/index.ts';
import type { ReportFormat } from '../../report/format.ts';
import { closing } from '../io/closing.ts';
import { UsageError } from '../io/exit.ts';
import { interruptible } from '../io/interruptible.ts';
import { interruption, unlessInterrupted } from '../io/interruption.ts';
import { openCrawl } from '../io/open-crawl.ts';
import { noteLine } from '../io/output.ts';
import { OutputFiles } from '../io/output-files.ts';
import { reportFiles } from '../io/report-files.ts';
import { CRAWL_ARGUMENT } from '../options/crawl-argument.ts';
import { type EntryFilter, selected, WHERE_HELP, where } from '../options/entry-filter.ts';
import { formatOption } from '../options/format-option.ts';

interface Flags {
  readonly format: ReportFormat;
  readonly output?: string;
  readonly where?: readonly EntryFilter[];
}

export function exportCommand(): Command {
  return new Command('export')
    .description(
      'export the entries of a crawl: as a table, sitemap, redirect map or graph; works while the crawl runs',
    )
    .argument('<crawl>', CRAWL_ARGUMENT)
    .addOption(formatOption(REPORT_FORMATS).makeOptionMandatory())
    .option('-o, --output <file>', 'write the complete output to this file instead of standard output')
    .option('--where <condition>', WHERE_HELP, where)
    .action(run);
}

async function run(database: string, { format, output, where: conditions = [] }: Flags): Promise<void> {
  if (output !== undefined && resolve(output) === resolve(database)) {
    throw new UsageError(`${output} is the crawl to read; choose another output file`);
  }
  await closing(await openCrawl(database, { readonly: true }), (frontier) => {
    const signal = interruption('stopping; no file will be written');
    return unlessInterrupted(signal, async () => {
      const outputs = new OutputFiles();
      const notes: string[] = [];
      await outputs.complete(
        async () =>
          format.write(
            {
              entries: () => interruptible(selected(frontier.entries(), conditions), signal),
              entry: (key) => frontier.entry(key),
              fields: async () => Object.keys((await storedSelectors(frontier)).select ?? {}),
              links: () => interruptible(frontier.links(), signal),
            },
            { ...(await reportFiles(outputs, output)), note: (line) => void notes.push(line) },
          ),
        signal,
      );
      for (const note of notes) noteLine(note);
    });
  });
}
