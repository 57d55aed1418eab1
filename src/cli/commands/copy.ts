import { Command } from 'commander';
import { copyCrawl } from '../../../db/copy.ts';
import { counted, number } from '../../text/number.ts';
import { interruption, unlessInterrupted } from '../io/interruption.ts';
import { noteLine, out } from '../io/output.ts';
import { ProgressLine } from '../io/progress.ts';
import { CRAWL_ARGUMENT } from '../options/crawl-argument.ts';
import { printableJson, quoted } from '../render/printable.ts';

interface Flags {
  readonly fresh?: true;
  readonly json?: true;
}

export function copyCommand(): Command {
  return new Command('copy')
    .description('copy a crawl from a file or server to another file or server, with everything that it stores')
    .argument('<from>', `${CRAWL_ARGUMENT}; no program may use it`)
    .argument('<to>', 'the same for the copy')
    .option('--fresh', 'replace the crawl that is there')
    .option('--json', 'print one object: how many rows of each table were copied')
    .action(run);
}

async function run(from: string, to: string, { fresh, json }: Flags): Promise<void> {
  const signal = interruption('stopping; nothing will be copied');
  const copied = new Map<string, number>();
  let text = 'opening';
  const progress = new ProgressLine(async () => text);
  const work = (): Promise<void> =>
    copyCrawl(from, to, {
      fresh: fresh === true,
      signal,
      onBatch: ({ table, rows }) => {
        copied.set(table, (copied.get(table) ?? 0) + rows.length);
        text = `copying ${table} rows: ${number(copied.get(table) ?? 0)}`;
      },
    });
  const done = await unlessInterrupted(signal, work).finally(() => progress.stop());
  if (done === null) return;
  const [source, target] = [from, to].map(quoted);
  if (json) out.line(printableJson({ from: source, to: target, rows: Object.fromEntries(copied) }));
  else noteLine(`copied ${counted(copied.get('entry') ?? 0, 'entry')} from ${source} to ${target}`);
  await out.flush();
}
