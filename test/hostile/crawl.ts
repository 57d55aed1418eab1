import type { Entry } from '../../db/index.ts';
import { crawl } from '../crawler/crawling.ts';
import { type HostileSite, timeoutOf } from './catalogue.ts';
import { startServer } from './server.ts';

export interface HostileCrawl {
  readonly origin: string;
  readonly entries: readonly Entry[];
  /** Request targets, with the requested host. */
  readonly requests: readonly string[];
  readonly milliseconds: number;
}

/** Crawls a hostile site as the command does, but with short limits; again if the machine stood still for longer than those. */
export async function crawlHostile(hostile: HostileSite): Promise<HostileCrawl> {
  const crawled = await crawlOnce(hostile);
  const isLate = crawled.entries.some(
    ({ key, reason }) =>
      reason === 'timeout' && hostile.outcomes[key.replace(crawled.origin, '')]?.reason !== 'timeout',
  );
  return isLate ? crawlHostile(hostile) : crawled;
}

async function crawlOnce(hostile: HostileSite): Promise<HostileCrawl> {
  const server = await startServer(hostile.behaviours);
  const started = performance.now();
  try {
    const { entries } = await crawl([server.origin + hostile.seed], {
      fetch: {
        userAgent: 'dustpan-test',
        timeout: timeoutOf(hostile),
        maxBytes: hostile.maxBytes ?? 1024 * 1024,
        headers: [['Authorization', 'secret']],
        ...(hostile.lookup && { lookup: hostile.lookup }),
      },
      robots: hostile.robots ?? false,
      scope: { kind: 'any', traps: { maxSimilar: 30, maxEndless: 20_000 }, exclude: ['http://elsewhere.example/**'] },
      concurrency: 2,
      retries: 0,
      maxPages: hostile.maxPages ?? null,
    });
    const requests = server.requests.map(({ target, headers }) => `${headers.get('host') ?? ''} ${target}`);
    return { origin: server.origin, entries, requests, milliseconds: performance.now() - started };
  } finally {
    await server.close();
  }
}
