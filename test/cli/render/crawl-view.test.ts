import { expect, test } from 'vitest';
import { CrawlView } from '../../../src/cli/render/crawl-view.ts';

const STATS = { states: { queued: 3, leased: 0, done: 0, failed: 0, skipped: 0 } };

test('the line of a crawl that several programs share says which part each read', () => {
  const view = new CrawlView(0);
  expect(view.text(STATS, 1000, [{ host: 'a', pages: 9 }])).toBe(
    '0 done · 3 queued · 0/s · 0 duplicates avoided · 0 errors',
  );
  const programs = [30, 50, 20].map((pages, n) => ({ host: `crawler${n}`, pages }));
  expect(view.text(STATS, 1000, programs)).toMatch(/ · 3 programs: this one 30%, crawler1 50%, crawler2 20%$/);
});

test('counts have thousands separators, and one is singular', () => {
  const view = new CrawlView(0);
  const others = { redirects: 0, retried: 0, refused: 0, unchanged: 0, changed: 0, gone: 0 };
  view.progress({ fetched: 4321, pages: 4321, failed: 1, duplicates: 1, ...others }, 0);
  expect(view.text(STATS, 1000)).toBe('4,321 done · 3 queued · 4,321/s · 1 duplicate avoided · 1 error');
});

test.each([
  [0, '0/s'],
  [4, '0.4/s'],
  [99, '9.9/s'],
  [100, '10/s'],
  [12_345, '1,235/s'],
])('the rate of a slow crawl has a decimal: %i URLs in 10 s', (fetched, rate) => {
  const view = new CrawlView(0);
  const others = { redirects: 0, failed: 0, retried: 0, duplicates: 0, refused: 0, unchanged: 0, changed: 0, gone: 0 };
  view.progress({ fetched, pages: fetched, ...others }, 0);
  expect(view.text(STATS, 10_000)).toContain(` · ${rate} · `);
});

test('hosts are named up to a point, without control characters', () => {
  const programs = Array.from({ length: 7 }, (_, n) => ({ host: `h\u001b${n}`, pages: 0 }));
  const line = new CrawlView(0).text(STATS, 1000, programs);
  expect(line).toContain('7 programs: this one 0%');
  expect(line).toMatch(/, …$/);
  expect(line).not.toContain('\u001b');
});
