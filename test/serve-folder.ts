import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

export interface FolderServer {
  readonly origin: string;
  /** Ends the server. Returns the paths that were asked for, in order. */
  stop(): Promise<readonly string[]>;
}

/** Whether nginx is installed. */
export function hasNginx(): boolean {
  return spawnSync('nginx', ['-v']).status === 0;
}

/**
 * Serves a folder by nginx on a free port of this machine: a server that is faster than any crawler here.
 *
 * @param rate requests a second that are answered; above it answers 429. Null for all.
 */
export async function serveFolder(folder: string, rate: number | null = null): Promise<FolderServer> {
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), 'dustpan-nginx-'));
  const config = join(home, 'nginx.conf');
  const log = join(home, 'requests.log');
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${home}/pid; error_log ${home}/error.log;
     events { worker_connections 512; }
     http { types { text/html html; text/css css; } default_type application/octet-stream;
            log_format path $request_uri; access_log ${log} path buffer=4k flush=50ms;
            ${rate === null ? '' : limit(rate)}
            keepalive_requests 1000000; server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  );
  const server = spawn('nginx', ['-c', config, '-p', home], { stdio: 'ignore' });
  await answers(port, server);
  const stopped = once(server, 'exit');
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.kill('SIGTERM');
      await stopped;
      // Written whole now that the server has ended.
      const requests = readFileSync(log, 'utf8')
        .split('\n')
        .filter((path) => path !== '');
      rmSync(home, { recursive: true, force: true });
      return requests;
    },
  };
}

function limit(rate: number): string {
  return `limit_req_zone $binary_remote_addr zone=all:1m rate=${rate}r/s; limit_req zone=all burst=3 nodelay;
          limit_req_status 429;`;
}

/** Waits until the port takes connections, however long the server takes to start. */
export async function answers(port: number, server: ChildProcess): Promise<void> {
  while (!(await canConnect(port))) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error('the server did not start');
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
