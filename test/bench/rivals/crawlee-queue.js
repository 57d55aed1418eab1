// Crawlee's own storage, worked as programs/store-load.ts works a frontier: npm install --no-save @crawlee/core @crawlee/memory-storage
import { Configuration, RequestQueue } from '@crawlee/core';
import { MemoryStorage } from '@crawlee/memory-storage';

const [, , directory = '.'] = process.argv;
const PAGES = 1000;
const storageClient = new MemoryStorage({ localDataDirectory: directory, persistStorage: true, writeMetadata: false });
const config = new Configuration({ storageClient, purgeOnStart: false });
const queue = await RequestQueue.open(`q${Date.now()}`, { config });
await queue.addRequests(Array.from({ length: 400 }, (_, n) => ({ url: url(n % 20, n, '') })));
const started = performance.now();
const cpu = process.cpuUsage();
let done = 0;
while (done < PAGES) {
  const request = await queue.fetchNextRequest();
  if (request === null) continue;
  const links = Array.from({ length: 150 }, (_, n) => ({ url: linkOf(done, n) }));
  await queue.addRequests(links);
  await queue.markRequestHandled(request);
  done++;
}
const { user, system } = process.cpuUsage(cpu);
process.stdout.write(
  `${JSON.stringify({ pages: done, seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 })}\n`,
);
process.exit(0);

function url(host, path, fragment) {
  return `https://host${host}.example/documentation/reference/chapter-${path % 97}/page-${path}.html${fragment}`;
}

function linkOf(id, n) {
  const host = id % 20;
  if (n % 6 === 0) return url(host, 1000 + id * 25 + n, '');
  return n % 6 === 1 ? url(host, (id * 31 + n * 7) % (1000 + id * 20), `#part-${n}`) : url(host, n, '');
}
