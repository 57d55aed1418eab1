/** Covers: src/audit/site/page-order.ts */
import { expect, test } from 'vitest';
import { suggestedRedirects } from '../../../src/audit/decision/suggested-redirects.ts';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import { byPageOrder, firstPage } from '../../../src/audit/site/page-order.ts';
import { entry, findings, madeSite, page, prose } from '../made-site.ts';

const at = (path: string): string => `https://example.com/${path}`;

test('pages with fewer links from a seed come first, then those with the lesser key', async () => {
  const { pages } = await madeSite([page(at('a'), '', { depth: 2 }), page(at('c'), ''), page(at('b'), '')]);
  expect(pages.toSorted(byPageOrder).map(({ url }) => url)).toEqual([at('b'), at('c'), at('a')]);
  expect(firstPage(pages)?.url).toBe(at('b'));
  expect(firstPage([])).toBeUndefined();
});

/** Pages whose findings are about a group: each finding needs a page to be at. */
function grouped(): readonly AuditEntry[] {
  const description = '<meta name="description" content="Everything that you need to sweep a house.">';
  const versions = ['de', 'en'].map((code) => `<link rel="alternate" hreflang="${code}" href="${at(code)}">`).join('');
  const near = Array.from({ length: 100 }, (_, word) => `word${word}`);
  return [
    ...['a', 'b', 'c'].map((name) => page(at(name), prose(12))),
    ...['d', 'e', 'f'].map((name) => page(at(name), `<title>Brooms</title>${description}<h1>Brooms, all</h1>${name}`)),
    ...['de', 'en'].map((name) => page(at(name), versions + prose(20, name))),
    ...['g', 'h', 'i'].map((name) => page(at(name), `<p>${[...near, name].join(' ')}`)),
    ...['1', '2', '3', '4', '5', '6'].map((value) => page(at(`j?v=${value}`), prose(12, 'j'))),
    ...['k', 'l'].flatMap((name) => [page(at(name), prose(12, name)), page(at(`${name}/`), prose(12, name))]),
    ...['1', '2'].map((year) => entry(at(`m/${year}`), { state: 'skipped', status: null, reason: 'similar' })),
    ...['m', 'n'].map((name) => page(at(name), name)),
    ...['n', 'm'].map((name) => page(at(`${name}?page=2`), 'm')),
  ];
}

test('the order in which a crawl found the pages changes no finding and no suggested redirect', async () => {
  const results = [];
  for (const pages of [grouped(), grouped().toReversed()]) {
    const found = await findings(pages);
    results.push({
      findings: found.map(({ rule, key, fingerprint }) => `${rule} ${key} ${fingerprint}`).toSorted(),
      redirects: suggestedRedirects(await madeSite(pages))
        .map(({ from, to }) => `${from} ${to}`)
        .toSorted(),
    });
  }
  expect(results[0]?.findings.map((one) => one.split(' ')[0])).toEqual(
    expect.arrayContaining([
      'dup/exact',
      'dup/near',
      'dup/param-noop',
      'dup/slash',
      'dup/trap',
      'hreflang/no-x-default',
      'page/description-duplicate',
      'page/h1-duplicate',
      'page/title-duplicate',
    ]),
  );
  expect(results[1]).toEqual(results[0]);
});
