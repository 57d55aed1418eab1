import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach } from 'vitest';
import { close, listen } from '../../config/demo-site/loopback.ts';

/** The answer of a test server at a path: the HTML of a page, or a function that answers. */
export type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface Web {
  readonly port: number;
  /** `http://127.0.0.1:PORT`, without a slash. */
  readonly origin: string;
  /** The request targets in order, byte for byte, without requests for a robots.txt that the test does not define. */
  readonly requests: string[];
  close(): Promise<void>;
}

/**
 * Serves pages by their exact request target on a free port of this machine. Answers 404 for all others, including
 * robots.txt unless a function answers it.
 */
export async function serve(
  answers: Readonly<Record<string, Answer>> | ((target: string) => Answer | undefined),
): Promise<Web> {
  const requests: string[] = [];
  const find =
    typeof answers !== 'function'
      ? (target: string) => answers[target]
      : (target: string) => (target === '/robots.txt' ? undefined : answers(target));
  const server = createServer((request, response) => {
    const target = request.url ?? '';
    const answer = find(target);
    if (target !== '/robots.txt' || answer !== undefined) requests.push(target);
    if (answer === undefined) response.writeHead(404).end();
    else if (typeof answer === 'function') answer(request, response);
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer);
  });
  const port = await listen(server);
  return { port, origin: `http://127.0.0.1:${port}`, requests, close: () => close(server) };
}

const open: Web[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((web) => web.close()));
});

/** Serves pages like {@link serve}, until the test ends. */
export async function site(answers: Parameters<typeof serve>[0]): Promise<Web> {
  const web = await serve(answers);
  open.push(web);
  return web;
}

/** A page with links to these references. */
export function links(...references: readonly string[]): string {
  return `<!doctype html><title>t</title>${references.map((href) => `<a href="${href.replaceAll('"', '&quot;')}">x</a>`).join('\n')}`;
}

export function redirect(status: number, location: string): Answer {
  return (_, response) => response.writeHead(status, { location }).end();
}

export function respond(
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body: string | Uint8Array = '',
): Answer {
  return (_, response) => response.writeHead(status, headers).end(body);
}
