import { Command } from 'commander';
import { openSqliteFrontier } from '../../../db/index.ts';
import { out } from '../output.ts';

export function urlsCommand(): Command {
  return new Command('urls')
    .description("list a crawl's entries, an object a line; also while it runs")
    .argument('<db>', "the crawl's file")
    .action(run);
}

async function run(database: string): Promise<void> {
  const frontier = await openSqliteFrontier(database, { readonly: true });
  try {
    let lines = 0;
    for await (const entry of frontier.entries()) {
      out.line(JSON.stringify(entry));
      if (++lines % 1000 === 0) await out.flush();
    }
    await out.flush();
  } finally {
    await frontier.close();
  }
}
