import { Command } from 'commander';
import { StoreError } from '../../../db/index.ts';
import { isPostgresAddress } from '../../../db/postgres/address.ts';
import type { StoredCrawl } from '../../../db/postgres/crawls.ts';
import { isoTime } from '../../text/moment.ts';
import { number } from '../../text/number.ts';
import { UsageError } from '../io/exit.ts';
import { noteLine, out } from '../io/output.ts';
import { ago } from '../render/ago.ts';
import { pagesOf } from '../render/crawl-summary.ts';
import { printable, printableJson } from '../render/printable.ts';
import { bytes } from '../render/quantities.ts';
import { table } from '../render/table.ts';

export function crawlsCommand(): Command {
  return new Command('crawls')
    .description('list the crawls in a PostgreSQL database: their pages, queues, programs and sizes')
    .argument('<address>', 'the database: postgres://USER@HOST:PORT/DATABASE')
    .option('--json', 'print one object per crawl')
    .action(run);
}

async function run(address: string, { json }: { readonly json?: true }): Promise<void> {
  if (!isPostgresAddress(address)) {
    throw new UsageError('crawls lists the crawls in a database; give postgres://HOST:PORT/DATABASE');
  }
  const { storedCrawls } = await import('../../../db/postgres/crawls.ts');
  const crawls = await Array.fromAsync(storedCrawls(address));
  if (json) for (const crawl of crawls) out.line(printableJson(asJson(crawl)));
  else if (crawls.length === 0) noteLine('no crawls; start one: dustpan crawl URL --db postgres://…?crawl=NAME');
  else for (const line of table([HEAD, ...crawls.map(cellsOf)])) out.line(line);
  await out.flush();
}

function asJson({ name, bytes: size, contents }: StoredCrawl): object {
  if (contents instanceof StoreError) {
    return { name, bytes: size, error: { code: contents.code, message: contents.message } };
  }
  const { stats, programs, writtenAt } = contents;
  const written = writtenAt === null ? null : isoTime(writtenAt);
  return { name, pages: pagesOf(stats), queued: queuedOf(contents), programs, bytes: size, writtenAt: written };
}

const HEAD = ['crawl', 'pages', 'queued', 'programs', 'size', 'last written'];

function cellsOf({ name, bytes: size, contents }: StoredCrawl): readonly string[] {
  const shown = printable(name);
  if (contents instanceof StoreError) return [shown, '–', '–', '–', bytes(size), printable(contents.message)];
  const { stats, programs, writtenAt } = contents;
  const figures = [pagesOf(stats), queuedOf(contents), programs].map(number);
  return [shown, ...figures, bytes(size), writtenAt === null ? '–' : ago(writtenAt)];
}

/** Leased entries are still to be fetched. */
function queuedOf({ stats: { states } }: Exclude<StoredCrawl['contents'], StoreError>): number {
  return states.queued + states.leased;
}
