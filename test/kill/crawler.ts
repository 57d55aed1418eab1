import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** A process that crawls with the real command line. */
export interface Crawler {
  readonly process: ChildProcess;
  /** The result of a process: its exit code, null after a signal, and its output. */
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

const launcher = join(import.meta.dirname, '../../src/cli/launch.js');

/** @param preload a module that is loaded first; null for none */
export function startCrawler(args: readonly string[], preload: string | null): Crawler {
  const imports = preload === null ? [] : ['--import', preload];
  const child = spawn(process.execPath, [...imports, launcher, 'crawl', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return {
    process: child,
    ended: new Promise((resolve) => {
      child.on('close', (code) => resolve({ code, stderr }));
    }),
  };
}
