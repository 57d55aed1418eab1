/** A real server that answers 429 if it is asked too often. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasNginx, serveFolder } from '../../serve-folder.ts';
import { crawl } from '../crawling.ts';
import { links } from '../web.ts';

const PAGES = 24;
const isHere = hasNginx();

test.runIf(isHere)(
  `a crawl behind a rate limit ends with every page${isHere ? '' : ' (skipped: no nginx)'}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dustpan-limited-'));
    // nginx reads the files as another user.
    chmodSync(folder, 0o755);
    const names = Array.from({ length: PAGES }, (_, i) => `${i}.html`);
    for (const name of names) writeFileSync(join(folder, name), links(...names));
    const server = await serveFolder(folder, 20);
    try {
      const { report, entries } = await crawl([`${server.origin}/0.html`], { robots: true, retries: 2 });
      expect(report.progress).toMatchObject({ pages: PAGES, failed: 0 });
      expect(report.progress.retried).toBeGreaterThan(0);
      expect(entries.every(({ state }) => state === 'done')).toBe(true);
    } finally {
      const requests = await server.stop();
      rmSync(folder, { recursive: true });
      // Without a delay, eight fetches at a time would be refused again and again.
      expect(requests.length).toBeLessThan(2 * PAGES);
    }
  },
);
