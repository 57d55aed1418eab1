import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../db/postgres/server.ts';
import { crawlUnderKills, type KillOptions, type KillReport } from './kill.ts';

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 2 ** 32);

function kill(options: Partial<KillOptions>): Promise<KillReport> {
  return crawlUnderKills({ kills: 20, seed, processes: 1, preload: null, server: null, onCrawl: () => {}, ...options });
}

test.each([
  { kills: 20, processes: 1 },
  { kills: 6, processes: 3 },
])(
  '$kills SIGKILLs of $processes at a time: no page is lost or recorded otherwise, and no more is fetched again than was leased',
  async (options) => {
    const report = await kill(options);
    expect(report, `KILL_SEED=${seed}`).toMatchObject({
      kills: options.kills,
      lost: [],
      differences: [],
      integrityFailures: [],
    });
    expect(report.refetches, `KILL_SEED=${seed}`).toBeLessThanOrEqual(report.bound);
  },
);

test('60 SIGKILLs of 3 programs and of the server that keeps their crawl: the same', async () => {
  const server = await startServer();
  try {
    const report = await kill({ kills: 60, processes: 3, server });
    expect(report, `KILL_SEED=${seed}`).toMatchObject({ lost: [], differences: [], integrityFailures: [] });
    expect(report.refetches, `KILL_SEED=${seed}`).toBeLessThanOrEqual(report.bound);
  } finally {
    await server.close();
  }
});

test('a store that records links after the page they are on is caught', async () => {
  const { lost } = await kill({ kills: 15, preload: join(import.meta.dirname, 'programs/links-later.ts') });
  expect(lost.length, `KILL_SEED=${seed}`).toBeGreaterThan(0);
});
