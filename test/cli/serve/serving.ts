import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createInterface } from 'node:readline';
import { afterEach } from 'vitest';
import type { ReportHead } from '../../../src/report/html/embedded.ts';
import type { Progress } from '../../../src/report/html/progress.ts';
import { type Ended, start } from '../dustpan.ts';

/** `dustpan serve` that runs. */
export interface Serving {
  /** With a slash at the end. */
  readonly url: string;
  readonly port: number;
  readonly get: (path: string, options?: RequestOptions) => Promise<Answered>;
  readonly progress: () => Promise<Progress>;
  /** What the report says of itself. */
  readonly head: () => Promise<ReportHead>;
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>;
}

interface RequestOptions {
  readonly method?: string;
  readonly host?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const running = new Set<() => void>();
afterEach(() => {
  for (const kill of running) kill();
  running.clear();
});

/** Serves a database until the test has ended. */
export async function serving(database: string, ...args: readonly string[]): Promise<Serving> {
  const { process: child, ended } = start(['serve', database, ...args]);
  running.add(() => child.kill('SIGKILL'));
  if (child.stdout === null) throw new Error('there is no standard output');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(({ stderr }) => [stderr]),
  ]);
  const url = String(line);
  const port = Number(/^http:\/\/127\.0\.0\.1:(\d+)\/$/.exec(url)?.[1]);
  if (Number.isNaN(port)) throw new Error(url);
  const get: Serving['get'] = (path, options) => ask(port, path, options);
  return {
    url,
    port,
    get,
    progress: async () => JSON.parse((await get('/progress')).text),
    head: async () => headOf(await get('/')),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** What the report in an answer says of itself. */
export function headOf({ status, text }: Answered): ReportHead {
  const json = /<script type="application\/json" id="report">(.*?)<\/script>/s.exec(text)?.[1];
  if (json === undefined) throw new Error(`no report but ${status}: ${text}`);
  return JSON.parse(json);
}

/** Unlike `fetch`, it sends any Host. While the report is being made, it asks again. */
async function ask(port: number, path: string, { method = 'GET', host }: RequestOptions = {}): Promise<Answered> {
  const headers = host === undefined ? {} : { host };
  const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end();
  const [response] = await once(asked, 'response');
  response.setEncoding('utf8');
  const text = (await Array.fromAsync<string>(response)).join('');
  if ('retry-after' in response.headers) return ask(port, path, { method, ...(host !== undefined && { host }) });
  return { status: response.statusCode, headers: response.headers, text };
}
