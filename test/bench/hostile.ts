import type { Entry } from '../../db/index.ts';
import { FLOOD_SITES, HOSTILE_SITES, type HostileSite } from '../hostile/catalogue.ts';
import { crawlInProcess } from '../hostile/crawl-in-process.ts';
import { respond } from '../hostile/server.ts';

const MIB = 1024 ** 2;

/** A page, as most are: what a crawl takes anyway. */
const PLAIN: HostileSite = {
  what: 'has one page',
  behaviours: { '/': (socket) => respond(socket, '<a href=/ok>x</a>', 'content-type: text/html\r\n') },
  seed: '/',
  outcomes: { '/': { state: 'done' } },
};

/**
 * What a crawl makes of each hostile site, each in a process of its own: how long its main loop was held up at most, by
 * the wall clock and by the processor's, how much more memory it took than for one plain page, and what was recorded.
 */
export async function benchHostile(print: (line: string) => void): Promise<void> {
  // The first run fills the cache of compiled modules.
  await crawlInProcess(PLAIN);
  const plain = (await crawlInProcess(PLAIN)).peak;
  print(`a plain page takes ${mib(plain)}`);
  const [blocks, works, peaks]: number[][] = [[], [], []];
  for (const hostile of [...HOSTILE_SITES, ...FLOOD_SITES]) {
    const { entries, requests, milliseconds, origin, block, work, peak } = await crawlInProcess(hostile);
    blocks?.push(block);
    works?.push(work);
    peaks?.push(peak);
    const cells = [milliseconds, block, work].map((time) => `${Math.round(time)} ms`.padStart(10));
    print(
      `${cells.join('')}${`+${mib(peak - plain)}`.padStart(10)}${`${requests} requests`.padStart(17)}  ${hostile.what}: ${outcomesOf(hostile, entries, origin)}`,
    );
  }
  const most = (of: readonly number[] = []): number => Math.max(...of);
  print(
    `at most ${Math.round(most(blocks))} ms, ${Math.round(most(works))} ms of the processor; ${mib(most(peaks))}, ${mib(most(peaks) - plain)} more than a plain page`,
  );
}

function outcomesOf({ outcomes }: HostileSite, entries: readonly Entry[], origin: string): string {
  const found = Object.keys(outcomes).map((path) => {
    const entry = entries.find(({ key, reason }) =>
      path === '*' ? reason === outcomes['*']?.reason : key === (path.startsWith('/') ? origin + path : path),
    );
    return [entry?.state, entry?.reason].filter(Boolean).join(' ');
  });
  return [...new Set(found)].join(', ');
}

function mib(bytes: number): string {
  return `${Math.round(bytes / MIB)} MiB`;
}
