import { ChildProcess, spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { removeFolder } from './profile-folder.ts';

/** Where Node tells of each process that it starts. Playwright does not say which one is the browser. */
const CHANNEL = 'child_process';

/**
 * What the guard runs: when its input ends, it ends the group of the browser, and removes the profile. Its input names the
 * folder of a socket that goes with it.
 */
const PROGRAM = `const [pid, folder] = process.argv.slice(1);
  const { rmSync, rmdirSync } = require('node:fs');
  const { join } = require('node:path');
  const tried = (work) => { try { work(); } catch {} };
  let socket = '';
  process.stdin.setEncoding('utf8').on('data', (text) => { socket += text; }).on('close', () => {
    tried(() => process.kill(process.platform === 'win32' ? +pid : -pid, 'SIGKILL'));
    if (socket) {
      for (const name of ['SingletonSocket', 'SingletonCookie']) tried(() => rmSync(join(socket, name)));
      tried(() => rmdirSync(socket));
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });`;

/**
 * Ends a browser with all its processes, and removes its profile: when it is told to, or when this process ends, however
 * that ends. It is a process of its own, whose input is a pipe from here.
 */
export class BrowserGuard {
  readonly #folder: string;
  #browser: ChildProcess | null = null;
  #guard: ChildProcess | null = null;

  /**
   * Waits for the browser, which is the next process that is started with that folder.
   *
   * @param folder the folder of its profile
   */
  constructor(folder: string) {
    this.#folder = folder;
    subscribe(CHANNEL, this.#see);
  }

  /** The browser's process, which leads the group of its processes; null if none was started. */
  get pid(): number | null {
    return this.#browser?.pid ?? null;
  }

  /** Notes where a started Chromium has its socket, which is not in its profile, and which it may leave. */
  noteSocket(): void {
    try {
      this.#guard?.stdin?.write(dirname(readlinkSync(join(this.#folder, 'SingletonSocket'))));
    } catch {
      // It has none.
    }
  }

  /** Ends the browser. Fulfilled when its profile is gone. */
  async end(): Promise<void> {
    unsubscribe(CHANNEL, this.#see);
    if (this.#guard === null) return removeFolder(this.#folder);
    if (this.#guard.exitCode !== null || this.#guard.signalCode !== null) return;
    const ended = once(this.#guard, 'exit');
    this.#guard.ref();
    this.#guard.stdin?.end();
    await ended;
  }

  readonly #see = (message: unknown): void => {
    const child = startedProcess(message);
    // It has no arguments yet.
    child?.once('spawn', () => {
      if (this.#browser !== null || !child.spawnargs.some((argument) => argument.includes(this.#folder))) return;
      unsubscribe(CHANNEL, this.#see);
      this.#browser = child;
      this.#guard = this.#start(String(child.pid));
    });
  };

  #start(pid: string): ChildProcess {
    // In a session of its own, it outlives what ends the others.
    const guard = spawn(process.execPath, ['-e', PROGRAM, pid, this.#folder], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, NODE_OPTIONS: '' },
      detached: true,
      windowsHide: true,
    });
    guard.unref();
    guard.stdin.on('error', () => {});
    return guard;
  }
}

function startedProcess(message: unknown): ChildProcess | null {
  const isKnown = typeof message === 'object' && message !== null && 'process' in message;
  return isKnown && message.process instanceof ChildProcess ? message.process : null;
}
