/**
 * A program that works a frontier as a crawler does, but fetches nothing: it leases 16 entries, and settles 8 pages a
 * call, with 150 links each. Usage: store-load.ts STORE PAGES NAME. Ends after so many pages, or by SIGTERM. Prints what it
 * did as JSON.
 */
import process, { argv, cpuUsage, stdout } from 'node:process';
import { type FoundUrl, openFrontier, type Settlement } from '../../../db/index.ts';
import type { Key } from '../../../src/canon/key.ts';

const [, , store = '', pages = '1000', name = 'one'] = argv;
const LINKS = 150;
const HOSTS = 20;
const PER_LEASE = 16;
const PER_SETTLE = 8;
const NOTHING = {
  etag: null,
  lastModified: null,
  text: null,
  sketch: null,
  record: '{"title":"A page of a test"}',
  fields: null,
};
const COMMON = { depth: 1, hops: 0, source: 'link', role: 'page', lastmod: null, skip: null } as const;

function found(host: number, path: number, fragment: string): FoundUrl {
  const site = `host${host}.example`;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made as a canonicalizer would
  const key = `https://${site}/documentation/reference/chapter-${path % 97}/page-${path}.html` as Key;
  return { ...COMMON, url: key + fragment, key, site, pass: fragment === '' ? null : 'drop-fragment' };
}

/** Of a page's links, two thirds are of its site's menu, a sixth is new, and the rest goes to known pages by fragments. */
function linksOf(id: number): FoundUrl[] {
  return Array.from({ length: LINKS }, (_, n) => {
    const host = id % HOSTS;
    if (n % 6 === 0) return found(host, 1000 + id * 25 + n, '');
    return n % 6 === 1 ? found(host, (id * 31 + n * 7) % (1000 + id * 20), `#part-${n}`) : found(host, n, '');
  });
}

const frontier = await openFrontier(store, { join: true });
await frontier.add(Array.from({ length: HOSTS * 20 }, (_, n) => found(n % HOSTS, n, '')));
const started = performance.now();
let longest = 0;
const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());
const cpu = cpuUsage();
let done = 0;
while (done < Number(pages) && !ending.signal.aborted) {
  const leases = await timed(
    frontier.lease({
      run: name,
      limit: PER_LEASE,
      perSite: Number.POSITIVE_INFINITY,
      ahead: 1,
      delay: 0,
      now: frontier.now(),
      level: false,
      total: null,
    }),
  );
  for (let at = 0; at < leases.length; at += PER_SETTLE) {
    const settlements = leases.slice(at, at + PER_SETTLE).map(
      ({ id }): Settlement => ({
        id,
        at: frontier.now(),
        siteUntil: null,
        found: linksOf(id),
        outcome: {
          kind: 'page',
          status: 200,
          contentType: 'text/html',
          digest: 'd',
          canonical: null,
          note: null,
          role: 'page',
          details: NOTHING,
        },
      }),
    );
    await timed(frontier.settle(name, settlements));
    done += settlements.length;
  }
}
const seconds = (performance.now() - started) / 1000;
const { user, system } = cpuUsage(cpu);
await frontier.close();
stdout.write(`${JSON.stringify({ pages: done, seconds, cpu: (user + system) / 1e6, longest })}\n`);

async function timed<T>(call: Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await call;
  longest = Math.max(longest, performance.now() - began);
  return result;
}
