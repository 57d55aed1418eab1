import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../io/exit.ts';
import { logLine } from '../io/output.ts';
import { COMPLAINT, type ReportOrder } from './report-order.ts';

/** A complete page. */
export interface RenderedPage {
  readonly revision: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The bytes of the page, in parts. */
  readonly parts: readonly Uint8Array[];
}

/** Maximum length of a process's error message, in characters. */
const MAX_MESSAGE = 2000;

/**
 * Renders the report of a crawl in a separate process: an audit blocks its thread, may run out of memory, and closing a
 * file would release other locks of the process on it (fcntl).
 *
 * @param signal kills the process
 * @throws {UsageError} if the report cannot be rendered, with the reason
 */
export async function render(order: ReportOrder, signal: AbortSignal): Promise<RenderedPage> {
  // In a build, it is next to the chunk with this module.
  const file = import.meta.url.endsWith('.ts') ? './report-process.ts' : './report-process.js';
  const program = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  // Not as an argument: other users of the machine see those, and the order may hold a password.
  child.stdin.on('error', () => undefined).end(JSON.stringify(order));
  const parts: Uint8Array[] = [];
  let message = '';
  child.stdout.on('data', (part: Uint8Array) => parts.push(part));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    message = (message + text).slice(0, MAX_MESSAGE);
  });
  await once(child, 'close');
  if (child.exitCode === 0) {
    for (const line of message.split('\n')) if (line.startsWith(COMPLAINT)) logLine(line);
    return { revision: order.revision, createdAt: order.createdAt, parts };
  }
  throw new UsageError(message.trim() || `the process that renders the report was killed by ${child.signalCode}`);
}
