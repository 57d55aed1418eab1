import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DustpanError } from '../../error.ts';
import { type Edition, LIVE, policyOf } from '../../report/html/page.ts';
import type { Progress } from '../../report/html/progress.ts';
import { logLine } from '../io/output.ts';
import type { CrawlProgress } from './crawl-progress.ts';
import type { LiveReport } from './live-report.ts';
import { PROBLEM, problemPage } from './problem-page.ts';

/** The data that the server shows. */
export interface ServerOptions {
  readonly report: LiveReport;
  readonly progress: () => Promise<CrawlProgress>;
}

/** The address to listen on; other machines cannot reach it. */
export const ADDRESS = '127.0.0.1';

/** Maximum time during which a client reads nothing of a response, in milliseconds. */
const LONGEST_STALL = 30_000;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly (string | Uint8Array)[];
}

/** Serves the report and the progress of a crawl, only to this machine and never to pages of other sites. */
export async function reportServer({ report, progress }: ServerOptions): Promise<Server> {
  const problemHeaders = { ...HTML, ...(await policyHeader(PROBLEM)) };
  const common = {
    ...(await policyHeader(LIVE)),
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const { method = '', url, headers, socket } = request;
    if (!isOwnHost(headers.host, socket.localPort)) return refusal(421, 'Use the address 127.0.0.1 or localhost.');
    if (method !== 'GET' && method !== 'HEAD')
      return refusal(405, 'Only GET and HEAD are allowed.', { allow: 'GET, HEAD' });
    if (url === '/') return reportAnswer();
    if (url === '/progress') return progressAnswer();
    return refusal(404, 'Not found. Available: / and /progress.');
  }

  async function reportAnswer(): Promise<Answer> {
    try {
      const { parts } = await report.page();
      return { status: 200, headers: HTML, body: parts };
    } catch (error) {
      if (!(error instanceof DustpanError)) throw error;
      return { status: 503, headers: problemHeaders, body: [problemPage(error.message)] };
    }
  }

  async function progressAnswer(): Promise<Answer> {
    const now: Progress = {
      ...(await progress()),
      revision: await report.revision(),
      reportCreatedAt: report.createdAt(),
    };
    return { status: 200, headers: { 'content-type': 'application/json' }, body: [JSON.stringify(now)] };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body } = await answerTo(request).catch(failure);
    response.setTimeout(LONGEST_STALL, () => response.destroy());
    response.writeHead(status, { ...common, ...headers });
    if (request.method === 'HEAD') response.end();
    // The client may close the connection.
    else await pipeline(Readable.from(body), response).catch(() => {});
  }

  return createServer((request, response) => void handle(request, response));
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };

/** The Content-Security-Policy of a page. `frame-ancestors` has an effect only in a header. */
async function policyHeader(edition: Edition): Promise<Readonly<Record<string, string>>> {
  return { 'content-security-policy': `${await policyOf(edition)}; frame-ancestors 'none'` };
}

/**
 * Whether the Host header names this server. A page of another site that reaches it by DNS rebinding sends its own name.
 */
function isOwnHost(host: string | undefined, port: number | undefined): boolean {
  const [name = '', given = '80', ...rest] = host?.toLowerCase().split(':') ?? [];
  return (name === ADDRESS || name === 'localhost') && given === String(port) && rest.length === 0;
}

function refusal(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'text/plain', ...headers }, body: [`${message}\n`] };
}

function failure(error: unknown): Answer {
  logLine(`dustpan: internal error, please report it: ${error instanceof Error ? error.stack : String(error)}`);
  return refusal(500, 'Internal error; see the terminal for details.');
}
