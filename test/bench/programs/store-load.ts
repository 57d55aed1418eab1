/**
 * A program that works a frontier as a crawler does, but fetches nothing: it leases 16 entries, and settles 8 pages a
 * call, with 150 links each. Usage: store-load.ts STORE PAGES NAME. Ends after so many pages, or by SIGTERM. Prints what it
 * did as JSON, and by SIGUSR2, after the call that it is in, the milliseconds of the longest call since the last time.
 */
import process, { argv, cpuUsage, stdout } from 'node:process';
import { openFrontier } from '../../../db/index.ts';
import { request } from '../../db/helpers.ts';
import { firstUrls, pageOf } from './made-pages.ts';

const [, , store = '', pages = '1000', name = 'one'] = argv;
const PER_SETTLE = 8;
const LEASING = { run: name, limit: 16, perSite: Number.POSITIVE_INFINITY } as const;

const frontier = await openFrontier(store, { join: true });
await frontier.add(firstUrls());
const started = performance.now();
let longest = 0;
const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());
let isAsked = false;
process.on('SIGUSR2', () => {
  isAsked = true;
});
const cpu = cpuUsage();
let done = 0;
while (done < Number(pages) && !ending.signal.aborted) {
  const leases = await timed(frontier.lease(request({ ...LEASING, now: frontier.now() })));
  for (let at = 0; at < leases.length; at += PER_SETTLE) {
    const settlements = leases.slice(at, at + PER_SETTLE).map(({ id }) => pageOf(id, frontier.now()));
    await timed(frontier.settle(name, settlements));
    done += settlements.length;
  }
}
const seconds = (performance.now() - started) / 1000;
const { user, system } = cpuUsage(cpu);
await frontier.close();
stdout.write(`${JSON.stringify({ pages: done, seconds, cpu: (user + system) / 1e6 })}\n`);

async function timed<T>(call: Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await call;
  longest = Math.max(longest, performance.now() - began);
  if (isAsked) {
    stdout.write(`${longest}\n`);
    longest = 0;
    isAsked = false;
  }
  return result;
}
