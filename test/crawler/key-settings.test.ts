import { expect, test } from 'vitest';
import { canonOptions } from '../../config/index.ts';
import { SITE_PROFILES } from '../../config/sites/index.ts';
import { crawl as crawlSite } from '../../crawler/index.ts';
import { SessionError } from '../../crawler/session-error.ts';
import { MemoryFrontier } from '../../db/index.ts';
import { expandProfile } from '../../src/canon/options.ts';
import { type CanonOptions, definePass, type PassDefinition } from '../../src/index.ts';
import { crawl } from './crawling.ts';
import { links, site } from './web.ts';

/** Fails for /bad, and takes /print for its folder. */
function dropPrint(version: string): PassDefinition {
  return definePass({
    name: 'drop-print',
    class: 'changing',
    summary: 'drops /print',
    version,
    apply: (url) => {
      if (url.path === '/bad') throw new Error('bad');
      return url.path === '/print' ? { ...url, path: '/' } : url;
    },
  });
}

test('a crawl merges by a custom pass, and goes on after a URL where the pass fails', async () => {
  const web = await site({ '/': links('/print', '/bad', '/a'), '/a': 'page' });
  const { entries, entry } = await crawl([`${web.origin}/`], { canon: { passes: [dropPrint('1')] } });
  expect(web.requests.toSorted()).toEqual(['/', '/a']);
  expect(entry(`${web.origin}/bad`)).toMatchObject({ state: 'skipped', reason: 'pass-failed' });
  expect(entries.map(({ url }) => url)).not.toContain(`${web.origin}/print`);
});

const COMMAND_LINE = { profile: 'standard', sites: SITE_PROFILES };

test.each([
  ['library', {}, COMMAND_LINE, 'Some_Page'],
  ['command line', COMMAND_LINE, {}, 'some-page'],
])('a crawl that the %s began keeps its keys when the other goes on with it', async (_, first, second, page) => {
  const frontier = new MemoryFrontier();
  const fetch = (): Promise<Response> => Promise.resolve(new Response('page'));
  const options = { db: frontier, delay: 0, robots: false, sitemaps: false, fetch };
  await crawlSite('http://a.wikidot.com/', { ...options, canon: first }).finish();
  const before = await frontier.getMeta('keys');
  await crawlSite('http://a.wikidot.com/Some_Page', { ...options, canon: second }).finish();
  const keys = (await Array.fromAsync(frontier.entries())).map(({ key }) => key);
  expect(keys).toEqual(['http://a.wikidot.com/', `http://a.wikidot.com/${page}`]);
  expect(await frontier.getMeta('keys')).toBe(before);
  const other = crawlSite('http://a.wikidot.com/', { ...options, canon: { profile: 'usual' } }).finish();
  await expect(other).rejects.toMatchObject({ code: 'other-keys' });
});

test('a crawl goes on with equal options, by the name of a profile or by its changes, in any order', async () => {
  const frontier = new MemoryFrontier();
  const fetch = (): Promise<Response> => Promise.resolve(new Response('page'));
  const go = (canon: CanonOptions): Promise<unknown> =>
    crawlSite('http://a.example/', { db: frontier, delay: 0, robots: false, sitemaps: false, fetch, canon }).finish();
  const config = { profile: 'ours', profiles: { ours: { noPass: ['drop-fragment'] } }, params: { drop: ['from'] } };
  const byName = await canonOptions(config);
  const byChanges = expandProfile(byName);
  await go(byName);
  await go(byChanges);
  await go(Object.fromEntries(Object.entries(byChanges).toReversed()));
  await expect(go({ ...byChanges, noPass: [] })).rejects.toMatchObject({ code: 'other-keys' });
});

test('a frontier refuses another version of a custom pass', async () => {
  const web = await site({ '/': 'page' });
  const frontier = new MemoryFrontier();
  const again = (...passes: readonly PassDefinition[]): Promise<unknown> =>
    crawl([`${web.origin}/`], { canon: { passes } }, frontier);
  await again(dropPrint('1'));
  await again(dropPrint('1'));
  await expect(again(dropPrint('2'))).rejects.toThrow(SessionError);
  await expect(again()).rejects.toThrow(/made with other options \(passes: \[.*"1".*\]\): use the same options/);
});
