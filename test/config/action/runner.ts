/** Runs the steps of `action.yml` as a runner of GitHub does: expressions, environment, outputs, conditions and the cache. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { type Contexts, evaluate, interpolate } from './expressions.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A step of a composite action. */
interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
  readonly 'continue-on-error'?: boolean;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export const ACTION: Action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));

/** A run of a job with the action as its step. */
export interface Job {
  readonly inputs: Readonly<Record<string, string>>;
  /** The checked out repository. */
  readonly workspace: string;
  /** Folders with caches by key, as this run may read them: newest last. */
  readonly cache: string;
  readonly event: 'push' | 'pull_request' | 'schedule';
  /** What GitHub tells about the event. */
  readonly payload?: object;
  readonly api?: string;
  readonly runId: number;
}

/** What a run did. */
export interface Ran {
  readonly succeeded: boolean;
  /** The exit codes of the steps that ran, by name. */
  readonly codes: ReadonlyMap<string, number>;
  /** What all steps printed. */
  readonly log: string;
  readonly summary: string;
  /** The files that were sent to code scanning. */
  readonly scanned: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
}

/** Runs all steps but the installation, in whose place are the Node and the dustpan of this test. */
export async function runAction(job: Job): Promise<Ran> {
  const temp = mkdtempSync(join(tmpdir(), 'runner-'));
  const given = Object.entries(ACTION.inputs).map(([name, { default: value = '' }]) => [
    name,
    job.inputs[name] ?? value,
  ]);
  const inputs: Readonly<Record<string, string>> = Object.fromEntries(given);
  const steps: Record<string, { outputs: Record<string, string> }> = {
    install: { outputs: { node: process.execPath } },
  };
  const contexts: Contexts = {
    inputs,
    steps,
    github: { event_name: job.event, run_id: String(job.runId), run_attempt: '1', token: 'secret-token' },
    runner: { temp },
  };
  const codes = new Map<string, number>();
  const scanned: string[] = [];
  let [log, succeeded] = ['', true];
  for (const step of ACTION.runs.steps) {
    if (step.id === 'install' || !isWanted(step, contexts, succeeded)) continue;
    const output = join(temp, 'output');
    writeFileSync(output, '');
    const settings = Object.fromEntries(
      Object.entries(step.with ?? {}).map(([name, value]) => [name, interpolate(value, contexts)]),
    );
    if (step.uses?.startsWith('actions/cache/restore@')) restore(job.cache, settings);
    else if (step.uses?.startsWith('actions/cache/save@')) save(job.cache, settings);
    else if (step.uses?.startsWith('github/codeql-action/upload-sarif@'))
      scanned.push(readFileSync(settings['sarif_file'] ?? '', 'utf8'));
    else if (step.uses !== undefined) throw new Error(`unknown action ${step.uses}`);
    else {
      const { code, text } = await bash(
        step,
        contexts,
        { ...environmentOf(job, temp), GITHUB_OUTPUT: output },
        job.workspace,
      );
      codes.set(step.name, code);
      log += text;
      if (code !== 0) succeeded = false;
    }
    if (step.id !== undefined) steps[step.id] = { outputs: outputsIn(readFileSync(output, 'utf8')) };
  }
  const summary = join(temp, 'summary');
  return {
    succeeded,
    codes,
    log,
    scanned,
    summary: existsSync(summary) ? readFileSync(summary, 'utf8') : '',
    outputs: Object.fromEntries(
      Object.entries(ACTION.outputs).map(([name, { value }]) => [name, interpolate(value, contexts)]),
    ),
  };
}

/** Without a function of the state, a step runs only if all before it succeeded. */
function isWanted({ if: condition }: Step, contexts: Contexts, succeeded: boolean): boolean {
  if (condition === undefined) return succeeded;
  const isOfState = /\b(?:cancelled|always|failure|success)\(\)/.test(condition);
  return (succeeded || isOfState) && evaluate(condition.replace(/^\$\{\{|\}\}$/g, ''), contexts) === true;
}

function environmentOf(job: Job, temp: string): Readonly<Record<string, string>> {
  const event = join(temp, 'event.json');
  writeFileSync(event, JSON.stringify(job.payload ?? {}));
  return {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    TMPDIR: process.env['TMPDIR'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: ROOT,
    GITHUB_API_URL: job.api ?? 'http://127.0.0.1:9',
    GITHUB_EVENT_NAME: job.event,
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: 'ann/brooms',
    GITHUB_STEP_SUMMARY: join(temp, 'summary'),
    RUNNER_TEMP: temp,
  };
}

async function bash(
  { run = '', env = {} }: Step,
  contexts: Contexts,
  environment: Readonly<Record<string, string>>,
  cwd: string,
): Promise<{ readonly code: number; readonly text: string }> {
  const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, interpolate(value, contexts)]));
  const script = join(mkdtempSync(join(tmpdir(), 'step-')), 'step.sh');
  writeFileSync(script, interpolate(run, contexts));
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
    cwd,
    env: { ...environment, ...own },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  const code = await new Promise<number>((resolve) => {
    child.on('close', (status) => resolve(status ?? -1));
  });
  return { code, text };
}

function outputsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** The newest cache whose key starts with a restore key. */
function restore(cache: string, { path = '', 'restore-keys': start = '' }: Readonly<Record<string, string>>): void {
  const newest = readdirSync(cache)
    .toSorted()
    .findLast((name) => name.startsWith(start));
  if (newest === undefined) return;
  mkdirSync(dirname(path), { recursive: true });
  cpSync(join(cache, newest), path);
}

function save(cache: string, { path = '', key = '' }: Readonly<Record<string, string>>): void {
  rmSync(join(cache, key), { force: true });
  cpSync(path, join(cache, key));
}
