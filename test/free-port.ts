import { createServer } from 'node:net';

/**
 * A port that nobody listens at, for a server that cannot choose one itself. The system gives ports from 32768 on to
 * programs that ask for any, and would give this one to another test before its server listens, or between two of its starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
