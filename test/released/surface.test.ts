import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Surface, surface } from './surface.ts';

const released: Surface = JSON.parse(readFileSync(join(import.meta.dirname, 'golden/surface.json'), 'utf8'));
const current = await surface();

test.each(Object.entries(released))('%s of the last release are still there', (kind, names) => {
  expect(names.length).toBeGreaterThan(0);
  expect(
    names.filter((name) => !current[kind]?.includes(name)),
    'Users rely on them: keep them, deprecated (docs/stability.md). A version that may break them removes their lines here, and names them under "Breaking" in CHANGELOG.md.',
  ).toEqual([]);
});

test('the surface has names of every kind', () => {
  expect(current).toMatchObject({
    library: expect.arrayContaining([
      'dustpan: compile',
      'dustpan: CanonOptions.profile',
      'dustpan/frontier: Frontier.add',
    ]),
    options: expect.arrayContaining(['crawl', 'crawl --max-pages', 'dedup -o', 'dedup --output']),
    'exit codes': expect.arrayContaining(['audit: 1', 'crawl: 130']),
    'JSON fields': expect.arrayContaining(['canon --json: input']),
    'formats of crawls': expect.arrayContaining(['file 1', 'PostgreSQL 1']),
  });
});
