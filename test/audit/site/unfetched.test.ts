import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import { EntryKeeper } from '../../../src/audit/site/kept-entry.ts';
import { readRecord } from '../../../src/audit/site/page.ts';
import { keyMaker } from '../../../src/audit/site/site.ts';
import { type UnfetchedTargets, unfetchedTargets } from '../../../src/audit/site/unfetched.ts';
import { canonical, entry, page } from '../made-site.ts';

function targets(entries: readonly AuditEntry[], most?: number): UnfetchedTargets {
  const keeper = new EntryKeeper();
  const crawled = entries.map((one) => ({ entry: keeper.keep(one), record: readRecord(one) }));
  return unfetchedTargets(crawled, keyMaker({}), most);
}

const at = (path: string): string => `https://example.com/${path}`;

test('targets that pages name and the crawl did not fetch, once each', () => {
  const { urls, isCut } = targets([
    page(
      at('a'),
      `${canonical(at('b'))}<link rel="alternate" hreflang="de" href="/de"><link rel="amphtml" href="/amp">`,
    ),
    page(at('c'), `${canonical(at('b#top'))}<link rel="alternate" hreflang="de" href="/failed">`),
    entry(at('failed'), { state: 'failed', status: null, reason: 'timeout' }),
    entry(at('amp'), { state: 'skipped', status: null, reason: 'scope' }),
  ]);
  expect(urls).toEqual([at('b'), at('de'), at('amp')]);
  expect(isCut).toBe(false);
});

test('pages that name themselves leave room for the others', () => {
  const own = Array.from({ length: 50 }, (_, n) => page(at(`${n}`), canonical(at(`${n}`))));
  const { urls } = targets([...own, page(at('a'), canonical(at('b')))], 2);
  expect(urls).toEqual([at('b')]);
});

test('returns the first targets if there are too many', () => {
  const pages = Array.from({ length: 5 }, (_, n) => page(at(`${n}`), canonical(at(`to-${n}`))));
  expect(targets(pages, 2)).toEqual({ urls: [at('to-0'), at('to-1')], isCut: true });
});
