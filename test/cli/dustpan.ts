import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Ended {
  /** Null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
}

export const launcher: string = join(import.meta.dirname, '../../src/cli/launch.js');

/** Starts the command line, in a folder of its own unless one is named, and closes its standard input behind `input`. */
export function start(
  args: readonly string[],
  input: string | Uint8Array = '',
  cwd: string = temporaryFolder(),
  environment: Readonly<Record<string, string>> = {},
): Started {
  return ended(spawn(process.execPath, [launcher, ...args], { cwd, env: { ...process.env, ...environment } }), input);
}

function ended(child: ChildProcessWithoutNullStreams, input: string | Uint8Array): Started {
  const end = new Promise<Ended>((resolve) => {
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return { process: child, ended: end };
}

/** Starts the command line as on a machine with this name. */
export function startOn(machine: string, args: readonly string[]): Started {
  const command = ['--uts', 'sh', '-c', 'hostname "$0" && exec "$@"', machine, process.execPath, launcher, ...args];
  return ended(spawn('unshare', command, { cwd: temporaryFolder() }), '');
}

export function dustpan(args: readonly string[], input: string | Uint8Array = '', cwd?: string): Promise<Ended> {
  return start(args, input, cwd).ended;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'dustpan-test-'));
}

/** The objects of NDJSON. */
export function ndjson(text: string): readonly unknown[] {
  return text
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}
