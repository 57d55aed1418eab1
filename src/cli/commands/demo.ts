import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../io/exit.ts';
import { interruption, unlessInterrupted } from '../io/interruption.ts';
import { out } from '../io/output.ts';
import { ProgressLine } from '../io/progress.ts';
import { runDemo } from '../jobs/run-demo.ts';
import { demoIntro, demoReport } from '../render/demo-report.ts';

interface Flags {
  readonly json?: true;
}

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'crawl a bundled site full of duplicate URLs, on this machine, and show what other crawlers would fetch of it',
    )
    .option('--json', 'print the figures as one JSON object')
    .addHelpText('after', '\nThe crawl and its report go to a new folder for temporary files, which the demo names.')
    .action(run);
}

async function run({ json }: Flags): Promise<void> {
  const signal = interruption('stopping the demo');
  const folder = await newFolder();
  let isComplete = false;
  // Also if a second Ctrl-C ends the process at once.
  process.on('exit', () => {
    if (!isComplete) rmSync(folder, { recursive: true, force: true });
  });
  if (!json) for (const line of demoIntro()) out.line(line);
  await out.flush();
  let step = '';
  const progress = new ProgressLine(async () => step);
  await unlessInterrupted(signal, async () => {
    const demo = await runDemo(folder, (next) => (step = next), signal).finally(() => progress.stop());
    if (json) out.line(JSON.stringify(demo));
    else for (const line of demoReport(demo)) out.line(line);
    await out.flush();
    isComplete = true;
  });
}

async function newFolder(): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), 'dustpan-demo-'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`no folder for the demo's files: ${why}; name one that can be written to in TMPDIR`);
  }
}
