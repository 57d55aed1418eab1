import { HOSTILE_SITES } from '../hostile/catalogue.ts';
import { crawlHostile } from '../hostile/crawl.ts';

const MIB = 1024 ** 2;

/** What a crawl makes of each hostile site: the time, how much memory it took at most, and what was recorded. */
export async function benchHostile(print: (line: string) => void): Promise<void> {
  for (const hostile of HOSTILE_SITES) {
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 5);
    const { entries, requests, milliseconds, origin } = await crawlHostile(hostile);
    clearInterval(watch);
    const outcomes = Object.keys(hostile.outcomes).map((path) => {
      const entry = entries.find(({ key, reason }) =>
        path === '*' ? reason === hostile.outcomes['*']?.reason : key === (path.startsWith('/') ? origin + path : path),
      );
      return [entry?.state, entry?.reason].filter(Boolean).join(' ');
    });
    const cells = [
      `${Math.round(milliseconds)} ms`.padStart(8),
      `${Math.round((most - before) / MIB)} MiB`.padStart(8),
      `${requests.length} requests`.padStart(13),
    ];
    print(`${cells.join('')}  ${hostile.what}: ${[...new Set(outcomes)].join(', ')}`);
  }
}
