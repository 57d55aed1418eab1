import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Answer, links, respond, site } from '../crawler/web.ts';
import { ROOT } from '../docs/markdown.ts';
import { copyOf, run } from './project.ts';

const MODULES = process.env['EXAMPLES_MODULES'] ?? join(ROOT, 'node_modules');
const HAS_CRAWLEE = existsSync(join(MODULES, '@crawlee/cheerio'));
const WHY = HAS_CRAWLEE ? '' : ' (skipped: Crawlee is not installed; npm run test:package installs it)';

const PAGES = 20;

/** Pages that link to each other in four spellings, and to one that robots.txt disallows. */
function pages(target: string): Answer | undefined {
  if (target === '/private') return 'private';
  const [, page] = /^\/(?:p(\d+)(?:\?.*)?)?$/.exec(target.replace('%70', 'p')) ?? [null];
  if (page === null) return undefined;
  const next = [1, 2].map((n) => (Number(page ?? 0) + n) % PAGES);
  return links('/private', ...next.flatMap((n) => [`/p${n}`, `/p${n}?utm_source=${page}`, `/%70${n}`, `/p${n}#top`]));
}

describe.runIf(HAS_CRAWLEE)(`Crawlee${WHY}`, () => {
  test('fetches each page once by our keys, and obeys robots.txt', async () => {
    const robots = respond(200, { 'content-type': 'text/plain' }, 'User-agent: *\nDisallow: /private');
    const answers = ['/', '/private', ...Array.from({ length: PAGES }, (_, n) => n).flatMap(spellings)].map(
      (target) => [target, pages(target) ?? ''] as const,
    );
    const { origin, requests } = await site({ ...Object.fromEntries(answers), '/robots.txt': robots });
    const folder = copyOf('crawlee');
    const { code, stdout, stderr } = await run(folder, 'start', [`${origin}/`, '0']);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
    // Crawlee may send the same request twice; our keys answer for one spelling of each page.
    expect(new Set(requests.filter((target) => target !== '/robots.txt')).size).toBe(PAGES + 1);
    expect(requests).not.toContain('/private');
    const dataset = join(folder, 'storage/datasets/default');
    const keys = new Set(
      readdirSync(dataset).map((name): string => JSON.parse(readFileSync(join(dataset, name), 'utf8')).key),
    );
    expect([...keys].toSorted()).toEqual(
      [`${origin}/`, ...Array.from({ length: PAGES }, (_, n) => `${origin}/p${n}`)].toSorted(),
    );
    expect(stdout).toContain(`${PAGES + 1} pages in storage/datasets/default, 0 failed\n`);
  });
});

function spellings(page: number): readonly string[] {
  const sources = [page - 1, page - 2].map((from) => (from + PAGES) % PAGES);
  return [`/p${page}`, `/%70${page}`, ...sources.map((from) => `/p${page}?utm_source=${from}`)];
}
