import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import { entry, madeSite } from '../made-site.ts';

async function* fetched(): AsyncGenerator<AuditEntry> {
  for (const path of ['read', 'skipped', 'new']) yield entry(`https://example.com/${path}`, { status: 404 });
}

test('the duplicates that a crawl avoided are its spellings by a pass, and not the ends of redirects', async () => {
  const spellings = [
    { url: 'https://example.com/a?utm_source=x', pass: 'drop-tracking-params' },
    { url: 'https://example.com/a/', pass: null },
  ];
  const { duplicates } = await madeSite([entry('https://example.com/a', { spellings })]);
  expect([...duplicates]).toEqual([['drop-tracking-params', 1]]);
});

test('what is fetched for the audit fills gaps, and replaces no answer of the crawl', async () => {
  const skipped = entry('https://example.com/skipped', { state: 'skipped', status: null, reason: 'scope' });
  const site = await madeSite([entry('https://example.com/read'), skipped], { targets: fetched });
  const seen = site.pages.map((page) => [page.url, page.entry.status, site.isBeyondCrawl(page)]);
  expect(seen).toEqual([
    ['https://example.com/read', 200, false],
    ['https://example.com/skipped', 404, true],
    ['https://example.com/new', 404, true],
  ]);
});
