import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { InvalidArgumentError, Option } from 'commander';
import { type Edition, policyOf } from '../../report/html/page.ts';
import { UsageError } from '../io/exit.ts';
import { logInternalError } from '../io/output.ts';
import { count } from '../options/units.ts';

/** The address where this machine reaches the server. Other machines cannot. */
const ADDRESS = '127.0.0.1';
/** Every IPv4 address of the machine. */
const EVERYWHERE = '0.0.0.0';

/** Maximum time during which a client reads nothing of a response, in milliseconds. */
const LONGEST_STALL = 30_000;

/** The headers of every answer, beside a policy. */
const COMMON = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** The headers of a page. */
export const HTML = { 'content-type': 'text/html; charset=utf-8' };
/** The headers of a text. */
export const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

/** What a server answers. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly (string | Uint8Array)[];
}

/** What a server has. */
export interface LocalPages {
  /** The answer to a path; null if there is nothing there. */
  readonly answer: (path: string) => Promise<Answer | null>;
  /** The paths, for people who ask for another one. */
  readonly paths: readonly string[];
  /** The headers of answers that have none of the same names. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A server that only this machine can reach, under its own name, and never pages of other sites. */
export function localServer({ answer, paths, headers: usual }: LocalPages): Server {
  async function answerTo({ method = '', url = '', headers, socket }: IncomingMessage): Promise<Answer> {
    if (!isOwnHost(headers.host, socket.localPort)) return refusal(421, 'Use the address 127.0.0.1 or localhost.');
    if (method !== 'GET' && method !== 'HEAD')
      return refusal(405, 'Only GET and HEAD are allowed.', { allow: 'GET, HEAD' });
    return (await answer(url)) ?? refusal(404, `Not found. Available: ${paths.join(', ')}.`);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body } = await answerTo(request).catch(failure);
    response.setTimeout(LONGEST_STALL, () => response.destroy());
    response.writeHead(status, { ...COMMON, ...usual, ...headers });
    if (request.method === 'HEAD') response.end();
    // The client may close the connection.
    else await pipeline(Readable.from(body), response).catch(() => {});
  }

  return createServer((request, response) => void handle(request, response));
}

/** The option of commands that serve pages. */
export function portOption(): Option {
  return new Option('--port <n>', 'port to listen on').argParser(portNumber).default(0, 'a free port');
}

/** The option of commands that may run in a container. */
export function listenOption(): Option {
  return new Option(
    '--listen <address>',
    'where to listen: this machine only, or everywhere, for a container whose port is published; requests must name 127.0.0.1 or localhost and the port',
  )
    .choices([ADDRESS, EVERYWHERE])
    .default(ADDRESS);
}

function portNumber(text: string): number {
  const number = count(0)(text);
  if (number <= 65_535) return number;
  throw new InvalidArgumentError('Write a number up to 65535.');
}

/**
 * Lets the server listen.
 *
 * @param wanted the port; 0 for a free one
 * @param on the address to listen on
 * @returns the address of its first page
 * @throws {UsageError} if it cannot listen there
 */
export async function listen(server: Server, wanted: number, on: string = ADDRESS): Promise<string> {
  try {
    await once(server.listen(wanted, on), 'listening');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`cannot listen on port ${wanted} (${reason}); choose another port, or omit --port`);
  }
  const address = server.address();
  return `http://${ADDRESS}:${typeof address === 'object' && address !== null ? address.port : wanted}/`;
}

/** The Content-Security-Policy of a page. `frame-ancestors` has an effect only in a header. */
export async function policyHeader(edition: Edition): Promise<Readonly<Record<string, string>>> {
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
  return { status, headers: { ...TEXT, ...headers }, body: [`${message}\n`] };
}

function failure(error: unknown): Answer {
  logInternalError(error);
  return refusal(500, 'Internal error; see the terminal for details.');
}
