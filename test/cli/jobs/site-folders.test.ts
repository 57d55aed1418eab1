import { expect, test } from 'vitest';
import { SiteFolders } from '../../../src/cli/jobs/site-folders.ts';

function largest(...pages: readonly string[]): readonly string[] {
  const folders = new SiteFolders();
  for (const page of pages) folders.add(page, new URL(page).host);
  return folders.largest().map(({ site, folder, page }) => `${site}${folder} ${page}`);
}

test('the folders with several pages are named, the largest first', () => {
  const [a, b] = ['http://a.example', 'http://b.example'];
  expect(
    largest(`${a}/`, `${a}/x`, `${a}/one/x`, `${a}/s/x`, `${a}/s/y/?q=/z/`, `${b}/t/x`, `${b}/t/y`, `${b}/t/z`),
  ).toEqual([`b.example/t/ ${b}/t/x`, `a.example/s/ ${a}/s/x`]);
});

test('a site gets ten requests at most', () => {
  const pages = Array.from({ length: 40 }, (_, n) => `http://a.example/${n % 20}/${n}`);
  expect(largest(...pages)).toHaveLength(10);
});
