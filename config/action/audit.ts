/** The step of `action.yml` that audits: starts the server, audits the site, prints annotations, and adds to the summary of the job. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InputError, type Inputs, readInputs } from './inputs.ts';
import { keepFindings, readReport } from './known.ts';
import { NoAnswerError, type Server, startServer, waitFor } from './server.ts';
import { annotate, withoutCommands } from './workflow.ts';

const LAUNCHER = join(import.meta.dirname, '../../src/cli/launch.js');

try {
  process.exitCode = await run(readInputs(process.env));
} catch (error) {
  if (!(error instanceof InputError || error instanceof NoAnswerError)) throw error;
  annotate('error', error.message);
  process.exitCode = 2;
}

async function run(inputs: Inputs): Promise<number> {
  mkdirSync(inputs.folder, { recursive: true });
  const server = inputs.start === null ? null : startServer(inputs.start, join(inputs.folder, 'server.log'));
  try {
    if (inputs.waitFor !== null) await ready(inputs.waitFor, inputs.waitSeconds, server);
    const code = await audit(inputs);
    if (code > 1) annotate('error', 'dustpan wrote no report; the log of this step says why');
    else report(inputs);
    return code;
  } finally {
    await server?.stop();
  }
}

async function ready(url: string, seconds: number, server: Server | null): Promise<void> {
  try {
    await waitFor(url, seconds, server);
  } catch (error) {
    if (server !== null)
      await withoutCommands(() => process.stdout.write(`The server printed:\n${server.lastLines()}`));
    throw error;
  }
}

/** @returns the exit code of `dustpan audit` */
async function audit({ folder, baseline, options, failOn, url }: Inputs): Promise<number> {
  const at = (name: string): string => join(folder, name);
  const known = baseline ?? (existsSync(at('baseline.json')) ? at('baseline.json') : null);
  const settings: Readonly<Record<string, string>> = {
    '--fail-on': failOn,
    '--db': at('crawl.dustpan'),
    '--format': 'github',
    '--output': at('annotations.txt'),
    ...(known !== null && { '--baseline': known }),
  };
  const reports = { json: 'report.json', markdown: 'report.md', sarif: 'report.sarif', html: 'report.html' };
  const also = Object.entries(reports).flatMap(([format, file]) => ['--also', `${format}=${at(file)}`]);
  // Parallel fetches end in another order each time, so that other duplicates would be new findings.
  const args = [
    'audit',
    '--concurrency',
    '1',
    ...options,
    '--fresh',
    ...Object.entries(settings).flat(),
    ...also,
    '--',
    url,
  ];
  return withoutCommands(async () => {
    // One pipe for both, so that their lines stay between those that stop and resume commands.
    const child = spawn(process.execPath, [LAUNCHER, ...args], { stdio: ['ignore', 1, 1] });
    const [code] = await once(child, 'exit');
    return code ?? 2;
  });
}

function report({ folder, baseline }: Inputs): void {
  const { GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output } = process.env;
  const found = readReport(join(folder, 'report.json'));
  const text = `${introduction(found.known)}\n\n${readFileSync(join(folder, 'report.md'), 'utf8')}`;
  writeFileSync(join(folder, 'report.md'), text);
  process.stdout.write(readFileSync(join(folder, 'annotations.txt')));
  if (summary !== undefined) appendFileSync(summary, `${text}\n`);
  if (output !== undefined) appendFileSync(output, `folder=${folder}\n`);
  if (baseline === null) keepFindings(join(folder, 'baseline.json'), found);
}

function introduction(known: number | null): string {
  return known === null
    ? 'All findings: there is nothing to compare with yet. A run on the branch that pull requests are for makes its findings known.'
    : `New findings only. Already known: ${known}.`;
}
