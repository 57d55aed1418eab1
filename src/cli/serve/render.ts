import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../io/exit.ts';
import type { ReportOrder } from './report-order.ts';

/** A page that is whole. */
export interface RenderedPage {
  readonly revision: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Its bytes, one part behind the other. */
  readonly parts: readonly Uint8Array[];
}

/** Characters of what a process says of its failure. */
const MAX_MESSAGE = 2000;

/**
 * Makes the page of a crawl's report in a process of its own: an audit keeps its thread busy, may need more memory than
 * there is, and closing a file would end the locks that its process holds elsewhere on it (fcntl).
 *
 * @param signal kills the process
 * @throws {UsageError} where there is no report, with the reason
 */
export async function render(order: ReportOrder, signal: AbortSignal): Promise<RenderedPage> {
  // Built, it is beside the chunk that holds this.
  const file = import.meta.url.endsWith('.ts') ? './report-process.ts' : './report-process.js';
  const program = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  const parts: Uint8Array[] = [];
  let message = '';
  child.stdout.on('data', (part: Uint8Array) => parts.push(part));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    message = (message + text).slice(0, MAX_MESSAGE);
  });
  await once(child, 'close');
  if (child.exitCode === 0) return { revision: order.revision, createdAt: order.createdAt, parts };
  throw new UsageError(message.trim() || `the process that makes the report was ended by ${child.signalCode}`);
}
