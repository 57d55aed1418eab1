/** Starts three workers that share one crawl in PostgreSQL. Ctrl-C stops them; the same command goes on. */
import { fork } from 'node:child_process';
import { once } from 'node:events';

const [start] = process.argv.slice(2);
if (start === undefined || process.env['CRAWL'] === undefined) {
  console.error('name the crawl and the site: CRAWL=postgres://ann@localhost/crawls npm start -- https://example.com/');
  process.exit(2);
}

// A terminal sends Ctrl-C to the workers too. They finish what they do, and this program waits for them.
process.on('SIGINT', () => {});
const program = new URL('./worker.ts', import.meta.url);
const ends = await Promise.all(['one', 'two', 'three'].map((name) => once(fork(program, [start, name]), 'exit')));
process.exitCode = Math.max(...ends.map(([code, signal]) => Number(code ?? (signal === 'SIGINT' ? 130 : 2))));
