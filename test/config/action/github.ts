/** The part of GitHub's REST API that comments need. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach } from 'vitest';
import { close, listen } from '../../../config/demo-site/loopback.ts';

export interface GitHub {
  readonly url: string;
  readonly requests: { readonly method: string; readonly path: string; readonly token: string }[];
  /** The texts of the comments, in order. */
  readonly comments: readonly string[];
  readonly add: (body: string, login?: string) => void;
  /** The status of all answers; null to answer. */
  refuses: number | null;
}

const BOT = 'github-actions[bot]';

/** Serves the comments of a pull request until the test ends. */
export async function gitHub(repository: string, pull: number): Promise<GitHub> {
  const comments: { id: number; body: string; user: { login: string } }[] = [];
  const requests: { method: string; path: string; token: string }[] = [];
  const add = (body: string, login = BOT): void =>
    void comments.push({ id: comments.length + 1, body, user: { login } });
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://github.example');
    const method = request.method ?? '';
    requests.push({ method, path: pathname, token: request.headers.authorization ?? '' });
    const answer = (status: number, body: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const written: string | undefined = method === 'GET' ? undefined : JSON.parse(await text(request)).body;
    const list = `/repos/${repository}/issues/${pull}/comments`;
    const [, id] = /\/issues\/comments\/(\d+)$/.exec(pathname) ?? [];
    const own = comments.find((comment) => String(comment.id) === id);
    if (github.refuses !== null) answer(github.refuses, { message: 'Resource not accessible by integration' });
    else if (method === 'GET' && pathname === list) {
      const [size, page] = [Number(searchParams.get('per_page')), Number(searchParams.get('page'))];
      answer(200, comments.slice((page - 1) * size, page * size));
    } else if (method === 'POST' && pathname === list && written !== undefined) {
      add(written);
      answer(201, comments.at(-1));
    } else if (method === 'PATCH' && own !== undefined && written !== undefined) {
      own.body = written;
      answer(200, own);
    } else answer(404, { message: 'Not Found' });
  };
  const server = createServer((request, response) => void handle(request, response));
  const github: GitHub = {
    url: `http://127.0.0.1:${await listen(server)}`,
    requests,
    get comments() {
      return comments.map(({ body }) => body);
    },
    add,
    refuses: null,
  };
  open.push(() => close(server));
  return github;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((end) => end()));
});
