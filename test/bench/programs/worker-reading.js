/**
 * What a crawl would gain if a worker thread read its pages: the CPU time of reading a folder of pages in the main thread,
 * and the CPU time that stays there, and of all threads, if a worker reads them and sends back records and links.
 *
 * Argument: the folder. Needs `npm run build`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, cpuUsage, stdout, threadCpuUsage } from 'node:process';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

const { readWhole } = await import(new URL('../../../dist/crawler/page/document.js', import.meta.url).href);
const ROUNDS = 7;
const AT_A_TIME = 16;

/** What the main thread needs of a page: its record as stored, and its links, of which it makes keys. */
async function read(url, body) {
  const { record, links } = await readWhole({ url, headers: { 'content-type': 'text/html' }, body });
  return { record: JSON.stringify(record), links: Array.from(links, (link) => link.url) };
}

if (isMainThread) await measure(argv[2] ?? '');
else {
  parentPort?.on('message', ({ url, body }) => {
    void read(url, body).then((page) => parentPort?.postMessage(page));
  });
}

async function measure(folder) {
  const files = globSync('**/*.html', { cwd: folder });
  const pages = files.map((name) => ({ url: `http://localhost/${name}`, body: readFileSync(join(folder, name)) }));
  const worker = new Worker(new URL(import.meta.url));
  const waiting = [];
  worker.on('message', (page) => waiting.shift()(page));
  const inWorker = ({ url, body }) =>
    new Promise((resolve) => {
      waiting.push(resolve);
      const own = new Uint8Array(body);
      worker.postMessage({ url, body: own }, [own.buffer]);
    });
  const here = ({ url, body }) => read(url, new Uint8Array(body));
  const costs = { here: [], worker: [] };
  for (let round = 0; round < ROUNDS; round++) {
    costs.here.push(await cost(pages, here));
    costs.worker.push(await cost(pages, inWorker));
  }
  await worker.terminate();
  for (const [where, all] of Object.entries(costs)) {
    const [main, threads, wall] = [0, 1, 2].map(
      (at) => all.map((one) => one[at]).toSorted((a, b) => a - b)[ROUNDS >> 1],
    );
    stdout.write(
      `${where}: main thread ${main.toFixed(3)} ms a page, all threads ${threads.toFixed(3)}, wall ${wall.toFixed(3)}\n`,
    );
  }
}

/** Milliseconds a page: CPU time of the main thread, of all threads, and the time that passes. */
async function cost(pages, readOne) {
  const [main, all, start] = [threadCpuUsage(), cpuUsage(), performance.now()];
  let next = 0;
  const work = async () => {
    while (next < pages.length) await readOne(pages[next++]);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  const own = threadCpuUsage(main);
  const whole = cpuUsage(all);
  return [(own.user + own.system) / 1000, (whole.user + whole.system) / 1000, performance.now() - start].map(
    (value) => value / pages.length,
  );
}
