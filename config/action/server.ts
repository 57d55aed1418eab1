import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A server that a command has started. */
export interface Server {
  /** Why the command failed; null while it runs, and if it ended well, as one does that starts a service. */
  readonly failure: () => string | null;
  /** The last lines that it printed. */
  readonly lastLines: () => string;
  /** Ends all its processes. */
  readonly stop: () => Promise<void>;
}

/** The site did not answer. The message says why, and what to do. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** How often to ask, and how long an answer and an end may take, in milliseconds. */
const PAUSE = 250;
const ANSWER_TIME = 5000;
const END_TIME = 5000;

/** Starts a command of bash as the leader of a group of processes. It prints to the file. */
export function startServer(command: string, log: string): Server {
  const file = openSync(log, 'w');
  const child = spawn('bash', ['-eo', 'pipefail', '-c', command], { detached: true, stdio: ['ignore', file, file] });
  closeSync(file);
  let failure: string | null = null;
  const ended = Promise.withResolvers<void>();
  child.on('exit', (code, signal) => {
    if (code !== 0) failure = `the command of start ended with ${code ?? signal}`;
    ended.resolve();
  });
  child.on('error', () => {
    failure = 'bash, which runs the command of start, is not installed';
    ended.resolve();
  });
  const end = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group has ended.
    }
  };
  return {
    failure: () => failure,
    lastLines: () => readFileSync(log, 'utf8').trimEnd().split('\n').slice(-20).join('\n'),
    stop: async () => {
      end('SIGTERM');
      await Promise.race([ended.promise, delay(END_TIME, undefined, { ref: false })]);
      end('SIGKILL');
    },
  };
}

/**
 * Waits until a URL answers with anything but a server error.
 *
 * @throws {NoAnswerError} if it does not in time, or if the server has failed
 */
export async function waitFor(url: string, seconds: number, server: Server | null): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const problem = await problemOf(url);
    if (problem === null) return;
    const failure = server?.failure() ?? null;
    if (failure !== null) throw new NoAnswerError(failure);
    if (performance.now() > deadline)
      throw new NoAnswerError(
        `${url} did not answer within ${seconds} s (${problem}); check url, wait-for and start, or raise wait-seconds`,
      );
    await delay(PAUSE);
  }
}

async function problemOf(url: string): Promise<string | null> {
  try {
    const { status, body } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_TIME) });
    await body?.cancel();
    return status < 500 ? null : `status ${status}`;
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  }
}
