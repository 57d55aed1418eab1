import { Command } from 'commander';
import { entryLine } from '../../report/crawl/ndjson.ts';
import { closing } from '../io/closing.ts';
import { openCrawl } from '../io/open-crawl.ts';
import { out } from '../io/output.ts';
import { CRAWL_ARGUMENT } from '../options/crawl-argument.ts';
import { type EntryFilter, selected, WHERE_HELP, where } from '../options/entry-filter.ts';

interface Flags {
  readonly where?: readonly EntryFilter[];
  readonly count?: true;
}

export function urlsCommand(): Command {
  return new Command('urls')
    .description('list the entries of a crawl, one JSON object per line; works while the crawl runs')
    .argument('<crawl>', CRAWL_ARGUMENT)
    .option('--where <condition>', WHERE_HELP, where)
    .option('--count', 'print only the number of entries')
    .option('--json', 'print one JSON object per line (the default)')
    .action(run);
}

async function run(database: string, { where: conditions = [], count }: Flags): Promise<void> {
  await closing(await openCrawl(database, { readonly: true }), async (frontier) => {
    let lines = 0;
    for await (const entry of selected(frontier.entries(), conditions)) {
      lines++;
      if (count) continue;
      out.line(entryLine(entry));
      if (lines % 1000 === 0) await out.flush();
    }
    if (count) out.line(String(lines));
    await out.flush();
  });
}
